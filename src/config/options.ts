import { INDEX_NAMES } from './index-names.js';
import { LOG_CATEGORIES, LOG_LEVELS } from './log-categories.js';
import { categoryLevels } from './log-options.js';
import { NETWORKS } from './networks/index.js';
import {
  choice,
  flag,
  integer,
  integers,
  list,
  type OptionType,
  type OptionValue,
  optionalFlag,
  optionalInteger,
  optionalParts,
  optionalPath,
  partsOf,
  path,
  paths,
  text,
} from './option-types.js';
import { pairPrices, pairs } from './pair-options.js';
import { RPC_LIMITS } from './rpc-limits.js';

/** An option: from its declaration follow reading, checking and help. */
export interface OptionDeclaration {
  readonly type: OptionType<unknown>;
  readonly default: unknown;
  readonly summary: string;
}

const MAX_PORT = 65_535;
/** Timers count at most 2^31 milliseconds. */
const MAX_SECONDS = 2_000_000;
const MAX_HEIGHT = 2 ** 31 - 1;
/** Rewards mature after a hundred blocks, and reorganisations need the blocks that they take back. */
const LEAST_KEPT_BLOCKS = 100;

function declare<T>(
  type: OptionType<T>,
  defaultValue: T,
  summary: string,
): OptionDeclaration & { readonly type: OptionType<T>; readonly default: T } {
  return { type, default: defaultValue, summary };
}

/** All options by group. Names and meanings are the reference's where it has them (spec 02 §1.8). */
export const OPTION_GROUPS = {
  'Files and network': {
    datadir: declare(
      path('own-directory', 'working directory'),
      '~/.coind',
      'Data directory; `cur` is the working directory',
    ),
    conf: declare(
      path('read', 'data directory'),
      'coind.conf',
      'Configuration file, relative to the data directory',
    ),
    nettype: declare(choice([...NETWORKS.keys()]), 'regtest', 'Network'),
    pid: declare(
      path('own-file', 'directory of the network'),
      'coind.pid',
      'File for the process id, relative to the directory of the network',
    ),
    wallet: declare(
      path('own-file', 'directory of the network'),
      'wallet.dat',
      'Wallet file, relative to the directory of the network',
    ),
    keypool: declare(
      integer(0, 10_000),
      100,
      'Keys that an encrypted wallet makes in advance, for addresses while it is locked',
    ),
    filesdir: declare(
      paths('files', 'data directory'),
      [],
      'Directory for files that methods read and make; relative paths of methods begin in the first one, and callers ' +
        'from other machines may use no others. By default `files` in the data directory',
    ),
  },
  'JSON-RPC server': {
    rpcserver: declare(flag, true, 'Serve JSON-RPC'),
    rpcport: declare(
      optionalInteger(0, MAX_PORT),
      undefined,
      'Port to serve on or to connect to, by default that of the network; 0 takes any free port',
    ),
    rpcbind: declare(list, [], 'Address to listen on, host or host:port; by default this machine only'),
    rpcallowip: declare(list, [], 'Peer that may connect besides this machine: address or network'),
    rpcallowhost: declare(
      list,
      [],
      'Name by which this node may be addressed, besides its addresses and localhost',
    ),
    rpccorsdomain: declare(
      list,
      [],
      'Origin of pages that may use this node from a browser, such as https://wallet.example',
    ),
    web: declare(
      optionalFlag,
      undefined,
      'Serve the page for browsers; by default where only this machine can connect',
    ),
    rpcuser: declare(text, '', 'User name; without user and password the node makes up a cookie file'),
    rpcpassword: declare(
      text,
      '',
      'Password; better in rpcpasswordfile, or in a configuration file that others cannot read',
    ),
    rpcpasswordfile: declare(
      optionalPath('read', 'working directory'),
      '',
      'File whose first line is the password, in the place of rpcpassword',
    ),
    rpcauth: declare(
      list,
      [],
      'Further user, with a hash of the password: NAME:SALT$HASH as `coind rpcauth NAME` makes it',
    ),
    rpcrole: declare(
      list,
      [],
      'What a user may do: NAME:ROLE with read, wallet, admin or dev; by default dev',
    ),
    rpcwhitelist: declare(list, [], 'The only methods that a user may call: NAME:METHOD,METHOD,…'),
    rpcthreads: declare(integer(1, 1024), 4, 'Accepted for older configurations, has no effect'),
    rpcownthread: declare(
      flag,
      true,
      'Serve in a thread of its own, which answers while contracts run; with 0, in that of the node',
    ),
    rpcmaxconnections: declare(
      integer(1, 100_000),
      RPC_LIMITS.connections.most,
      'Connections in all; never more than half of the files that the process may have open',
    ),
    rpcmaxaddressconnections: declare(
      integer(1, 100_000),
      RPC_LIMITS.connectionsOfAddress.most,
      'Connections from one address',
    ),
    rpcworkqueue: declare(
      integer(1, 65_536),
      RPC_LIMITS.waitingCalls.most,
      'How many calls may wait for their turn',
    ),
    rpcservertimeout: declare(
      integer(1, 3600),
      RPC_LIMITS.timeout.most,
      'Seconds for a request to arrive, for an answer to be read on, and until an idle connection is closed',
    ),
    rpcwhitelistcmd: declare(list, [], 'Method to allow; if any is given, no other may be called'),
    rpcblacklistcmd: declare(list, [], 'Method to bar'),
    disablesafemode: declare(flag, true, 'With 0, only methods that change nothing may be called'),
    displayvalueinsawi: declare(flag, true, 'Show amounts in sawi; with 0, as text with eight decimals'),
    showlocalfinblock: declare(flag, false, 'Show the locally final block in getinfo'),
  },
  'Command-line client': {
    stdin: declare(flag, false, 'Read further parameters from standard input, one a line'),
    stdinwalletpassphrase: declare(
      flag,
      false,
      'Read the passphrases and keys that a method needs from standard input, one a line, instead of from the parameters',
    ),
    stdinrpcpass: declare(flag, false, 'Read the password from standard input: its first line'),
    walletpassphrasefile: declare(
      optionalPath('read', 'working directory'),
      '',
      'File whose first line is the passphrase of the wallet, for methods that need it',
    ),
    rpcconnect: declare(
      text,
      '127.0.0.1',
      'Host to connect to, or host:port; [::1] and ::1 are addresses too',
    ),
    rpcclienttimeout: declare(
      integer(0, MAX_SECONDS),
      900,
      'Seconds until a call that is not answered is given up; 0 is never',
    ),
    rpcwait: declare(flag, false, 'Wait until the server answers'),
    rpcwaittimeout: declare(integer(0, MAX_SECONDS), 0, 'Seconds that -rpcwait waits at most; 0 is for ever'),
    output: declare(
      choice(['text', 'json', 'jsonl', 'table']),
      'text',
      'How results are shown: for people, as JSON in one line, an element in each line, or in columns',
    ),
    rpcssl: declare(flag, false, 'Connect with TLS, for a server behind a proxy'),
  },
  'Network of validators': {
    cometbft: declare(
      text,
      'cometbft',
      'Program of the consensus engine, a name in PATH or a path, which a node of a network of validators runs; with an empty value somebody else runs it',
    ),
    cometbfthome: declare(
      path('own-directory', 'directory of the network'),
      'cometbft',
      'Directory of the consensus engine, with its configuration and its data, relative to the directory of the network',
    ),
    cometbftrpc: declare(
      integer(1, MAX_PORT),
      26_657,
      'Port on this machine at which the consensus engine answers the node',
    ),
    abci: declare(
      text,
      '',
      'Where the consensus engine finds the node: unix:PATH or tcp://HOST:PORT; by default a socket in the directory of the network',
    ),
    snapshotinterval: declare(
      integer(0, MAX_HEIGHT),
      10_000,
      'Blocks from one snapshot of the state to the next, which a node of a network of validators makes for nodes that join; 0: none',
    ),
    enginekeep: declare(
      optionalInteger(LEAST_KEPT_BLOCKS, MAX_HEIGHT),
      undefined,
      'Newest blocks that the consensus engine keeps for nodes that fetch them, and at least those behind the oldest snapshot; by default all',
    ),
    statesync: declare(
      flag,
      false,
      'Begin with the state of a recent block, which the consensus engine fetches from other nodes, instead of executing all blocks: the section [statesync] of its config.toml says whom to trust. Nothing is fetched where there is a chain already',
    ),
  },
  'Blocks and transactions': {
    mining: declare(
      choice(['instant', 'interval', 'manual']),
      'instant',
      'When blocks are made: with each transaction, every so many seconds, or by RPC only',
    ),
    mininginterval: declare(integer(1, 86_400), 3, 'Seconds between blocks in interval mining'),
    genblock: declare(flag, true, 'Make blocks with the producer keys at hand'),
    genblocklimit: declare(
      integer(-1, MAX_HEIGHT),
      -1,
      'Blocks to make before production pauses; -1 is no limit',
    ),
    price: declare(
      pairPrices,
      [],
      'Price to feed in every block of a development network, such as WICC:USD=0.2',
    ),
    bps: declare(integer(1, 11), 11, 'Number of block producers of a new development chain'),
    blockmaxsize: declare(integer(1000, 4_000_000), 3_750_000, 'Largest block to make, in bytes'),
    limitfreerelay: declare(
      integer(0, 1_000_000),
      15,
      'Transactions with hardly a fee to accept, in kilobytes a minute',
    ),
    limitunpaidwork: declare(
      integer(1, 1_000_000),
      600,
      'Work for transactions of one sender that fail, in millions of units a minute; for all five times as much',
    ),
    blocknotify: declare(
      text,
      '',
      'Command to run when another block is the newest one: %s is its hash, %h its height',
    ),
    walletnotify: declare(
      text,
      '',
      'Command to run when a transaction of an account of the wallet comes, gets into a block or loses it: %s is its id, %b the hash of the block or unconfirmed, %h its height or -1',
    ),
    statehash: declare(flag, false, 'Keep a homomorphic hash of the state (LtHash) beside the digest'),
    txindex: declare(flag, true, 'Find transactions of blocks by id in gettxdetail'),
    index: declare(
      optionalParts(INDEX_NAMES),
      undefined,
      'Indexes of the chain to keep, which listings need: 1 is all; by default all on a development network, else none',
    ),
    txtrace: declare(flag, true, 'Store and return execution traces'),
    genreceipt: declare(flag, true, 'Store receipts'),
    logfailures: declare(flag, false, 'Store the failures of each block'),
    luajit: declare(
      choice(['hot', 'always', 'never']),
      'hot',
      'When functions of Lua contracts are compiled to JavaScript: when they run often, at the first call, or never',
    ),
    persistclosedcdp: declare(flag, true, 'Accepted for older configurations, has no effect'),
  },
  Exchange: {
    dexmatcher: declare(flag, false, "Match orders and settle them; the wallet needs the settler's key"),
    dexselftrade: declare(flag, false, 'Let the matcher deal orders of one account with each other'),
    dexreferenceprice: declare(
      choice(['none', 'last', 'static']),
      'none',
      'Price at which the matcher lets two market orders meet: none, that of the newest trade, or dexprice',
    ),
    dexprice: declare(pairPrices, [], 'Price of a pair for dexreferenceprice=static, such as WICC:WUSD=0.25'),
    dexpair: declare(pairs, [], 'Pair that the matcher serves, such as WICC:WUSD; by default all'),
    dexid: declare(
      integers(0, 2 ** 32 - 1),
      [],
      'Operator whose orders the matcher serves, by number; by default all',
    ),
    dexconfirmations: declare(
      integer(1, 1000),
      1,
      'Blocks that an order must be in or under before the matcher deals it',
    ),
    dexmaxitems: declare(integer(1, 10_000), 200, 'Deals that the matcher puts into one settlement'),
    dexmaxtxs: declare(integer(1, 10_000), 20, 'Settlements that the matcher hands in for one block'),
  },
  Storage: {
    engine: declare(choice(['auto', 'rocksdb', 'leveldb', 'memory']), 'auto', 'Storage engine'),
    ephemeral: declare(flag, false, 'Keep everything in memory; nothing is left after the end'),
    state: declare(
      optionalPath('own-file', 'working directory'),
      '',
      'File of a development chain, which is kept in memory: read at the start if it is there, written at the end',
    ),
    reindex: declare(
      partsOf(['wallet', 'tx']),
      [],
      'Make the database anew from the log of blocks; the present one is kept until that is done. With a value, only ' +
        'the list of own transactions (wallet), or the index of blocks and transactions (tx)',
    ),
    loadsnapshot: declare(
      optionalPath('read', 'working directory'),
      '',
      'Directory of a snapshot that dumpsnapshot has made: a new node begins with it, and executes no earlier blocks',
    ),
    loadblock: declare(
      optionalPath('read', 'working directory'),
      '',
      "Blocks of another node that are added to the chain at the start: a copy of its directory blocks, or a file of blocks as the reference's blk00000.dat",
    ),
    snapshotid: declare(text, '', 'Id that the snapshot must have, as a node that is trusted gives it'),
    scrubhours: declare(
      integer(0, 8760),
      24,
      'Hours between two slow looks at everything that is stored, which shows damage before it is needed; 0 is never',
    ),
    salvage: declare(
      flag,
      false,
      'Repair a damaged log of blocks: from the database, or else by ending it before the damage; what was found is kept',
    ),
    stopatheight: declare(
      optionalInteger(1, MAX_HEIGHT),
      undefined,
      'Stop in good order when this block is the newest one, or a later one',
    ),
    prune: declare(
      optionalInteger(LEAST_KEPT_BLOCKS, MAX_HEIGHT),
      undefined,
      'Newest blocks that are kept, with their undo records and traces; by default all. What was removed does not come back',
    ),
    undoblocks: declare(
      optionalInteger(0, MAX_HEIGHT),
      undefined,
      'Newest blocks that can be disconnected, and whose state can be read; 0 is all. By default 1000, on a development network all',
    ),
    minfreespace: declare(
      integer(0, 1_000_000_000),
      200,
      'MiB that are to be free on the disk: below that the node warns, and begins no backup and no other large file',
    ),
    dbcache: declare(
      integer(4, 65_536),
      64,
      'Bound of each of the two caches in MiB: of the engine, and of decoded state',
    ),
  },
  Logging: {
    loglevel: declare(choice(LOG_LEVELS), 'info', 'Least important messages to log'),
    logcategory: declare(
      categoryLevels,
      [],
      `Another level for a part of the log (${Object.keys(LOG_CATEGORIES).join(', ')}), such as rpc=debug`,
    ),
    logfile: declare(
      optionalPath('own-file', 'directory of the network'),
      '',
      'File to log to, relative to the directory of the network; empty is the terminal',
    ),
    logjson: declare(flag, false, 'Log JSON lines to a terminal too'),
  },
} as const satisfies Record<string, Record<string, OptionDeclaration>>;

type Groups = typeof OPTION_GROUPS;
type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (
  value: infer I,
) => void
  ? I
  : never;
type AllOptions = UnionToIntersection<Groups[keyof Groups]>;

/** The name of an option. */
export type OptionName = keyof AllOptions & string;

/** The values of all options by name. */
export type OptionValues = {
  readonly [N in OptionName]: AllOptions[N] extends { readonly type: infer O } ? OptionValue<O> : never;
};

/** All options by name. */
export const OPTIONS: ReadonlyMap<string, OptionDeclaration> = new Map(
  Object.values(OPTION_GROUPS).flatMap(group => Object.entries<OptionDeclaration>(group)),
);

/** Another name of an option; with a value, a flag that stands for that value (spec 02 O34). */
export interface OptionAlias {
  readonly option: OptionName;
  readonly value?: string;
}

export const OPTION_ALIASES: ReadonlyMap<string, OptionAlias> = new Map<string, OptionAlias>([
  ['server', { option: 'rpcserver' }],
  ['dex-matcher', { option: 'dexmatcher' }],
  ['testnet', { option: 'nettype', value: 'test' }],
  ['regtest', { option: 'nettype', value: 'regtest' }],
]);

/** Options of the reference that mean nothing here: accepted with a note, so that its configurations work. */
export const OPTIONS_WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...['listen', 'port', 'maxconnections', 'timeout', 'banscore', 'bantime', 'addnode', 'connect', 'seednode'],
  ...[
    'proxy',
    'onion',
    'socks',
    'externalip',
    'ipserver',
    'dns',
    'dnsseed',
    'bind',
    'discover',
    'upnp',
    'onlynet',
  ],
  ...['daemon', 'debug', 'alertnotify', 'checklevel', 'checkblocks'],
  ...[
    'maxforktime',
    'genblockforce',
    'isminingtimelimit',
    'onedayblocks',
    'ver2genesisheight',
    'ver2forkheight',
  ],
  ...['ver3forkheight', 'ver3_5forkheight', 'blockintervalprever2fork', 'blockintervalpostver2fork'],
  ...['logprinttoconsole', 'logprinttofile', 'logprintfileline', 'logtimestamps'],
]);
