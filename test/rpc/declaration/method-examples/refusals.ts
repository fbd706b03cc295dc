import type { Json } from '../../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../../src/rpc/declaration/common-parameters.js';
import { GRANT } from '../../../../src/rpc/governance/permission-changes.js';
import { CONDITION_TYPES } from '../../../../src/tx/utxo.js';

/** A call that is refused. */
export interface Refusal {
  readonly params: readonly Json[];
  readonly code: number;
  /** Why, for the name of the test. */
  readonly why: string;
}

const { alice, bob, carol } = EXAMPLE;
const NOBODY = 'nickname';
const UNKNOWN_TXID = 'f'.repeat(64);
const UNKNOWN_REGID = '7-7';
const SMALL_FEE = 'WICC:1:sawi';
/** More than anybody here has. */
const FORTUNE = 'WICC:900000000:wi';
const NO_KEY_OF_THIS_NETWORK = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';

const smallFee = (...params: readonly Json[]): Refusal => ({
  params: [...params, SMALL_FEE],
  code: -32602,
  why: 'the fee is too small',
});
const nobody = (...params: readonly Json[]): Refusal => ({
  params,
  code: -5,
  why: 'there is no such account',
});
const unknown = (code: number, ...params: readonly Json[]): Refusal => ({
  params,
  code,
  why: 'there is no such thing',
});
const malformed = (code: number, ...params: readonly Json[]): Refusal => ({
  params,
  code,
  why: 'a parameter is not acceptable',
});
/** Of methods that can be called in one way only. */
const TOO_MANY: Refusal = { params: [1, 2, 3, 4, 5, 6], code: -1, why: 'there are too many parameters' };

/**
 * For each method a call that is refused, on the chain of example-chain.ts with a wallet that is not
 * encrypted. For methods whose only refusal is that of the number of parameters, it is that one.
 */
export const REFUSALS: Readonly<Record<string, Refusal>> = {
  // Accounts
  getaccountinfo: nobody(NOBODY),
  getbalance: nobody(NOBODY),
  registeraccounttx: { params: [alice], code: -2001, why: 'the account is registered already' },
  submitaccountpermscleartx: smallFee(alice),
  submitaccountregistertx: { params: [alice], code: -2001, why: 'the account is registered already' },
  submitcoinstaketx: malformed(-8, alice, 'WICC:1:wi', 'KEEP'),
  submitdelegatevotetx: malformed(-8, alice, [{ delegate: '0-2' }], 'WICC:10000:sawi'),
  // Maintenance
  backupchain: { params: ['/'], code: -8, why: 'the directory exists' },
  canceltask: TOO_MANY,
  dumpsnapshot: { params: ['/'], code: -8, why: 'the directory exists' },
  getprogress: TOO_MANY,
  // Watching
  getloglevels: TOO_MANY,
  getmetrics: TOO_MANY,
  setloglevel: malformed(-8, 'nothing', 'debug'),
  // Assets
  getassetinfo: unknown(-32602, 'NOTHING'),
  listassets: TOO_MANY,
  submitassetissuetx: smallFee(alice, 'SMALLFE', EXAMPLE.aliceRegId, 'An asset', 1_000_000, true),
  submitassetupdatetx: malformed(-8, alice, 'RELTWO', 'mint_amount', 'many'),
  // Chain
  waitfornewblock: malformed(-8, -1),
  waitforconfirmation: malformed(-1, 7),
  getblock: unknown(-8, 1_000_000),
  getblockcount: TOO_MANY,
  getblockfailures: malformed(-8, -1),
  getblockhash: malformed(-8, 1_000_000),
  getblockundo: { params: [0], code: -32603, why: 'the first block cannot be taken back' },
  getcontractregid: unknown(-1, UNKNOWN_TXID),
  getfcoingenesistxinfo: TOO_MANY,
  gethash: malformed(-1, 7),
  getswapcoindetail: unknown(-8, 'DOGE'),
  gettotalcoins: TOO_MANY,
  listtxcache: TOO_MANY,
  verifychain: malformed(-1, 'deep'),
  // Chain control
  disconnectblock: malformed(-8, 1_000_000),
  droptxfrommempool: malformed(-32602, 'nothing'),
  getrawmempool: malformed(-1, 'yes'),
  getmempoolinfo: TOO_MANY,
  savemempool: TOO_MANY,
  invalidateblock: unknown(-5, UNKNOWN_TXID),
  reconsiderblock: unknown(-5, UNKNOWN_TXID),
  reloadtxcache: TOO_MANY,
  saveblocktofile: unknown(-1, UNKNOWN_TXID, '/tmp/block.bin'),
  // Contracts
  getcontractaccountinfo: malformed(-1, 'contract', alice),
  getcontractassets: unknown(-8, UNKNOWN_REGID),
  getcontractdata: unknown(-8, EXAMPLE.luaContract, 'nothing'),
  getcontractdataraw: unknown(-8, EXAMPLE.luaContract, '00'),
  getcontractinfo: unknown(-32602, UNKNOWN_REGID),
  gettxcalls: unknown(-5, UNKNOWN_TXID),
  listcontractassets: malformed(-1, 'contract'),
  listcontracts: malformed(-1, 'yes'),
  // Control
  help: { params: ['a', 'b'], code: -1, why: 'there are too many parameters' },
  'rpc.discover': TOO_MANY,
  stop: { params: [true, 1], code: -1, why: 'there are too many parameters' },
  // Debt positions
  getcdp: unknown(-5, UNKNOWN_TXID),
  getclosedcdp: unknown(-5, UNKNOWN_TXID),
  getusercdp: nobody(NOBODY),
  submitcdpliquidatetx: {
    params: [bob, EXAMPLE.cdp, 1_000_000_000],
    code: -2001,
    why: 'it is not in danger',
  },
  submitcdpredeemtx: unknown(-32602, alice, UNKNOWN_TXID, 1, 1),
  submitcdpstaketx: malformed(-8, alice, 'WICC:0', 'WUSD:1:wi'),
  // Development networks
  dev_getPrices: TOO_MANY,
  dev_setPrice: malformed(-8, 'WICC=1'),
  dev_stopPrice: malformed(-8, 'WICC:EUR'),
  // Time and state of development chains
  dev_mine: malformed(-8, 0),
  dev_setTime: malformed(-8, 1),
  dev_increaseTime: malformed(-8, 4_000_000_000),
  dev_setBalance: unknown(-8, alice, 'NOSUCH:1'),
  dev_impersonate: nobody(UNKNOWN_REGID),
  dev_stopImpersonating: nobody(UNKNOWN_REGID),
  dev_snapshot: TOO_MANY,
  dev_revert: unknown(-8, 99),
  dev_reset: TOO_MANY,
  dev_dumpState: malformed(-1, '/nowhere/chain.dump'),
  dev_loadState: unknown(-1, '/nowhere/chain.dump'),
  // Diagnostics
  dumpdb: unknown(-32602, 'nothing'),
  dumpheapprofiler: malformed(-1, 7),
  getheapprofiler: TOO_MANY,
  getmemstat: TOO_MANY,
  startcommontpstest: malformed(-8, 1001, 1),
  startcontracttpstest: unknown(-8, UNKNOWN_REGID, 1, 1),
  startheapprofiler: malformed(-1, 7),
  startwasmtpstest: unknown(3_160_000, UNKNOWN_REGID, 'transfer', [], 1, 1),
  stopheapprofiler: TOO_MANY,
  // Exchange
  dexmatchdryrun: TOO_MANY,
  getdexbaseandquotecoins: TOO_MANY,
  getdexcandles: malformed(-8, 'WICC', 'WUSD', 0),
  getdexorder: unknown(-32602, UNKNOWN_TXID),
  getdexorderbook: malformed(-8, 'WICC', 'WUSD', -1),
  getdexorderfee: unknown(16, alice, 'SOME_TX'),
  getdexorders: malformed(-32602, 5, 4),
  getdexsysorders: malformed(-32602, 1_000_000),
  getdextrades: malformed(-8, 'WICC', 'WUSD', 1, 'here'),
  getmatcherinfo: TOO_MANY,
  setdexmatcher: malformed(-1, 'on'),
  // Methods of release 1
  gensendtoaddressraw: malformed(-8, alice, bob, 1, 10_000),
  genregisteraccountraw: malformed(-8, 10_000, 1, '02'),
  getalltxinfo: malformed(-1, 'all'),
  islocked: TOO_MANY,
  listunconfirmedtx: TOO_MANY,
  // Indexes
  dropindex: malformed(-8, 'everything'),
  getindexinfo: TOO_MANY,
  listaccountorders: nobody(NOBODY),
  listaccountpositions: nobody(NOBODY),
  listaccounttrades: nobody(NOBODY),
  listaddresstransactions: malformed(-8, alice, 10, 'here'),
  listassetholders: malformed(-8, 'NOTHING'),
  listcontractcalls: malformed(-8, 'somewhere'),
  listreceipts: malformed(-8, 'NOTHING'),
  // State
  getstateentries: malformed(-8, ['00']),
  liststateentries: malformed(-8, '01', '02'),
  // Exchange operators
  getdexoperator: unknown(-32602, 999),
  getdexoperatorbyowner: unknown(-32602, carol),
  submitdexoperatorregtx: malformed(-8, alice, alice, bob, 'mydex', 'url', 'OPEN', 0, 0, []),
  submitdexopupdatetx: malformed(-8, alice, 1, 99, 'value'),
  // Exchange orders
  gendexoperatorordertx: malformed(
    -32602,
    ...[alice, 'LIMIT_PRICE', 'SELL', 'WUSD:1', 'WICC:2000000000:sawi', 100_000_000, 0, 'PUBLIC', 0, 0],
  ),
  submitdexbuylimitordertx: malformed(16, alice, 'WICC', 'WICC:10:wi', 100_000_000),
  submitdexbuymarketordertx: malformed(16, alice, 'WICC:10:wi', 'WICC'),
  submitdexcancelordertx: unknown(-4003, alice, UNKNOWN_TXID),
  submitdexselllimitordertx: malformed(16, alice, 'WICC', 'WICC:10:wi', 100_000_000),
  submitdexsellmarketordertx: malformed(16, alice, 'WICC', 'WICC:10:wi'),
  submitdexsettletx: malformed(-8, EXAMPLE.settler, [{ buy_order_id: UNKNOWN_TXID }]),
  // Governance
  getcdpparam: unknown(-8, 'WICC:WUSD', 'NOTHING'),
  getgovernors: TOO_MANY,
  getproposal: malformed(-1, 7),
  getsysparam: unknown(-8, 'NOTHING'),
  listmintxfees: TOO_MANY,
  listsysparams: TOO_MANY,
  submitproposalapprovaltx: { params: [alice, EXAMPLE.proposal], code: -2001, why: 'only governors may' },
  // Keys
  dropminermainkeys: TOO_MANY,
  dropprivkey: { params: [EXAMPLE.luaContract], code: -2001, why: 'the wallet has no key of it' },
  dumpprivkey: { params: [EXAMPLE.luaContract], code: -2001, why: 'the wallet has no key of it' },
  getnewaddr: malformed(-3, 'yes'),
  getsignature: malformed(-5, 'key', UNKNOWN_TXID),
  getwalletinfo: TOO_MANY,
  importprivkey: malformed(-5, NO_KEY_OF_THIS_NETWORK),
  listaddr: TOO_MANY,
  listtx: malformed(-1, 'all'),
  signmessage: nobody(NOBODY, 'hello'),
  verifymessage: malformed(-5, alice, 'a=b', 'hello'),
  // Lua contracts
  callcontracttx: unknown(-8, alice, UNKNOWN_REGID, 0, 'f0110000'),
  submitcontractcalltx: {
    params: [alice, EXAMPLE.luaContract, 'f0110000', 0],
    code: -2001,
    why: 'the contract fails',
  },
  submitcontractdeploytx: unknown(-3002, alice, '/tmp/lua/nothing.lua', 110_000_000),
  submitucontractcalltx: unknown(-8, alice, UNKNOWN_REGID, 'f0110000', 'WICC:0', 'WICC:1000000'),
  submitucontractdeploytx: {
    params: [alice, '/tmp/nothing.lua', 'WICC:110000000'],
    code: -3002,
    why: 'no file',
  },
  // Mining
  generate: malformed(-8, -1),
  getminedblocks: malformed(-1, 'all'),
  getminerbyblocktime: malformed(-8, 0, 0),
  getmininginfo: TOO_MANY,
  gettotalbpssize: TOO_MANY,
  listdelegates: malformed(-8, 1000),
  setautomine: malformed(-8, 'never'),
  setblocktime: malformed(-8, 1),
  setgenerate: malformed(-8, true, 0),
  submitblock: malformed(-10, '00'),
  // Network
  addnode: malformed(-1, '10.0.0.5:18920', 'greet'),
  getaddednodeinfo: unknown(-1004, false, '10.0.0.6:18920'),
  getchaininfo: malformed(-32602, 0),
  getconnectioncount: TOO_MANY,
  getnettotals: TOO_MANY,
  getnetworkinfo: TOO_MANY,
  getpeerinfo: malformed(-1, 'yes'),
  ping: TOO_MANY,
  // Node
  createmulsig: malformed(-1, 0, [alice]),
  getcoinunitinfo: TOO_MANY,
  getfinblockcount: TOO_MANY,
  getinfo: TOO_MANY,
  getrewardinfo: TOO_MANY,
  validateaddr: malformed(-1, 7),
  validateaddress: malformed(-1, 7),
  // Outputs with conditions
  genutxomultiinputcondhash: malformed(-8, 3, 4, UNKNOWN_TXID, 0, [alice, bob, carol], bob),
  genutxomultisignaddr: malformed(-8, 3, 4, [alice, bob, carol]),
  genutxomultisignature: nobody(NOBODY, UNKNOWN_TXID),
  getutxo: unknown(-5, UNKNOWN_TXID, 0),
  listutxos: nobody(NOBODY),
  submitpasswordprooftx: nobody(bob, EXAMPLE.lockedOutput, 0, 'secret', NOBODY),
  submitutxotransfertx: malformed(
    -8,
    alice,
    'WICC',
    [],
    [{ coin_amount: 100_000_000, conds: [{ cond_type: CONDITION_TYPES.IP2SA }] }],
  ),
  // Prices
  getfeedcoinpairs: TOO_MANY,
  getscoininfo: TOO_MANY,
  submitpricefeedtx: malformed(-8, '0-2', [{ coin: 'WICC', currency: 'EUR', price: 1 }]),
  // Proposals
  submitaccountpermproposal: malformed(-8, alice, bob, []),
  submitassetpermproposal: unknown(-8, alice, 'NOTHING', [{ perm_code: 4, op_type: GRANT }]),
  submitaxccoinproposal: smallFee(alice, 'ETH', 2, 1),
  submitaxcinproposal: smallFee(alice, 'BTC', 'address', `0x${UNKNOWN_TXID}`, bob, 100_000_000),
  submitaxcoutproposal: smallFee(alice, 'mBTC', 'address', 10_000_000),
  submitcancelorderproposal: unknown(-4003, alice, UNKNOWN_TXID),
  submitcdpparamgovernproposal: unknown(-8, alice, [{ name: 'NOTHING', value: 2 }], 'WICC', 'WUSD'),
  submitcointransferproposal: {
    params: [alice, bob, carol, FORTUNE],
    code: -2002,
    why: 'the account has less',
  },
  submitdexswitchproposal: smallFee(alice, 1, 1),
  submitdiaissueproposal: nobody(alice, 'MYDIA', NOBODY, 1_000_000),
  submitfeedcoinpairproposal: smallFee(alice, 'MYCOIN', 'USD', 1),
  submitgovernorupdateproposal: nobody(alice, NOBODY, 1),
  submitminerfeeproposal: smallFee(alice, 8, 'WICC:20000:sawi'),
  submitparamgovernproposal: unknown(-8, alice, 'NOTHING', 1),
  submittotalbpssizeupdateproposal: malformed(-8, alice, 256, 10_000_000),
  // Raw transactions
  decodetxraw: malformed(-1, '0b01'),
  genunsignedtxraw: unknown(-8, 'submitnothing', {}),
  gettxdetail: malformed(-1, 7),
  signtxraw: malformed(-8, EXAMPLE.unsignedTransaction, []),
  submittx: unknown(3_160_000, alice, UNKNOWN_REGID, 'transfer', []),
  submittxraw: malformed(-1, '0b01'),
  // Transfers
  sendtoaddress: nobody(alice, NOBODY, 10_000),
  sendtoaddresswithfee: { params: [alice, bob, 10_000, 1], code: -32602, why: 'the fee is too small' },
  submitsendmultitx: malformed(-8, alice, [{ to_uid: bob }]),
  submitsendtx: { params: [alice, bob, FORTUNE], code: -2002, why: 'the account has less' },
  // Deploying contracts
  submitdeploymenttx: { params: [alice, '78'], code: -8, why: 'the source has a syntax error' },
  // Trying out Lua contracts
  estimatecontractcall: unknown(-8, alice, UNKNOWN_REGID, 'f0110000'),
  luavm_executecontract: {
    params: [alice, EXAMPLE.luaContract, 'f0110000'],
    code: -11,
    why: 'the contract fails',
  },
  luavm_executescript: unknown(-3002, alice, '/tmp/lua/nothing.lua'),
  // Wallet
  getmnemonic: TOO_MANY,
  restorewallet: malformed(-8, 'not a mnemonic'),
  keypoolrefill: { params: [], code: -2008, why: 'the wallet is not encrypted' },
  getkeypoolinfo: TOO_MANY,
  backupwallet: { params: ['/tmp/none/backup.json'], code: -2001, why: 'the directory is missing' },
  dumpwallet: { params: ['/tmp/none/dump.json'], code: -8, why: 'the directory is missing' },
  encryptwallet: malformed(-1, ''),
  importwallet: { params: ['/tmp/none/dump.json'], code: -8, why: 'the file is missing' },
  walletlock: { params: [], code: -2008, why: 'the wallet is not encrypted' },
  walletpassphrase: { params: ['passphrase', 1], code: -2008, why: 'the wallet is not encrypted' },
  walletpassphrasechange: { params: ['old', 'new'], code: -2008, why: 'the wallet is not encrypted' },
  // WebAssembly contracts
  submitsetcodertx: malformed(-8, alice, 'contract', '0-14'),
  submitsetcodetx: {
    params: [alice, '/tmp/nothing.wasm', '/tmp/nothing.json'],
    code: 3,
    why: 'a file is missing',
  },
  wasm_abidefjson2bin: malformed(3_015_017, []),
  wasm_bin2json: malformed(-32602, '0-800', 'transfer', 'data'),
  wasm_getabi: unknown(3_160_000, UNKNOWN_REGID),
  wasm_getcode: { params: ['0-800'], code: 3_260_002, why: 'it is a contract of the system' },
  wasm_getresult: unknown(3_160_000, UNKNOWN_REGID, 'saved', []),
  wasm_getrow: unknown(3_160_011, EXAMPLE.wasmContract, 'deposits', '00'),
  wasm_gettable: unknown(3_160_000, UNKNOWN_REGID, 'deposits'),
  wasm_gettxtrace: unknown(3_040_020, UNKNOWN_TXID),
  wasm_json2bin: malformed(3_015_014, '0-800', 'transfer', ['0-13']),
};
