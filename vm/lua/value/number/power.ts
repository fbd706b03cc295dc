/** `^`: powers, correctly rounded (decision D29). */

import { expFixed, logFixed, roundCorrectly, toFixedPoint } from './elementary.js';
import { bitLength, decompose, toNearestDouble } from './exact.js';
import { squareRoot } from './fixed.js';

/** Whole exponents up to this size are computed with big integers. */
const EXACT_EXPONENT = 64;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** x^y with the special cases of C99. */
export function power(x: number, y: number): number {
  return quickPower(x, y) ?? slowPower(x, y);
}

/** Powers that take a few machine operations; undefined for the others, which take thousands. */
export function quickPower(x: number, y: number): number | undefined {
  if (y === 2) return x * x;
  if (y === 1) return x;
  if (y === 0 || x === 1) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (y === 0.5 && x > 0) return Math.sqrt(x);
  if (y === -1) return 1 / x;
  if (!Number.isFinite(y)) {
    const size = Math.abs(x);
    if (size === 1) return 1;
    return size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
  }
  const odd = Number.isInteger(y) && Math.abs(y % 2) === 1;
  if (x === 0 || !Number.isFinite(x)) {
    const size = (x === 0) === y > 0 ? 0 : Number.POSITIVE_INFINITY;
    return odd && (x < 0 || Object.is(x, -0)) ? -size : size;
  }
  if (x < 0 && !Number.isInteger(y)) return Number.NaN;
  if (y > 0 && y <= EXACT_EXPONENT && Number.isInteger(y) && Number.isInteger(x)) {
    let product = x;
    for (let i = 1; i < y; i++) {
      product *= x;
      if (product > MAX_SAFE || product < -MAX_SAFE) return undefined;
    }
    return product;
  }
  return undefined;
}

function slowPower(x: number, y: number): number {
  const magnitude = Math.abs(x);
  const sign = x < 0 && Math.abs(y % 2) === 1 ? -1 : 1;
  return sign * positivePower(magnitude, y);
}

function positivePower(x: number, y: number): number {
  // A power that is a double, or halfway between two, comes from a whole exponent after taking
  // square roots; the loop of `roundCorrectly` must not see it.
  let base = x;
  let exponent = y;
  while (!Number.isInteger(exponent)) {
    const root = exactSquareRoot(base);
    if (root === undefined) break;
    base = root;
    exponent *= 2;
  }
  const { significand, exponent: scale } = oddPart(base);
  if (Number.isInteger(exponent)) {
    if (significand === 1n) return powerOfTwo(scale * exponent);
    if (Math.abs(exponent) <= EXACT_EXPONENT) return wholePower(significand, scale, exponent);
  }
  const size = exponent * Math.log(base);
  if (size > 720) return Number.POSITIVE_INFINITY;
  if (size < -760) return 0;
  if (Math.abs(size) < 2 ** -60) return 1;
  return roundCorrectly(bits => {
    // A large exponent multiplies the error of the logarithm: bits for its size are added first.
    const wide = bits + 64 + Math.max(0, Math.ceil(Math.log2(Math.abs(exponent))));
    const product = logFixed(base, wide) * toFixedPoint(exponent, wide);
    return expFixed(product >> BigInt(2 * wide - bits), bits);
  });
}

function oddPart(d: number): { significand: bigint; exponent: number } {
  let { significand, exponent } = decompose(d);
  while ((significand & 1n) === 0n) {
    significand >>= 1n;
    exponent++;
  }
  return { significand, exponent };
}

function powerOfTwo(exponent: number): number {
  if (exponent > 1023) return Number.POSITIVE_INFINITY;
  return exponent < -1075 ? 0 : toNearestDouble(1n, exponent);
}

/** The square root of a positive double when it is a double too. */
function exactSquareRoot(d: number): number | undefined {
  const { significand, exponent } = oddPart(d);
  if (exponent % 2 !== 0) return undefined;
  const root = squareRoot(significand);
  return root * root === significand && root !== 1n
    ? toNearestDouble(root, exponent / 2)
    : root === 1n && exponent !== 0
      ? toNearestDouble(1n, exponent / 2)
      : undefined;
}

function wholePower(significand: bigint, scale: number, exponent: number): number {
  const whole = significand ** BigInt(Math.abs(exponent));
  if (exponent > 0) return toNearestDouble(whole, scale * exponent);
  // A quotient by an odd number other than 1 is never exact: the remainder is lost on purpose.
  const bits = bitLength(whole) + 120;
  return toNearestDouble((1n << BigInt(bits)) / whole, scale * exponent - bits, true);
}
