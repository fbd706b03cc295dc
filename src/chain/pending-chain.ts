import type { BlockContext, Ledger, RecentTransactions } from '../ledger/types.js';
import type { Overlay } from '../state/state.js';
import type { PreparedTransaction } from '../tx/envelope.js';

/** What the memory pool and the block producer need to know of the chain. */
export interface PendingChain {
  readonly ledger: Ledger;
  /** A fresh overlay on the state after the newest block. */
  overlay(): Overlay;
  /**
   * Resolves when no block is being disconnected or reconnected; until the caller next awaits
   * something, that stays so.
   */
  ready(): Promise<void>;
  /** Reads what these transactions are going to need from the state. */
  prefetch(transactions: readonly PreparedTransaction[]): Promise<void>;
  /** The ids that the next block must not contain. */
  readonly recent: RecentTransactions;
  /**
   * The next block as far as it is known before it is made: the time of the newest block is used as
   * its time (spec 07 §16, step 4).
   */
  nextContext(): BlockContext;
}
