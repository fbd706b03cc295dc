/** After so many transactions, or so many blocks, the store is synced: what a start executes again is bounded by it. */
const TRANSACTIONS = 5_000;
const BLOCKS = 1_000;

/** Decides which blocks the store must have on the disk at once, where a log has all of them. */
export class Checkpoints {
  #transactions = 0;
  #blocks = 0;

  /** Counts a block. @returns whether it is time for a checkpoint */
  isDue(transactions: number): boolean {
    this.#transactions += transactions;
    this.#blocks++;
    if (this.#transactions < TRANSACTIONS && this.#blocks < BLOCKS) return false;
    this.#transactions = 0;
    this.#blocks = 0;
    return true;
  }
}
