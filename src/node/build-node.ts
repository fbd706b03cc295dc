import type { ChainFiles } from '../chain/backup.js';
import type { CatchUpProgress } from '../chain/catch-up.js';
import type { Chain } from '../chain/chain.js';
import { completeChain } from '../chain/open-chain.js';
import { Tasks } from '../chain/tasks.js';
import type { Options } from '../config/load-options.js';
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
import { buildCore, type CoreRequest } from './build-core.js';
import type { Cleanup } from './cleanup.js';
import { type NodeContext, nodeContext } from './context.js';
import type { ChainPaths } from './open-database.js';
import { followOwnTransactions } from './own-transactions.js';
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
  /** Is called with each step of the log of blocks that the database did not have. */
  readonly onCatchUp?: ((progress: CatchUpProgress) => void) | undefined;
  /** Called when somebody asks the node to stop. */
  readonly requestStop: () => void;
}

/**
 * Builds the parts of a node and what its methods need of them; the only place where they are put
 * together. Nothing runs by itself yet: the caller starts consensus, matcher and server as it wants them.
 *
 * @param cleanup - gets the steps that take everything down again
 * @throws ChainError, WalletError
 */
export async function buildNode(request: NodeRequest, cleanup: Cleanup): Promise<NodeContext> {
  const { options, network, store, onProblem, requestStop } = request;
  const keys = producerKeys(network);
  const priceFeeder = new PriceFeeder({ network, keys, onProblem });
  const production: SoloSettings = {
    mode: 'manual',
    ...request.production,
    keys,
    ownFeeds: priceFeeder,
  };
  const { chain, mempool, consensus, signatureCache } = await buildCore({ ...request, production }, cleanup);

  const wallet = await request.openWallet();
  cleanup.add(() => wallet.close());
  const walletStore = KeySpace.of(store, WALLET_INDEX_PREFIX);
  const own = await followOwnTransactions({ store: walletStore, chain, mempool, wallet, onProblem });
  cleanup.add(async () => {
    own.unsubscribe();
    await own.index.settled();
  });

  await completeChain(chain, request.onCatchUp);

  const tasks = new Tasks();
  cleanup.add(() => tasks.close());
  for (const price of options.price) priceFeeder.set(price);
  const wireRules = wireRulesOf(network);
  const settings = request.matcherSettings;
  const matcher = new Matcher({ chain, mempool, consensus, wallet, wireRules, settings, onProblem });
  return nodeContext({
    options,
    chain,
    mempool,
    consensus,
    wallet,
    matcher,
    priceFeeder,
    transactions: own.index,
    signatureCache,
    files: filesOf(request, chain),
    tasks,
    watch: watchOf(request, chain, consensus),
    registry: new MethodRegistry(AREAS),
    requestStop,
  });
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
