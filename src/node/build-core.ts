import type { RunTally } from '../../vm/context.js';
import type { JitPolicyName } from '../../vm/lua/jit/policy.js';
import type { BlockLog } from '../chain/block-log.js';
import type { Chain, ChainParts } from '../chain/chain.js';
import { connectMempool } from '../chain/connect-mempool.js';
import { Mempool, type MempoolOptions } from '../chain/mempool.js';
import { openChain } from '../chain/open-chain.js';
import type { NetworkParameters } from '../config/network.js';
import type { EngineSettings } from '../consensus/cometbft/comet-consensus.js';
import { type ConsensusDrivers, type ConsensusName, makeConsensus } from '../consensus/drivers.js';
import { producerKeys } from '../consensus/solo/producer-keys.js';
import type { SoloSettings } from '../consensus/solo/solo-consensus.js';
import { VerifyPool } from '../crypto/verify-pool.js';
import { NetworkLedger } from '../ledger/ledger.js';
import { SignatureCache } from '../ledger/signature-cache.js';
import type { Ledger } from '../ledger/types.js';
import { STATE_SCHEMA } from '../state/schema.js';
import { StateStore, type StateStoreOptions } from '../state/state-store.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { Cleanup } from './cleanup.js';

/**
 * What every node has, whatever it is asked through: from the database up to the consensus driver.
 *
 * This is also the line at which the ledger can go into a thread of its own, and everything behind it
 * goes with it: overlays, execution contexts and caches are shared by reference and never cross. What
 * crosses are values:
 *
 * - in: the transactions that `consensus.submit` takes, the orders of `ChainControl`, blocks to connect
 * - out: outcomes and refusals of those, and the events of `chain.subscribe` and `mempool.subscribe`
 * - on request: stored blocks (`chain.blocks`), entries of the pool, reads of the committed state at the
 *   tip (the database can be read from several threads), `mempool.simulate` and `ledger.query`
 *
 * So the code above it keeps no overlay longer than one call, and changes nothing but through
 * `consensus`.
 */
export interface NodeCore<N extends ConsensusName = ConsensusName> {
  readonly state: StateStore;
  readonly chain: Chain;
  readonly mempool: Mempool;
  /** Still to be started. */
  readonly consensus: ConsensusDrivers[N];
  /** Shared by the ledger and the verification of the pool. */
  readonly signatureCache: SignatureCache;
}

export interface CoreRequest<N extends ConsensusName> {
  readonly network: NetworkParameters;
  /** Is closed with the state. */
  readonly store: KeyValueStore;
  readonly consensus: N;
  readonly state?: StateStoreOptions | undefined;
  /** What is kept of blocks; default: everything. */
  readonly kept?: ChainParts['kept'];
  /** Default: the rules of the network, with traces that show how long actions took. */
  readonly ledger?: (network: NetworkParameters, signatures: SignatureCache) => Ledger;
  /** When functions of Lua contracts are compiled, for the default ledger; default: when they are hot. */
  readonly luaJit?: JitPolicyName;
  /** Counts the runs of contracts, of the default ledger. */
  readonly runs?: RunTally | undefined;
  readonly pool?: Pick<MempoolOptions, 'limits' | 'freeRelay' | 'unpaidWork'>;
  /** Seconds since 1970, for the arrival of transactions; default: the machine's clock. */
  readonly now?: (chain: Chain) => number;
  /** Opens the log of blocks; default: the database is all there is. */
  readonly openLog?: ((parts: LogRequest) => Promise<BlockLog | undefined>) | undefined;
  /** How blocks are made; default: by hand, with the keys of a development network. */
  readonly production?: Partial<SoloSettings>;
  /** How the driver `cometbft` finds its engine. */
  readonly engine?: EngineSettings | undefined;
  /** Gets what goes wrong without a caller that waits for the answer; default: nothing. */
  readonly onProblem?: (problem: Error) => void;
}

/** What the log of blocks belongs to. */
export interface LogRequest {
  readonly store: KeyValueStore;
  readonly state: StateStore;
  readonly ledger: Ledger;
}

/**
 * Builds the core of a node on a database. With a log of blocks, `completeChain` brings the chain to its tip
 * when everything that follows it is there.
 *
 * @param cleanup - gets the steps that take everything down again, the consensus driver excepted: whoever
 *   starts it stops it first
 * @throws ChainError
 */
export async function buildCore<N extends ConsensusName>(
  request: CoreRequest<N>,
  cleanup: Cleanup = new Cleanup(),
): Promise<NodeCore<N>> {
  const { network, store, kept, onProblem = () => {} } = request;
  const signatureCache = new SignatureCache();
  const state = new StateStore(store, STATE_SCHEMA, request.state);
  cleanup.add(() => state.close());
  const ledger =
    request.ledger?.(network, signatureCache) ??
    ledgerOf(network, signatureCache, request.luaJit, request.runs);
  const log = await request.openLog?.({ store, state, ledger });
  if (log !== undefined) cleanup.add(() => state.settled().then(() => log.close()));
  const chain = await openChain({ store, state, ledger, log, ...(kept && { kept }) });

  const verifyPool = new VerifyPool({
    onCrash: error => onProblem(new Error('the signature worker died', { cause: error })),
  });
  cleanup.add(() => verifyPool.close());
  const { now = machineTime } = request;
  const mempool = new Mempool(chain, {
    ...request.pool,
    signatures: signatureCache,
    verifyPool,
    now: () => now(chain),
  });
  cleanup.add(connectMempool(chain, mempool));

  const production = { keys: producerKeys(network), mode: 'manual', ...request.production } as const;
  const consensus = makeConsensus(request.consensus, {
    chain,
    store,
    mempool,
    production,
    engine: request.engine,
    onProblem,
  });
  return { state, chain, mempool, consensus, signatureCache };
}

/** The rules of a network, with traces that show how long actions took. */
export function ledgerOf(
  network: NetworkParameters,
  signatures: SignatureCache,
  luaJit?: JitPolicyName,
  runs?: RunTally,
): Ledger {
  return new NetworkLedger(network, signatures, { traceClock: () => performance.now(), luaJit, runs });
}

function machineTime(): number {
  return Math.floor(Date.now() / 1000);
}
