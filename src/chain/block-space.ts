/** Bytes kept free for the header, the number of transactions and the reward, whose size is not known yet. */
export const RESERVED_BYTES = 1000;

/** Maximum size of the median prices, which precede the transactions of users: some forty pairs. */
const MEDIAN_BYTES = 1000;

/** Bytes that a user's largest transaction may have, so that a block has room for it alone (spec 08 §7.2). */
export function largestTransaction(maxBlockSize: number): number {
  return Math.max(0, maxBlockSize - RESERVED_BYTES - MEDIAN_BYTES - 1);
}
