/** What a field of a table argument is. */
export type Field =
  | { readonly kind: 'number' | 'text' | 'boolean' | 'table' }
  /** Bytes as a list of numbers: exactly `size` of them, or as many as the field `lengthIn` says. */
  | { readonly kind: 'bytes'; readonly size?: readonly number[]; readonly lengthIn?: string };

/** Parameters and results of a function of mylib, as far as a static check can use them (spec 03 §8). */
export interface ApiSignature {
  /** Its arguments are bytes, one number each, this many in total. */
  readonly bytes?: readonly number[];
  /** Its argument is a table with these fields, all of which it needs. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Its arguments must be of the integer subtype. */
  readonly takesIntegers?: true;
  /** How many bytes it answers, one number each. */
  readonly answersBytes?: number;
  /** What kind of number it answers. */
  readonly answers?: 'integer' | 'float';
  /** It reads or writes storage or accounts, which costs much fuel. */
  readonly touchesState?: true;
  /** It moves money and answers nothing, or false, where it has not. */
  readonly mayFail?: 'moves' | 'changes' | 'verifies';
}

const NUMBER: Field = { kind: 'number' };
const TEXT: Field = { kind: 'text' };
const MONEY: Field = { kind: 'bytes', size: [8] };
const ACCOUNT: Field = { kind: 'bytes', size: [6, 34] };
const TAG: Readonly<Record<string, Field>> = {
  fundTagLen: NUMBER,
  fundTagTbl: { kind: 'bytes', lengthIn: 'fundTagLen' },
};
const ENTRY: Readonly<Record<string, Field>> = {
  key: TEXT,
  length: NUMBER,
  value: { kind: 'bytes', lengthIn: 'length' },
};
const TOKEN_OPERATION: Readonly<Record<string, Field>> = {
  operatorType: NUMBER,
  outHeight: NUMBER,
  moneyTbl: MONEY,
  userIdLen: NUMBER,
  userIdTbl: { kind: 'bytes', lengthIn: 'userIdLen' },
  ...TAG,
};
const INTEGERS = { takesIntegers: true, answers: 'integer' } as const;
const OLD_DATA = { touchesState: true, fields: { id: { kind: 'bytes', size: [6] }, key: TEXT } } as const;
const HEIGHT = { bytes: [32], answers: 'float' } as const;

/** The functions of mylib by their names. */
export const API: Readonly<Record<string, ApiSignature>> = {
  Int64Mul: INTEGERS,
  Int64Add: INTEGERS,
  Int64Sub: INTEGERS,
  Int64Div: INTEGERS,
  ByteToInteger: { bytes: [4, 8], answers: 'integer' },
  IntegerToByte4: { takesIntegers: true, answersBytes: 4 },
  IntegerToByte8: { takesIntegers: true, answersBytes: 8 },
  Sha256: { answersBytes: 32 },
  Sha256Once: { answersBytes: 32 },
  Des: {
    fields: {
      dataLen: NUMBER,
      data: { kind: 'bytes', lengthIn: 'dataLen' },
      keyLen: NUMBER,
      key: { kind: 'bytes', lengthIn: 'keyLen' },
      flag: NUMBER,
    },
  },
  VerifySignature: {
    mayFail: 'verifies',
    fields: {
      dataLen: NUMBER,
      data: { kind: 'bytes', lengthIn: 'dataLen' },
      pubKeyLen: NUMBER,
      pubKey: { kind: 'bytes', size: [33] },
      signatureLen: NUMBER,
      signature: { kind: 'bytes', lengthIn: 'signatureLen' },
    },
  },
  LogPrint: { fields: { key: NUMBER, length: NUMBER, value: { kind: 'table' } } },
  GetCurTxHash: { answersBytes: 32 },
  GetCurTxAccount: { answersBytes: 6 },
  GetCurTxPayAmount: { answersBytes: 8 },
  GetCurTxInputAsset: {},
  GetContractRegId: { answersBytes: 6 },
  GetScriptID: { answersBytes: 6 },
  GetCurRunEnvHeight: { answers: 'integer' },
  GetBlockTimestamp: { answers: 'integer' },
  GetBlockHash: { answersBytes: 32 },
  GetTxConfirmHeight: HEIGHT,
  GetTxConFirmHeight: HEIGHT,
  GetTxContract: { bytes: [32] },
  GetTxRegID: { bytes: [32], answersBytes: 6 },
  GetAssetPrice: { fields: { baseSymbol: TEXT, quoteSymbol: TEXT }, answers: 'integer' },
  GetAccountPublickey: { bytes: [6, 34], touchesState: true },
  QueryAccountBalance: { bytes: [6, 34], answersBytes: 8, touchesState: true },
  GetBase58Addr: { bytes: [6], answersBytes: 34, touchesState: true },
  GetAccountAsset: {
    fields: { addressType: NUMBER, address: ACCOUNT, tokenType: TEXT },
    touchesState: true,
  },
  WriteData: { fields: ENTRY, touchesState: true },
  ModifyData: { fields: ENTRY, touchesState: true, mayFail: 'changes' },
  ReadData: { touchesState: true },
  DeleteData: { touchesState: true },
  GetContractData: OLD_DATA,
  GetScriptData: OLD_DATA,
  WriteOutput: {
    fields: {
      addrType: NUMBER,
      accountIdTbl: ACCOUNT,
      operatorType: NUMBER,
      outHeight: NUMBER,
      moneyTbl: MONEY,
    },
    touchesState: true,
    mayFail: 'moves',
  },
  TransferAccountAsset: {
    fields: {
      isContractAccount: { kind: 'boolean' },
      toAddressType: NUMBER,
      toAddress: ACCOUNT,
      tokenType: TEXT,
      tokenAmount: MONEY,
    },
    touchesState: true,
    mayFail: 'moves',
  },
  TransferAccountAssets: { touchesState: true, mayFail: 'moves' },
  GetUserAppAccValue: {
    fields: { idLen: NUMBER, idValueTbl: { kind: 'bytes', lengthIn: 'idLen' } },
    answersBytes: 8,
    touchesState: true,
  },
  GetUserAppAccFundWithTag: { fields: TOKEN_OPERATION, answersBytes: 8, touchesState: true },
  WriteOutAppOperate: { fields: TOKEN_OPERATION, touchesState: true, mayFail: 'moves' },
  TransferSomeAsset: {
    fields: { toAddrTbl: { kind: 'bytes', size: [34] }, outHeight: NUMBER, moneyTbl: MONEY, ...TAG },
    touchesState: true,
    mayFail: 'moves',
  },
  TransferContractAsset: { bytes: [34], touchesState: true, mayFail: 'moves' },
  // It ends the run where it is refused (decision D22), so there is nothing to check.
  CallContract: { touchesState: true },
};
