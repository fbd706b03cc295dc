import type { AdmissionEvents } from '../admission-queue.js';

/**
 * What the parts of the driver notify it of, in the order in which that happens on the way of a
 * transaction into a block. `SoloConsensus` answers all of them in one place.
 */
export interface SoloEvents extends AdmissionEvents {
  /** The block builder met a transaction that made the program fail, and dropped it. */
  transactionFailed(txid: string, error: unknown): void;
  /** The block builder has built a block, which is not connected yet. */
  blockBuilt(hash: string): void;
  /**
   * The block producer makes no further instant block: what still waits has to wait longer.
   * @param problem - why the last block of the round could not be made
   */
  roundEnded(problem?: Error): void;
  /** The block producer could not make a block. */
  productionFailed(problem: Error): void;
}
