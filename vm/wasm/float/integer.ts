import { type FloatNumber, finite, shiftRightToEven } from './binary-format.js';

/** A float of any signed integer. */
export function fromInteger(value: bigint): FloatNumber {
  return value < 0n ? finite(true, -value) : finite(false, value);
}

/** The range of an integer type. */
export interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
}

export function signedRange(bits: number): IntegerRange {
  const limit = 1n << BigInt(bits - 1);
  return { min: -limit, max: limit - 1n };
}

export function unsignedRange(bits: number): IntegerRange {
  return { min: 0n, max: (1n << BigInt(bits)) - 1n };
}

/** Beyond this exponent no number fits an integer type. */
const TOO_LARGE = 256;

/**
 * The nearest integer, the even one of two (spec 04 O35). What does not fit, and NaN, is the value
 * that the reference's soft floats give: the smallest signed or the largest unsigned integer.
 */
export function toNearestInteger(value: FloatNumber, range: IntegerRange): bigint {
  const indefinite = range.min === 0n ? range.max : range.min;
  if (value.kind !== 'finite' || value.exponent > TOO_LARGE) return indefinite;
  const rounded = shiftRightToEven(value.magnitude, -value.exponent);
  const integer = value.negative ? -rounded : rounded;
  return integer < range.min || integer > range.max ? indefinite : integer;
}

/**
 * The integer part. What does not fit becomes the nearest that does; a NaN counts as too large, as
 * in the runtime library of the compilers.
 */
export function toTruncatedInteger(value: FloatNumber, range: IntegerRange): bigint {
  if (value.kind === 'nan') return range.max;
  if (value.kind === 'infinite' || value.exponent > TOO_LARGE) {
    const isZero = value.kind === 'finite' && value.magnitude === 0n;
    return isZero ? 0n : value.negative ? range.min : range.max;
  }
  const magnitude =
    value.exponent < 0
      ? value.magnitude >> BigInt(-value.exponent)
      : value.magnitude << BigInt(value.exponent);
  const integer = value.negative ? -magnitude : magnitude;
  return integer < range.min ? range.min : integer > range.max ? range.max : integer;
}
