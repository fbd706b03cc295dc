import type { MedianPrice } from '../../../src/state/tables/prices.js';
import { type SumRules, sumOf32Bits } from '../sums.js';

/**
 * The median of prices (spec 05 §9.2): 0 of none; of an even number the mean of the two in the middle,
 * whose sum wraps in its 64 bits in the reference.
 */
export function medianOf(prices: readonly bigint[], { sumsNeverWrap }: SumRules): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return 0n;
  const lower = sorted[middle - 1];
  if (sorted.length % 2 === 1 || lower === undefined) return upper;
  const sum = lower + upper;
  return (sumsNeverWrap ? sum : BigInt.asUintN(64, sum)) / 2n;
}

/** A price and the height of the newest feed in it. */
export type PriceDetail = Pick<MedianPrice, 'price' | 'lastFeedHeight'>;

/**
 * The price of a pair after the feeds of a block (spec 05 §9.2, table).
 *
 * @param pool - all prices of the pair within the window, those of this block included
 * @param isFedNow - whether one of them is of this block
 * @param previous - the price after the block before
 * @returns undefined for a pair without a price
 */
export function nextPrice(
  height: number,
  pool: readonly bigint[],
  isFedNow: boolean,
  previous: PriceDetail | undefined,
  rules: SumRules,
): PriceDetail | undefined {
  const price = medianOf(pool, rules);
  if (price === 0n) return previous;
  return { price, lastFeedHeight: isFedNow ? height : (previous?.lastFeedHeight ?? 0) };
}

/**
 * Whether a price is fresh enough for debt positions (spec 05 §9.4).
 *
 * @param timeout - system parameter PRICE_FEED_TIMEOUT_BLOCKS
 */
export function isActivePrice(
  { lastFeedHeight }: PriceDetail,
  height: number,
  timeout: bigint,
  rules: SumRules,
): boolean {
  return BigInt(height) <= sumOf32Bits(rules, BigInt(lastFeedHeight) + timeout);
}
