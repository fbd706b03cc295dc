/** Ratios of amounts are in ten-thousandths (spec 07 §10.4). */
const RATIO_BOOST = 10_000n;

const MAX_U64 = 2n ** 64n - 1n;

/**
 * The part of an amount that a ratio names, rounded down (spec 07 §10.4).
 * @param ratio - in ten-thousandths
 * @returns undefined where the result does not fit 64 bits
 */
export function amountByRatio(amount: bigint, ratio: bigint): bigint | undefined {
  const part = (amount * ratio) / RATIO_BOOST;
  return part <= MAX_U64 ? part : undefined;
}
