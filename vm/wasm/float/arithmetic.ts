import { bitLength, type FiniteNumber, type FloatNumber, finite, infinite, NAN } from './binary-format.js';

/*
 * Sums, products and quotients. Sums and products are exact and quotients carry enough digits, so
 * that packing the result rounds once, to nearest even.
 */

/** More digits of a quotient than any format keeps, and a sticky digit. */
const QUOTIENT_DIGITS = 130;

function isZero(value: FloatNumber): boolean {
  return value.kind === 'finite' && value.magnitude === 0n;
}

export function negate(value: FloatNumber): FloatNumber {
  return value.kind === 'nan' ? NAN : { ...value, negative: !value.negative };
}

export function add(a: FloatNumber, b: FloatNumber): FloatNumber {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  if (a.kind === 'infinite') return b.kind === 'infinite' && a.negative !== b.negative ? NAN : a;
  if (b.kind === 'infinite') return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = integerAt(a, exponent) + integerAt(b, exponent);
  // Opposite numbers give +0, two negative zeros give -0.
  const negative = sum < 0n || (sum === 0n && a.negative && b.negative);
  return finite(negative, sum < 0n ? -sum : sum, exponent);
}

/** The number as a signed multiple of 2^exponent. */
function integerAt(value: FiniteNumber, exponent: number): bigint {
  const scaled = value.magnitude << BigInt(value.exponent - exponent);
  return value.negative ? -scaled : scaled;
}

export function subtract(a: FloatNumber, b: FloatNumber): FloatNumber {
  return add(a, negate(b));
}

export function multiply(a: FloatNumber, b: FloatNumber): FloatNumber {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinite' || b.kind === 'infinite')
    return isZero(a) || isZero(b) ? NAN : infinite(negative);
  return finite(negative, a.magnitude * b.magnitude, a.exponent + b.exponent);
}

export function divide(a: FloatNumber, b: FloatNumber): FloatNumber {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinite') return b.kind === 'infinite' ? NAN : infinite(negative);
  if (b.kind === 'infinite') return finite(negative, 0n);
  if (b.magnitude === 0n) return a.magnitude === 0n ? NAN : infinite(negative);
  const shift = Math.max(QUOTIENT_DIGITS + bitLength(b.magnitude) - bitLength(a.magnitude), 0);
  const numerator = a.magnitude << BigInt(shift);
  const quotient = numerator / b.magnitude;
  const isExact = quotient * b.magnitude === numerator;
  return finite(negative, (quotient << 1n) | (isExact ? 0n : 1n), a.exponent - b.exponent - shift - 1);
}

/** -1, 0 or 1, undefined where one of them is a NaN. */
export function compare(a: FloatNumber, b: FloatNumber): number | undefined {
  if (a.kind === 'nan' || b.kind === 'nan') return undefined;
  const [left, right] = [rank(a), rank(b)];
  if (left !== right) return left < right ? -1 : 1;
  if (a.kind === 'infinite' || b.kind === 'infinite') return 0;
  const difference = subtract(a, b) as FiniteNumber;
  return difference.magnitude === 0n ? 0 : difference.negative ? -1 : 1;
}

/** Orders the infinities below and above all other numbers. */
function rank(value: FloatNumber): number {
  return value.kind === 'infinite' ? (value.negative ? -1 : 1) : 0;
}
