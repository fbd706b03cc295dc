import { BlockWork } from '../../vm/block-work.js';
import type { Overlay } from '../state/state.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { executeTransaction } from './execute-transaction.js';
import { type ExecutionRules, type ExecutionSite, SIMULATION } from './execution-mode.js';
import type { BlockContext, ExecutedTransaction, RecentTransactions, Simulation } from './types.js';

/** Executes transactions on an overlay that its owner discards. */
export class OverlaySimulation implements Simulation, ExecutionSite {
  /** Each transaction may burn as much fuel as a block. */
  readonly fuel = 0n;
  readonly work = new BlockWork();

  /**
   * @param rules - with every signature valid
   * @param nextIndex - position of the first transaction
   */
  constructor(
    readonly rules: ExecutionRules,
    readonly state: Overlay,
    readonly context: BlockContext,
    readonly recent: RecentTransactions,
    public nextIndex: number,
  ) {}

  contains(): boolean {
    return false;
  }

  execute(transaction: PreparedTransaction): ExecutedTransaction {
    const executed = executeTransaction(SIMULATION, this, transaction);
    this.nextIndex++;
    return executed;
  }
}
