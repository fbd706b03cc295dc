import type { Program } from './lua-programs.js';

const bytes = (count: number): string => Array.from({ length: count }, (_, i) => String(i % 7)).join();
/** The regid and the address of the sender, as bytes. */
const REGID = '0, 0, 0, 0, 13, 0';
const ADDRESS = Array.from(Buffer.from('wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi')).join();
const OTHER = Array.from(Buffer.from('wLmBYomLYgNzWv1UYRbTcrg8jqzc7P7KvH')).join();
const MONEY = '1, 0, 0, 0, 0, 0, 0, 0';
const token = `{ operatorType = 1, outHeight = 0, moneyTbl = { ${MONEY} }, userIdLen = 34, userIdTbl = { ${ADDRESS} }, fundTagLen = 0 }`;
const transfer = `{ isContractAccount = false, toAddressType = 2, toAddress = { ${OTHER} }, tokenType = "WICC", tokenAmount = { ${MONEY} } }`;

/** Programs that call each function of the contract API as often as the fuel allows. */
export const API_CALLS: Readonly<Record<string, Program>> = Object.fromEntries(
  Object.entries<Program>({
    Int64Mul: ['', 'm.Int64Mul(3, 4)'],
    Int64Add: ['', 'm.Int64Add(math.maxinteger, -4)'],
    Int64Sub: ['', 'm.Int64Sub(3, 4)'],
    Int64Div: ['', 'm.Int64Div(math.maxinteger, 7)'],
    Sha256: ['local s = ("x"):rep(500) ', 'm.Sha256(s)'],
    Sha256Once: ['local s = ("x"):rep(500) ', 'm.Sha256Once(s)'],
    Des: [
      `local t = { dataLen = 500, data = { ${bytes(500)} }, keyLen = 8, key = { ${bytes(8)} }, flag = 1 } `,
      'm.Des(t)',
    ],
    'Des of a block': [
      `local t = { dataLen = 8, data = { ${bytes(8)} }, keyLen = 8, key = { ${bytes(8)} }, flag = 1 } `,
      'm.Des(t)',
    ],
    VerifySignature: [
      `local t = { dataLen = 8, data = { ${bytes(8)} }, pubKeyLen = 33, pubKey = { 3, 0x78, 0xf1, 0xd7, 0xce, 0x11, 0xba, 0xce, 0xd8, 0xbb, 0xf2, 0x8e, 0x12, 0x4c, 0xd1, 0x5f, 0x1b, 0xc8, 0x2d, 0xb7, 0xe8, 0xa2, 0x5f, 0x62, 0x71, 0x3f, 0x81, 0x22, 0x01, 0xe1, 0xcf, 0x80, 0x60 },
         signatureLen = 70, signature = { 0x30, 68, 2, 32, ${bytes(32)}, 2, 32, ${bytes(32)} } } `,
      'm.VerifySignature(t)',
    ],
    LogPrint: ['local t = { key = 0, length = 500, value = ("x"):rep(500) } ', 'm.LogPrint(t)'],
    'LogPrint of bytes': [`local t = { key = 1, length = 500, value = { ${bytes(500)} } } `, 'm.LogPrint(t)'],
    GetTxContract: ['', `m.GetTxContract(${bytes(32)})`],
    GetTxRegID: ['', `m.GetTxRegID(${bytes(32)})`],
    GetTxConfirmHeight: ['', `m.GetTxConfirmHeight(${bytes(32)})`],
    'GetAccountPublickey of a regid': ['', `m.GetAccountPublickey(${REGID})`],
    'GetAccountPublickey of an address': ['', `m.GetAccountPublickey(${ADDRESS})`],
    'QueryAccountBalance of a regid': ['', `m.QueryAccountBalance(${REGID})`],
    'QueryAccountBalance of an address': ['', `m.QueryAccountBalance(${ADDRESS})`],
    GetBlockHash: ['', 'm.GetBlockHash(5)'],
    GetCurTxHash: ['', 'm.GetCurTxHash()'],
    GetCurRunEnvHeight: ['', 'm.GetCurRunEnvHeight()'],
    'WriteData of new keys': [
      `local i, v = 0, { 1 } `,
      'i = i + 1 m.WriteData({ key = "k" .. i, length = 1, value = v })',
    ],
    'WriteData of one key': ['local t = { key = "k", length = 1, value = { 1 } } ', 'm.WriteData(t)'],
    'WriteData of bytes': [
      `local t = { key = "k", length = 500, value = { ${bytes(500)} } } `,
      'm.WriteData(t)',
    ],
    'ReadData of no key': ['local i = 0 ', 'i = i + 1 m.ReadData("k" .. i)'],
    'ReadData of bytes': [
      `m.WriteData({ key = "k", length = 500, value = { ${bytes(500)} } }) `,
      'm.ReadData("k")',
    ],
    'ModifyData of no key': ['local t = { key = "k", length = 1, value = { 1 } } ', 'm.ModifyData(t)'],
    'DeleteData of no key': ['local i = 0 ', 'i = i + 1 m.DeleteData("k" .. i)'],
    'GetContractData of no key': [`local t = { id = { ${REGID} }, key = "k" } `, 'm.GetContractData(t)'],
    GetContractRegId: ['', 'm.GetContractRegId()'],
    GetCurTxAccount: ['', 'm.GetCurTxAccount()'],
    GetCurTxPayAmount: ['', 'm.GetCurTxPayAmount()'],
    GetCurTxInputAsset: ['', 'm.GetCurTxInputAsset()'],
    GetUserAppAccValue: [`local t = { idLen = 34, idValueTbl = { ${ADDRESS} } } `, 'm.GetUserAppAccValue(t)'],
    GetUserAppAccFundWithTag: [`local t = ${token} `, 'm.GetUserAppAccFundWithTag(t)'],
    WriteOutAppOperate: [`local t = ${token} `, 'm.WriteOutAppOperate(t)'],
    WriteOutput: [
      `local t = { addrType = 2, accountIdTbl = { ${ADDRESS} }, operatorType = 1, outHeight = 0, moneyTbl = { ${MONEY} } } `,
      'm.WriteOutput(t)',
    ],
    GetBase58Addr: ['', `m.GetBase58Addr(${REGID})`],
    'ByteToInteger of 4': ['', 'm.ByteToInteger(1, 2, 3, 4)'],
    'ByteToInteger of 8': ['', 'm.ByteToInteger(1, 2, 3, 4, 5, 6, 7, 8)'],
    IntegerToByte4: ['', 'm.IntegerToByte4(1)'],
    IntegerToByte8: ['', 'm.IntegerToByte8(math.maxinteger)'],
    TransferContractAsset: ['', `m.TransferContractAsset(${OTHER})`],
    TransferSomeAsset: [
      `local t = { toAddrTbl = { ${OTHER} }, outHeight = 0, moneyTbl = { ${MONEY} }, fundTagLen = 0 } `,
      'm.TransferSomeAsset(t)',
    ],
    GetBlockTimestamp: ['', 'm.GetBlockTimestamp(0)'],
    TransferAccountAsset: [`local t = ${transfer} `, 'm.TransferAccountAsset(t)'],
    TransferAccountAssets: [`local t = { ${transfer} } `, 'm.TransferAccountAssets(t)'],
    GetAccountAsset: [
      `local t = { addressType = 2, address = { ${ADDRESS} }, tokenType = "WICC" } `,
      'm.GetAccountAsset(t)',
    ],
    CallContract: [
      'local t = { contract = "0-200", action = "transfer", args = { to = "0-14", quantity = { symbol = "WICC", amount = 10000 }, memo = "" } } ',
      'm.CallContract(t)',
    ],
    GetAssetPrice: ['local t = { baseSymbol = "WICC", quoteSymbol = "USD" } ', 'm.GetAssetPrice(t)'],
  }).map(([name, [setUp, body]]) => [name, [`local m = require "mylib" ${setUp}`, body]] as const),
);
