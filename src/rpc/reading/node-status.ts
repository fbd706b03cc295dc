import type { Peer } from '../../consensus/consensus.js';
import type { NodeServices } from '../node/services.js';

/** What a node tells other threads of itself, which is not in its database. Plain data: it passes between threads. */
export interface NodeStatus {
  readonly makesBlocks: boolean;
  readonly catchingUp: boolean;
  readonly peers: readonly Peer[];
  /** Blocks at the end of the chain that may still be taken back. */
  readonly notFinal: number;
  /** Why no block can be written any more, if that is so. */
  readonly failure: string | undefined;
  /** Why the last attempt to make a block failed, if it did. */
  readonly problem: string | undefined;
  readonly warnings: readonly string[];
  /** Whether what waited when the node stopped is not back in the pool yet. */
  readonly poolIsLoading: boolean;
  readonly walletIsEncrypted: boolean;
  /** Seconds since 1970. */
  readonly walletUnlockedUntil: number;
}

/** The status of a node as it is now. */
export function statusOf({
  chain,
  consensus,
  poolLoading,
  wallet,
  watch,
}: Pick<NodeServices, 'chain' | 'consensus' | 'poolLoading' | 'wallet' | 'watch'>): NodeStatus {
  return {
    makesBlocks: consensus.makesBlocks,
    catchingUp: consensus.catchingUp(),
    peers: consensus.peers(),
    notFinal: chain.tip.header.height - consensus.finalHeight(),
    failure: chain.failure?.message,
    problem: consensus.chainControl?.problem?.message,
    warnings: watch.warnings,
    poolIsLoading: poolLoading.left > 0,
    walletIsEncrypted: wallet.isEncrypted,
    walletUnlockedUntil: wallet.unlockedUntil,
  };
}
