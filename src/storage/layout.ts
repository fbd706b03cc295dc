/*
 * What is in the database of a node, and where: the first bytes of every key. Every part of the
 * node that stores something takes its prefix from here, so that no two use the same. The meaning
 * of a prefix never changes, since stored chains depend on it. Prefixes of more than one byte are
 * latin1 texts, one character a byte.
 *
 *     00 + letter      the state store: tip, LtHash, undo records
 *     01 to fe         the tables of the state, a byte each
 *     ff + letter      the block store, a letter for each kind of record
 *     ff 'w' + letter  the wallet's index of transactions
 *     ff 'a' + letter  the indexes of the chain that can be switched on, a letter for each
 */

/** First byte of the keys of the state store itself. */
export const STATE_STORE_PREFIX = 0x00;

/** The records of the state store. */
export const STATE_STORE_KEY = {
  /** Height and digest of the last block. */
  tip: '\0t',
  /** The LtHash of the state, if that is kept. */
  ltHash: '\0l',
  /** By height: what the block has overwritten. */
  undo: '\0u',
} as const;

/** The highest prefix of a table: the byte above still has to be a byte, as it ends the table's range. */
export const MAX_TABLE_PREFIX = 0xfe;

/** First byte of every key of a table of the state. The number says nothing about the table. */
export const TABLE_PREFIX = {
  accounts: 1,
  regIds: 2,
  assets: 3,
  systemParameters: 4,
  minimumFees: 5,
  governors: 6,
  orders: 10,
  ordersByBlock: 11,
  delegateRanking: 20,
  lastVoteHeight: 21,
  pendingDelegates: 22,
  activeDelegates: 23,
  producerCount: 24,
  voteLists: 25,
  pendingRewards: 26,
  inflatedReward: 27,
  fuelHistory: 28,
  recentTransactions: 29,
  priceSamples: 30,
  medianPrices: 31,
  feedPairs: 32,
  contractVotes: 33,
  validatorSets: 34,
  proposals: 40,
  proposalApprovals: 41,
  swapCoins: 42,
  swapIns: 43,
  cdpParameters: 44,
  cdpInterestChanges: 45,
  cdpCollaterals: 46,
  dexOperators: 47,
  dexOperatorOwners: 48,
  lastDexOperatorId: 49,
  dexOperatorChanges: 50,
  closedOrders: 60,
  trades: 61,
  tradesOfOrder: 62,
  ordersByPrice: 63,
  cdps: 70,
  cdpsByOwner: 71,
  cdpsByRatio: 72,
  cdpsByHeight: 73,
  cdpTotals: 74,
  closedCdps: 75,
  cdpsClosedBy: 76,
  utxos: 80,
  passwordProofs: 81,
  utxosByOwner: 82,
  spentUtxos: 83,
  contracts: 90,
  contractData: 91,
  contractAccounts: 92,
} as const;

/** First byte of every key of the block store and of the wallet's index. */
export const BLOCK_STORE_PREFIX = 0xff;

/** Second byte of the keys of the block store: the kind of the record. Hashes in keys are in wire order. */
export const BLOCK_KIND = {
  /** By height: the encoded block; of block 0, and of chains without a log of blocks. */
  block: 'b',
  /** By height: where the block is in the log of blocks. */
  place: 'c',
  /** By height: what listings show of the block. */
  summary: 's',
  /** By height: receipts that belong to no transaction of the block. */
  systemReceipts: 'y',
  /** By height: failures; no record where there were none. */
  failures: 'f',
  /** By block hash: the height, of blocks of the chain. */
  height: 'h',
  /** By txid: where the transaction is, and its receipts. */
  transaction: 't',
  /** By txid: the call tree as JSON text. */
  trace: 'x',
  /** By txid of a reward: the receipts of its payment a hundred blocks later. */
  payment: 'p',
  /** By block hash: the encoded block, of blocks that were disconnected, in chains without a log. */
  stale: 'd',
  /** By block hash: header and place in the log, of blocks that were disconnected. */
  stalePlace: 'k',
  /** By block hash: what was set in the block without a transaction; most blocks have none. */
  edits: 'e',
  /** By block hash: nothing; the block must not be connected. */
  invalid: 'i',
  /** Once: up to where the database has followed the log of blocks. */
  logPosition: 'l',
  /** Once: the switch of branches that is running; no record where there is none. */
  switching: 'g',
  /** Once: up to which block the chain was pruned; no record where all blocks are kept. */
  pruned: 'z',
  /** By txid: transactions whose blocks are not kept any more, and which contracts can ask about. */
  past: 'q',
  /** By height: what the block did to orders, trades and debt positions, as JSON text; no record where that is nothing. */
  market: 'm',
  /** Once: height of the first block of which that is recorded. */
  marketSince: 'n',
} as const;

/** What every key of the wallet's index of transactions begins with. */
export const WALLET_INDEX_PREFIX = '\xffw';

/** The byte after that prefix: the kind of the record. */
export const WALLET_INDEX_KIND = {
  /** By descending height and txid: transactions in blocks. */
  confirmed: 'c',
  /** By txid: transactions in no block. */
  unconfirmed: 'u',
  /** How far the chain has been looked through. */
  progress: 'p',
  /** Once: up to where the database has followed the log of the transactions that wait. */
  logged: 'l',
} as const;

/** What every key of an index of the chain begins with. */
export const INDEX_PREFIX = '\xffa';

/** The byte after that prefix: of which index it is. */
export const INDEX_KIND = {
  /** By index: how far it is. */
  progress: 'p',
  /** By key id, height and position: transactions in which an account takes part. */
  addresses: 'a',
  /** By regid, height and position: transactions that called a contract. */
  contracts: 'c',
  /** By regid of the owner and height: orders that were placed. */
  orders: 'o',
  /** By key id and height: trades of an account. */
  trades: 't',
  /** By regid of the owner and height: debt positions that were opened. */
  positions: 'd',
  /** By type, height and position: transactions with receipts of the type. */
  receipts: 'r',
  /** By symbol, falling balance and key id: accounts that have coins. */
  holders: 'h',
} as const;

/** Every key space of the database by its name: the text that its keys, and no others, begin with. */
export const KEY_SPACES: ReadonlyMap<string, string> = new Map([
  ...spaces('state store', STATE_STORE_KEY, key => key),
  ...spaces('table', TABLE_PREFIX, prefix => String.fromCharCode(prefix)),
  ...spaces('block store', BLOCK_KIND, kind => String.fromCharCode(BLOCK_STORE_PREFIX) + kind),
  ...spaces('wallet index', WALLET_INDEX_KIND, kind => WALLET_INDEX_PREFIX + kind),
  ...spaces('index', INDEX_KIND, kind => INDEX_PREFIX + kind),
]);

function spaces<T>(owner: string, names: Readonly<Record<string, T>>, prefixOf: (mark: T) => string) {
  return Object.entries(names).map(([name, mark]) => [`${owner} ${name}`, prefixOf(mark)] as const);
}
