import type { ChainFiles } from '../chain/backup.js';
import type { CatchUpProgress } from '../chain/catch-up.js';
import type { Chain } from '../chain/chain.js';
import { ChainIndexes } from '../chain/indexes/chain-indexes.js';
import { IndexReader } from '../chain/indexes/index-reader.js';
import { MarketRecorder } from '../chain/market/market-recorder.js';
import { completeChain } from '../chain/open-chain.js';
import { reindexBlocks } from '../chain/reindex-blocks.js';
import { Tasks, UNWATCHED } from '../chain/tasks.js';
import { keptIndexNames } from '../config/kept-indexes.js';
import type { Options } from '../config/load-options.js';
import type { LogCategories } from '../config/log-categories.js';
import type { Consensus } from '../consensus/consensus.js';
import type { ConsensusName } from '../consensus/drivers.js';
import { producerKeys } from '../consensus/solo/producer-keys.js';
import type { SoloSettings } from '../consensus/solo/solo-consensus.js';
import { Matcher } from '../matcher/matcher.js';
import type { MatcherSettings } from '../matcher/settings.js';
import { PriceFeeder } from '../price-feeder/price-feeder.js';
import { AREAS } from '../rpc/areas.js';
import { MethodRegistry } from '../rpc/declaration/registry.js';
import { KeySpace } from '../storage/key-space.js';
import { WALLET_INDEX_PREFIX } from '../storage/layout.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { Wallet } from '../wallet/wallet.js';
import { scrubInBackground } from './background-scrub.js';
import { buildCore, type CoreRequest } from './build-core.js';
import { buildIndexes } from './build-indexes.js';
import type { ChainPaths } from './chain-paths.js';
import type { Cleanup } from './cleanup.js';
import { type NodeContext, nodeContext } from './context.js';
import { openWaitingLog } from './open-waiting-log.js';
import { followOwnTransactions } from './own-transactions.js';
import { PoolLoading } from './restore-pool.js';
import { RunTallies } from './run-tallies.js';
import { freeIn, openFilesOfProcess, Watch } from './watch.js';

export interface NodeRequest extends Omit<CoreRequest<ConsensusName>, 'production' | 'onProblem'> {
  readonly options: Options;
  /** Where the chain is kept; undefined where it is in memory. */
  readonly paths?: ChainPaths | undefined;
  readonly openWallet: () => Promise<Wallet>;
  readonly matcherSettings: Partial<MatcherSettings>;
  /** How `solo` makes blocks. */
  readonly production?: Omit<SoloSettings, 'keys' | 'ownFeeds'>;
  readonly onProblem: (problem: Error) => void;
  /** Is called with what the operator should know of what was found. */
  readonly onNote?: (note: string) => void;
  /** Is called when nothing can be acknowledged any more; default: as a problem. */
  readonly onFailure?: (error: Error) => void;
  /** Is called with each step of the log of blocks that the database did not have. */
  readonly onCatchUp?: ((progress: CatchUpProgress) => void) | undefined;
  /** Is called with what a long start is doing, and how far it is. */
  readonly onStart?: ((what: string, done: number, total: number) => void) | undefined;
  /** Called when somebody asks the node to stop. */
  readonly requestStop: () => void;
  /** The parts of the log, whose levels can be changed. */
  readonly logCategories: LogCategories;
}

/**
 * Builds the parts of a node and what its methods need of them; the only place where they are put
 * together. Nothing runs by itself yet: the caller starts consensus, matcher and server as it wants them.
 *
 * @param cleanup - gets the steps that take everything down again
 * @throws ChainError, WalletError
 */
export async function buildNode(request: NodeRequest, cleanup: Cleanup): Promise<NodeContext> {
  const { options, network, store, onProblem, requestStop, logCategories } = request;
  const keys = producerKeys(network);
  const onStart = request.onStart ?? (() => undefined);
  const priceFeeder = new PriceFeeder({ network, keys, onProblem });
  const production: SoloSettings = {
    mode: 'manual',
    ...request.production,
    keys,
    ownFeeds: priceFeeder,
  };
  const runs = new RunTallies();
  const { chain, mempool, consensus, signatureCache } = await buildCore(
    { ...request, production, runs },
    cleanup,
  );

  const market = new MarketRecorder(chain, store);
  cleanup.add(chain.record(market));
  const names = keptIndexNames(options, network);
  const anew = options.reindex.includes('tx');
  const keptIndexes = await ChainIndexes.open({ chain, store, market, names, anew });
  cleanup.add(chain.record(keptIndexes));
  const wallet = await request.openWallet();
  cleanup.add(() => wallet.close());
  const walletStore = KeySpace.of(store, WALLET_INDEX_PREFIX);
  const own = await followOwnTransactions({
    store: walletStore,
    chain,
    mempool,
    wallet,
    anew: options.reindex.includes('wallet'),
    onBlock: sliced(height =>
      onStart('reading blocks for the list of own transactions', height, chain.tip.header.height),
    ),
    onProblem,
    openLog: waitingLogOf(request, walletStore),
    onFailure: request.onFailure,
  });
  cleanup.add(() => own.close());

  await completeChain(chain, request.onCatchUp);
  if (options.reindex.includes('tx')) await reindexAtStart(request, chain);

  const tasks = new Tasks();
  cleanup.add(() => tasks.close());
  await buildIndexes({ indexes: keptIndexes, tasks, onProblem });
  const watch = watchOf(request, chain, consensus);
  const files = filesOf(request, chain);
  const onDamage = (problem: string): void => watch.damaged(problem);
  const verifyWallet = () => wallet.verifyStored();
  const hours = files === undefined ? 0 : options.scrubhours;
  cleanup.add(scrubInBackground({ chain, files, verifyWallet, tasks, hours, onDamage, onProblem }));
  for (const price of options.price) priceFeeder.set(price);
  const wireRules = wireRulesOf(network);
  const settings = request.matcherSettings;
  const matcher = new Matcher({ chain, mempool, consensus, wallet, wireRules, settings, onProblem });
  return nodeContext({
    options,
    chain,
    mempool,
    poolLoading: new PoolLoading(),
    market,
    indexes: new IndexReader({ store, names, tip: () => chain.tip }),
    keptIndexes,
    consensus,
    wallet,
    matcher,
    priceFeeder,
    transactions: own.index,
    rescan: own.rescan,
    signatureCache,
    files,
    tasks,
    watch,
    runs,
    registry: new MethodRegistry(AREAS),
    requestStop,
    logCategories,
  });
}

/** How to open the log of what waits; undefined where everything is in memory. */
function waitingLogOf({ options, paths, onNote }: NodeRequest, store: KeySpace) {
  if (paths === undefined) return undefined;
  const { networkDirectory, salvage } = options;
  return (genesisHash: string) =>
    openWaitingLog({ networkDirectory, genesisHash, store, salvage, onNote: onNote ?? (() => undefined) });
}

/** Others have their turn between two blocks. */
function sliced(tell: (height: number) => void): (height: number) => Promise<void> {
  return async height => {
    tell(height);
    await UNWATCHED.turn();
  };
}

async function reindexAtStart({ store, onStart, onProblem }: NodeRequest, chain: Chain): Promise<void> {
  const report = (done: number, total: number): void =>
    onStart?.('making the index of transactions anew', done, total);
  const { transactions, withoutReceipts, removed } = await reindexBlocks(chain, store, {
    ...UNWATCHED,
    report,
  });
  onStart?.(
    `the index has ${transactions} transactions; entries of others that were removed`,
    removed,
    removed,
  );
  if (withoutReceipts === 0) return;
  onProblem(
    new Error(
      `${withoutReceipts} transactions have no receipts, which only executing everything gives back: -reindex`,
    ),
  );
}

/** Looks at what could keep the node from working before it does. */
function watchOf(
  { options, paths, onProblem }: NodeRequest,
  chain: Chain,
  { chainControl }: Consensus,
): Watch {
  const blockInterval = options.mininginterval;
  return new Watch({
    limits: { free: options.minfreespace * 2 ** 20, blockInterval },
    async read() {
      const isDue = chainControl?.mode === 'interval' && !chainControl.paused;
      const now = Math.floor((Date.now() + (chainControl?.clockOffset ?? 0)) / 1000);
      return {
        free: paths && (await freeIn(options.networkDirectory)),
        slowestSync: chain.log?.takeSlowestSync() ?? 0,
        sinceBlock: isDue ? now - chain.tip.header.time : undefined,
        openFiles: await openFilesOfProcess(),
      };
    },
    onWarning: warning => onProblem(new Error(warning)),
  });
}

function filesOf({ options, paths, store }: NodeRequest, { log }: Chain): ChainFiles | undefined {
  if (paths === undefined || log === undefined) return undefined;
  return { network: options.networkDirectory, ...paths, store, log };
}
