import type { ChainFiles } from '../chain/backup.js';
import type { Chain } from '../chain/chain.js';
import type { ChainIndexes } from '../chain/indexes/chain-indexes.js';
import type { IndexReader } from '../chain/indexes/index-reader.js';
import type { MarketRecorder } from '../chain/market/market-recorder.js';
import type { Mempool } from '../chain/mempool.js';
import type { Tasks } from '../chain/tasks.js';
import type { Options } from '../config/load-options.js';
import type { LogCategories } from '../config/log-categories.js';
import { packageVersion } from '../config/package-version.js';
import type { Consensus } from '../consensus/consensus.js';
import type { SignatureCache } from '../ledger/signature-cache.js';
import type { Matcher } from '../matcher/matcher.js';
import type { PriceFeeder } from '../price-feeder/price-feeder.js';
import { BlockWaits } from '../rpc/chain/block-waits.js';
import type { MethodArea } from '../rpc/declaration/method.js';
import type { MethodRegistry } from '../rpc/declaration/registry.js';
import { PathGuard } from '../rpc/files/path-guard.js';
import { pathRulesOf } from '../rpc/files/path-rules.js';
import { AddedNodes } from '../rpc/node/added-nodes.js';
import { inCoins, inSawi } from '../rpc/node/amounts.js';
import { ChainSnapshots } from '../rpc/node/chain-snapshots.js';
import type { ControlContext } from '../rpc/node/control.handlers.js';
import { HeapProfiler } from '../rpc/node/heap-profiler.js';
import { LoadTest } from '../rpc/node/load-test.js';
import type { NodeServices } from '../rpc/node/services.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { TransactionIndex } from '../wallet/transaction-index.js';
import type { Wallet } from '../wallet/wallet.js';
import { NodeMetrics } from './metrics.js';
import type { FollowingIndex } from './own-transactions.js';
import type { PoolLoading } from './restore-pool.js';
import type { RunTallies } from './run-tallies.js';
import type { Watch } from './watch.js';

/** The parts of a running node that its methods work with. */
export interface NodeParts {
  readonly options: Options;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly poolLoading: PoolLoading;
  readonly market: MarketRecorder;
  readonly indexes: IndexReader;
  readonly keptIndexes: Pick<ChainIndexes, 'drop'>;
  readonly consensus: Consensus;
  readonly wallet: Wallet;
  readonly matcher: Matcher;
  readonly priceFeeder: PriceFeeder;
  readonly transactions: TransactionIndex;
  readonly rescan: FollowingIndex['rescan'];
  readonly signatureCache: Pick<SignatureCache, 'size'>;
  readonly files: ChainFiles | undefined;
  readonly tasks: Tasks;
  readonly watch: Watch;
  readonly runs: RunTallies;
  readonly registry: MethodRegistry<MethodArea<NodeContext>>;
  readonly requestStop: () => void;
  readonly logCategories: LogCategories;
}

/** What all methods of the interface together need. */
export interface NodeContext extends NodeParts, NodeServices, ControlContext {
  readonly registry: NodeParts['registry'];
  readonly poolLoading: PoolLoading;
  readonly watch: Watch;
  readonly metrics: NodeMetrics;
  readonly blockWaits: BlockWaits;
}

/** The parts of a node with what methods derive from them, and what they keep between calls. */
export function nodeContext(parts: NodeParts): NodeContext {
  const { chain, options } = parts;
  const { network } = chain.ledger;
  const programVersion = packageVersion();
  return Object.freeze({
    ...parts,
    client: '',
    network,
    paths: new PathGuard(pathRulesOf(options)),
    wireRules: wireRulesOf(network),
    blockWaits: new BlockWaits(chain),
    addedNodes: new AddedNodes(),
    snapshots: new ChainSnapshots(),
    loadTest: new LoadTest(),
    heapProfiler: new HeapProfiler(),
    amountFormat: options.displayvalueinsawi ? inSawi : inCoins,
    programVersion,
    metrics: new NodeMetrics({ ...parts, programVersion }),
    reportDamage: (problem: string) => parts.watch.damaged(problem),
    get state() {
      return chain.state;
    },
    get tipHeight() {
      return chain.tip.header.height;
    },
  });
}
