import type { ChainFiles } from '../../chain/backup.js';
import type { Chain } from '../../chain/chain.js';
import type { ChainIndexes } from '../../chain/indexes/chain-indexes.js';
import type { IndexReader } from '../../chain/indexes/index-reader.js';
import type { Mempool } from '../../chain/mempool.js';
import type { TaskControl, Tasks } from '../../chain/tasks.js';
import type { Options } from '../../config/load-options.js';
import type { LogCategories } from '../../config/log-categories.js';
import type { NetworkParameters } from '../../config/network.js';
import type { Consensus } from '../../consensus/consensus.js';
import type { SignatureCache } from '../../ledger/signature-cache.js';
import type { Matcher } from '../../matcher/matcher.js';
import type { PriceFeeder } from '../../price-feeder/price-feeder.js';
import type { StateReader } from '../../state/state.js';
import type { WireRules } from '../../tx/definition.js';
import type { TransactionIndex } from '../../wallet/transaction-index.js';
import type { Wallet } from '../../wallet/wallet.js';
import type { PathGuard } from '../files/path-guard.js';
import type { AddedNodes } from './added-nodes.js';
import type { AmountFormat } from './amounts.js';
import type { ChainSnapshots } from './chain-snapshots.js';
import type { HeapProfiler } from './heap-profiler.js';
import type { LoadTest } from './load-test.js';

/** How far the transactions that waited when the node stopped are back in the pool. */
export interface PoolProgress {
  /** Those that waited. */
  readonly total: number;
  /** Those of them that are in the pool, or are known to be refused. */
  readonly done: number;
  /** Those that are still to be put back. */
  readonly left: number;
}

/** What handlers use of the running node. A function that needs less declares it with `Pick`. */
export interface NodeServices {
  /** Who calls: what one client has of the node for nothing keeps no other from it. Empty for the node itself. */
  readonly client: string;
  readonly options: Options;
  /** Decides which paths of callers may be used. */
  readonly paths: PathGuard;
  readonly network: NetworkParameters;
  readonly wireRules: WireRules;
  readonly chain: Chain;
  /** The committed state at the tip. */
  readonly state: StateReader;
  /** Height of the newest block. */
  readonly tipHeight: number;
  readonly mempool: Mempool;
  /** How far what waited when the node stopped is back in the pool. */
  readonly poolLoading: PoolProgress;
  readonly consensus: Consensus;
  /** Reads the indexes of the chain. */
  readonly indexes: IndexReader;
  /** The indexes as they follow the chain. */
  readonly keptIndexes: Pick<ChainIndexes, 'drop'>;
  readonly wallet: Wallet;
  /** Matches orders of the exchange, if it is switched on. */
  readonly matcher: Matcher;
  /** Feeds prices on a development network, if any are set. */
  readonly priceFeeder: PriceFeeder;
  readonly transactions: TransactionIndex;
  /** Looks for transactions of keys that are new in the wallet. @returns how many were found */
  readonly rescan: (task: TaskControl) => Promise<number>;
  readonly addedNodes: AddedNodes;
  /** Where dev_revert can go back to. */
  readonly snapshots: ChainSnapshots;
  readonly loadTest: LoadTest;
  readonly heapProfiler: HeapProfiler;
  readonly signatureCache: Pick<SignatureCache, 'size'>;
  /** Where the chain is kept; undefined where it is in memory. */
  readonly files: ChainFiles | undefined;
  /** The long pieces of work that are running. */
  readonly tasks: Tasks;
  /** What is wrong around the node, such as a disk that is nearly full. */
  readonly watch: { readonly warnings: readonly string[] };
  /** Records that something that is stored is damaged: it is logged, and an error of the node from now on. */
  readonly reportDamage: (problem: string) => void;
  /** What is measured, for monitoring. */
  readonly metrics: {
    /** In the text form of Prometheus; undefined where the package that writes it is not installed. */
    text(): Promise<string | undefined>;
    readonly tallies: {
      /** Counts a transaction that was refused, by reject code. */
      refused(code: number): void;
    };
  };
  /** The parts of the log. */
  readonly logCategories: LogCategories;
  readonly amountFormat: AmountFormat;
  /** Version of this program, such as `0.1.0`. */
  readonly programVersion: string;
}
