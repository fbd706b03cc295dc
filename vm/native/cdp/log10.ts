/*
 * The decimal logarithm in the structure of the C library that the reference calls (spec 05 §6.2).
 * What a debt costs depends on its last bit, and every engine has its own: so it is computed here
 * from operations that are the same everywhere.
 */

/** Fraction bits of the fixed-point numbers: far more than the hardest argument needs. */
const FRACTION_BITS = 256n;
const ONE = 1n << FRACTION_BITS;

/** Bits of a double's significand after its leading one. */
const SIGNIFICAND_BITS = 52n;
const EXPONENT_BIAS = 1023;
const EXPONENT_OF_ONE = BigInt(EXPONENT_BIAS) << SIGNIFICAND_BITS;
const SIGNIFICAND_MASK = (1n << SIGNIFICAND_BITS) - 1n;

const scratch = new DataView(new ArrayBuffer(8));

/** log10(2) in two parts, the greater of which has few bits, and 1 / ln(10). */
const LOG10_2_HIGH = fromBits(0x3fd34413509f6000n);
const LOG10_2_LOW = fromBits(0x3d59fef311f12b36n);
const INVERSE_LN_10 = fromBits(0x3fdbcb7b1526e50en);

/**
 * The decimal logarithm, the same bits on every machine.
 *
 * @param x - finite, at least 1
 * @throws RangeError for any other number
 */
export function log10(x: number): number {
  if (!(x >= 1) || x === Number.POSITIVE_INFINITY) {
    throw new RangeError(`log10 is defined here for finite numbers from 1 on, not for ${x}`);
  }
  if (x === 1) return 0;
  scratch.setFloat64(0, x);
  const bits = scratch.getBigUint64(0);
  const exponent = Number(bits >> SIGNIFICAND_BITS) - EXPONENT_BIAS;
  const logarithm = naturalLogarithm(fromBits(EXPONENT_OF_ONE | (bits & SIGNIFICAND_MASK)));
  return exponent * LOG10_2_LOW + INVERSE_LN_10 * logarithm + exponent * LOG10_2_HIGH;
}

/**
 * ln m = 2 * (t + t^3/3 + t^5/5 + ...) with t = (m - 1) / (m + 1), correctly rounded.
 * @param m - from 1 to below 2
 */
function naturalLogarithm(m: number): number {
  const fixed = BigInt(m * 2 ** Number(SIGNIFICAND_BITS)) << (FRACTION_BITS - SIGNIFICAND_BITS);
  const t = ((fixed - ONE) << FRACTION_BITS) / (fixed + ONE);
  const square = (t * t) >> FRACTION_BITS;
  let sum = 0n;
  let divisor = 1n;
  for (let power = t; power > 0n; power = (power * square) >> FRACTION_BITS) {
    sum += power / divisor;
    divisor += 2n;
  }
  // Both steps are exact but for the one rounding, to nearest and ties to even, of the conversion.
  return Number(2n * sum) / 2 ** Number(FRACTION_BITS);
}

/** The double with these bits. */
function fromBits(bits: bigint): number {
  scratch.setBigUint64(0, bits);
  return scratch.getFloat64(0);
}
