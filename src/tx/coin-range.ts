import { BASE_COIN, GOVERNANCE_COIN, STABLE_COIN } from './symbols.js';

const COIN = 100_000_000n;
/** Any other coin is bounded by the signed 64-bit integer in which the reference holds it. */
const MAX_I64 = 2n ** 63n - 1n;

/** Smallest amount of a transfer or output in sawi, whatever its coin (spec 07 §10.3). */
export const DUST_AMOUNT = 10_000n;

/** Largest amount of a coin in sawi that any operation accepts (spec 07 §10.3). */
export function coinRangeMax(symbol: string): bigint {
  switch (symbol) {
    case BASE_COIN:
      return 210_000_000n * COIN;
    case GOVERNANCE_COIN:
      return 21_000_000_000n * COIN;
    case STABLE_COIN:
      return 2_100_000_000n * COIN;
    default:
      return MAX_I64;
  }
}

/** Whether an amount in sawi is one that a coin can have: zero to its maximum, both included. */
export function isInCoinRange(symbol: string, amount: bigint): boolean {
  return amount >= 0n && amount <= coinRangeMax(symbol);
}

/** Whether a fee in sawi is within the range of fees, the same for every fee coin (spec 01 §8.4). */
export function isInFeeRange(fee: bigint): boolean {
  return isInCoinRange(BASE_COIN, fee);
}
