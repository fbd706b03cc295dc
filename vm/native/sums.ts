import type { MendedRules } from '../../src/config/network.js';

/** The rule that decides what a sum does that does not fit its bits. */
export type SumRules = Pick<MendedRules, 'sumsNeverWrap'>;

/** A sum of 64 bits that is too large is the largest there is; in the reference it wraps. */
export function sumOf64Bits(rules: SumRules, sum: bigint): bigint {
  return sumOfBits(64, rules, sum);
}

/** As {@link sumOf64Bits}, for sums of 32 bits. */
export function sumOf32Bits(rules: SumRules, sum: bigint): bigint {
  return sumOfBits(32, rules, sum);
}

function sumOfBits(bits: 32 | 64, { sumsNeverWrap }: SumRules, sum: bigint): bigint {
  const largest = 2n ** BigInt(bits) - 1n;
  if (!sumsNeverWrap) return BigInt.asUintN(bits, sum);
  return sum > largest ? largest : sum;
}
