import { BlockWork } from '../../vm/block-work.js';
import type { Overlay } from '../state/state.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { executeTransaction } from './execute-transaction.js';
import { ADMISSION, type ExecutionRules, type ExecutionSite, FIRST_INDEX } from './execution-mode.js';
import type { BlockContext, ExecutedTransaction, PendingExecution, RecentTransactions } from './types.js';

/**
 * Executes the transactions of the memory pool on one overlay (spec 07 §16).
 *
 * The reference executes each of them at position 0, where new accounts and contracts would get one and
 * the same regid; here each has the position that it would have in a block of the pending transactions.
 */
export class OverlayPendingExecution implements PendingExecution, ExecutionSite {
  /** The limit of a block's fuel is not one of the pool: each transaction may burn all of it. */
  readonly fuel = 0n;
  readonly work = new BlockWork();
  nextIndex = FIRST_INDEX;

  constructor(
    readonly rules: ExecutionRules,
    readonly state: Overlay,
    readonly context: BlockContext,
    readonly recent: RecentTransactions,
  ) {}

  contains(txid: string): boolean {
    return this.recent.has(txid);
  }

  execute(transaction: PreparedTransaction): ExecutedTransaction {
    const executed = executeTransaction(ADMISSION, this, transaction);
    this.nextIndex++;
    return executed;
  }
}
