import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { CometConsensus, type EngineSettings } from './cometbft/comet-consensus.js';
import { NoConsensus } from './none/no-consensus.js';
import { SoloConsensus, type SoloSettings } from './solo/solo-consensus.js';

/** The drivers of consensus by their name; another one is a line here and a line in {@link DRIVERS}. */
export interface ConsensusDrivers {
  /** One process makes all blocks. */
  readonly solo: SoloConsensus;
  /** Validators agree by an engine of their own, CometBFT. */
  readonly cometbft: CometConsensus;
  /** Blocks come from elsewhere. */
  readonly none: NoConsensus;
}

export type ConsensusName = keyof ConsensusDrivers;

/** What a driver is made of. */
export interface ConsensusParts {
  readonly chain: Chain;
  /** Of the chain. */
  readonly store: KeyValueStore;
  /** Follows the chain: see `connectMempool`. */
  readonly mempool: Mempool;
  /** How `solo` makes blocks; the others do not look at it. */
  readonly production: SoloSettings;
  /** How `cometbft` finds its engine; the others need none. */
  readonly engine?: EngineSettings | undefined;
  /** Gets what goes wrong without a caller that waits for the answer. */
  readonly onProblem: (problem: Error) => void;
}

const DRIVERS: { readonly [N in ConsensusName]: (parts: ConsensusParts) => ConsensusDrivers[N] } = {
  solo: ({ chain, mempool, production, onProblem }) =>
    new SoloConsensus({ ...production, chain, mempool, onProblem }),
  cometbft: ({ chain, store, mempool, engine, onProblem }) => {
    if (engine === undefined) throw new TypeError('the driver cometbft needs an engine');
    return new CometConsensus({ ...engine, chain, store, mempool, onProblem });
  },
  none: parts => new NoConsensus(parts),
};

/** Makes a consensus driver, which is still to be started. */
export function makeConsensus<N extends ConsensusName>(name: N, parts: ConsensusParts): ConsensusDrivers[N] {
  return DRIVERS[name](parts);
}
