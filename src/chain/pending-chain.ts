import type { BlockContext, Ledger, RecentTransactions } from '../ledger/types.js';
import type { Overlay } from '../state/state.js';
import type { PreparedTransaction } from '../tx/envelope.js';

/** What waits for the next block, and what makes it, need to know of the chain. */
export interface PendingChain {
  readonly ledger: Ledger;
  /** A fresh overlay on the state after the newest block. */
  overlay(): Overlay;
  /** Resolves when no block is being taken back or put back; until the caller next waits, that stays so. */
  ready(): Promise<void>;
  /** Reads what these transactions are going to need from the state. */
  prefetch(transactions: readonly PreparedTransaction[]): Promise<void>;
  /** The ids that the next block must not contain. */
  readonly recent: RecentTransactions;
  /**
   * The next block as far as it can be told before it is made: the time of the newest block stands
   * for its time (spec 07 §16, step 4).
   */
  nextContext(): BlockContext;
}
