/**
 * exp, log and the trigonometric functions, correctly rounded and therefore the same on every
 * machine (decision D29). The value is computed with growing precision until both ends of its error
 * interval round to the same double; the functions are irrational at all arguments that are not
 * singled out, so that happens.
 */
import { bitLength, decompose, toNearestDouble } from './exact.js';
import { atanSmall, expSmall, ln2, logSmall, one, pi, sinCosSmall, squareRoot } from './fixed.js';

const FIRST_BITS = 160;
/** Bound of the error of every fixed-point result, in units of its last place. */
const ERROR = 1n << 24n;
/** Below this, sin x, tan x, asin x and atan x round to x, and cos x to 1. */
const TINY = 2 ** -27;

/** value / 2^bits * 2^exponent, where value is off by less than ERROR. */
interface Approximation {
  readonly value: bigint;
  readonly bits: number;
  readonly exponent?: number;
}

/** Rounds a function's value, asking for more precision until the rounding is certain. */
export function roundCorrectly(compute: (bits: number) => Approximation): number {
  for (let bits = FIRST_BITS; ; bits *= 2) {
    const { value, bits: scale, exponent = 0 } = compute(bits);
    const low = signedNearest(value - ERROR, exponent - scale);
    if (low === signedNearest(value + ERROR, exponent - scale)) return low;
  }
}

function signedNearest(value: bigint, exponent: number): number {
  return value < 0n ? -toNearestDouble(-value, exponent) : toNearestDouble(value, exponent);
}

/** A finite double in fixed point, exact when it has no bits below 2^-bits. */
export function toFixedPoint(d: number, bits: number): bigint {
  const { significand, exponent } = decompose(d);
  const shift = exponent + bits;
  const magnitude = shift >= 0 ? significand << BigInt(shift) : significand >> BigInt(-shift);
  return d < 0 ? -magnitude : magnitude;
}

/** e^x for x in fixed point, as a value and a power of two. */
export function expFixed(x: bigint, bits: number): Approximation {
  const log2 = ln2(bits);
  let k = x / log2;
  if (x < 0n) k -= 1n;
  return { value: expSmall(x - k * log2, bits), bits, exponent: Number(k) };
}

/** ln d for a positive finite double. */
export function logFixed(d: number, bits: number): bigint {
  const { significand, exponent } = decompose(d);
  // d = m * 2^k with m between 3/4 and 3/2, so that nothing cancels when d is near 1.
  let k = exponent + bitLength(significand);
  let m = significand << BigInt(bits - bitLength(significand));
  if (m < (one(bits) * 3n) / 4n) {
    m <<= 1n;
    k--;
  }
  return logSmall(m, bits) + BigInt(k) * ln2(bits);
}

export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 710) return Number.POSITIVE_INFINITY;
  if (x < -746) return 0;
  if (Math.abs(x) < 2 ** -54) return 1;
  return roundCorrectly(bits => expFixed(toFixedPoint(x, bits), bits));
}

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  if (x === 1) return 0;
  return roundCorrectly(bits => ({ value: logFixed(x, bits), bits }));
}

/** Logarithm to the base 2 or 10: exact where the result is a whole number. */
export function logBase(x: number, base: 2 | 10): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return log(x);
  const guess = Math.round(base === 2 ? Math.log2(x) : Math.log10(x));
  const { significand, exponent } = decompose(x);
  const scaled = exponent >= 0 ? significand << BigInt(exponent) : significand;
  const power = BigInt(base) ** BigInt(Math.abs(guess));
  if (base === 2) {
    const length = bitLength(significand);
    if (significand === 1n << BigInt(length - 1)) return exponent + length - 1;
  } else if (guess >= 0 && exactInteger(x) && scaledInteger(significand, exponent, scaled) === power) {
    return guess;
  }
  return roundCorrectly(bits => {
    const divisor = base === 2 ? ln2(bits) : logFixed(10, bits);
    return { value: (logFixed(x, bits) << BigInt(bits)) / divisor, bits };
  });
}

const exactInteger = (x: number): boolean => Number.isInteger(x);

function scaledInteger(significand: bigint, exponent: number, scaled: bigint): bigint {
  return exponent >= 0 ? scaled : significand >> BigInt(-exponent);
}

/** x modulo pi/2 in fixed point, and the number of quarter turns taken off. */
function reduce(x: number, bits: number): { r: bigint; quarter: number } {
  const extra = Math.max(0, bitLength(decompose(x).significand) + decompose(x).exponent);
  const wide = bits + extra + 8;
  const fixed = toFixedPoint(x, wide);
  const quarterTurn = pi(wide) >> 1n;
  let n = (2n * fixed + quarterTurn) / (2n * quarterTurn);
  if (2n * fixed + quarterTurn < 0n) n -= 1n;
  return {
    r: (fixed - n * quarterTurn) >> BigInt(extra + 8),
    quarter: Number(BigInt.asUintN(2, n)),
  };
}

/** A double nearest to a multiple of pi/2 differs from it by more than 2^-62 of its own size. */
const REDUCTION_BITS = 80;

function trigonometric(
  x: number,
  choose: (sin: bigint, cos: bigint, quarter: number, bits: number) => bigint,
): number {
  return roundCorrectly(bits => {
    const wide = bits + REDUCTION_BITS;
    const { r, quarter } = reduce(x, wide);
    const { sin, cos } = sinCosSmall(r, wide);
    return { value: choose(sin, cos, quarter, wide), bits: wide };
  });
}

export function sin(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Math.abs(x) < TINY) return x;
  return trigonometric(x, (s, c, quarter) => [s, c, -s, -c][quarter]!);
}

export function cos(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Math.abs(x) < TINY) return 1;
  return trigonometric(x, (s, c, quarter) => [c, -s, -c, s][quarter]!);
}

export function tan(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Math.abs(x) < TINY) return x;
  return trigonometric(x, (s, c, quarter, bits) =>
    quarter % 2 === 0 ? (s << BigInt(bits)) / c : (-c << BigInt(bits)) / s,
  );
}

/** The angle of the point (x, y) in the upper right quarter, both not negative, one positive. */
function angle(y: bigint, x: bigint, bits: number): bigint {
  const shift = BigInt(bits);
  return y <= x ? atanSmall((y << shift) / x, bits) : (pi(bits) >> 1n) - atanSmall((x << shift) / y, bits);
}

/** The angle of the point (x, y), as C's atan2. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const negativeX = x < 0 || Object.is(x, -0);
  const sign = y < 0 || Object.is(y, -0) ? -1 : 1;
  // Multiples of pi/4 have no exact value: rounded like everything else.
  const multiple = (numerator: bigint) =>
    sign * roundCorrectly(bits => ({ value: (numerator * pi(bits)) >> 2n, bits }));
  if (y === 0) return negativeX ? multiple(4n) : y;
  if (x === 0) return multiple(2n);
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    if (Number.isFinite(y)) return negativeX ? multiple(4n) : sign * 0;
    if (Number.isFinite(x)) return multiple(2n);
    return multiple(negativeX ? 3n : 1n);
  }
  const a = decompose(y);
  const b = decompose(x);
  const common = Math.min(a.exponent, b.exponent);
  const up = a.significand << BigInt(a.exponent - common);
  const along = b.significand << BigInt(b.exponent - common);
  if (!negativeX) {
    const difference = bitLength(along) - bitLength(up);
    // atan(y / x) for a tiny quotient is the quotient less a third of its cube: just below it.
    if (difference > 60) return sign * quotientBelow(up, along);
    return sign * roundCorrectly(bits => ({ value: angle(up, along, bits + 64), bits: bits + 64 }));
  }
  return sign * roundCorrectly(bits => ({ value: pi(bits) - angle(up, along, bits), bits }));
}

/** The double nearest to a number just below a / b. */
function quotientBelow(a: bigint, b: bigint): number {
  const shift = bitLength(b) - bitLength(a) + 120;
  const scaled = a << BigInt(shift);
  const quotient = scaled / b;
  const exact = quotient * b === scaled;
  return toNearestDouble(exact ? quotient - 1n : quotient, -shift, true);
}

export function atan(x: number): number {
  return Math.abs(x) < TINY ? x : atan2(x, 1);
}

/** sqrt(1 - x^2) and x as a point in the upper half, in fixed point. */
function circlePoint(x: number, bits: number): { x: bigint; y: bigint } {
  const fixed = toFixedPoint(Math.abs(x), bits);
  return { x: fixed, y: squareRoot((one(bits) << BigInt(bits)) - fixed * fixed) };
}

export function asin(x: number): number {
  if (!(x >= -1 && x <= 1)) return Number.NaN;
  if (Math.abs(x) < TINY) return x;
  const sign = x < 0 ? -1 : 1;
  return (
    sign *
    roundCorrectly(bits => {
      const point = circlePoint(x, bits);
      return { value: point.y === 0n ? pi(bits) >> 1n : angle(point.x, point.y, bits), bits };
    })
  );
}

export function acos(x: number): number {
  if (!(x >= -1 && x <= 1)) return Number.NaN;
  if (x === 1) return 0;
  return roundCorrectly(bits => {
    const point = circlePoint(x, bits);
    const sharp = point.x === 0n ? pi(bits) >> 1n : angle(point.y, point.x, bits);
    return { value: x < 0 ? pi(bits) - sharp : sharp, bits };
  });
}
