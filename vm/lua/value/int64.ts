/**
 * 64-bit integer arithmetic with wrap-around (spec 03 §6.4), for operands and results that do not
 * fit the fast path on plain numbers. Every function takes and returns integers in their one form.
 */
import { Int64, type Integer } from './value.js';

const TWO_32 = 4294967296;
/** One more than the largest integer. */
export const TWO_63 = 2 ** 63;
export const MAX_SAFE = Number.MAX_SAFE_INTEGER;
/** The high half of 2^53: halves inside -2^21 .. 2^21 - 1 make a number. */
const SAFE_HIGH = 0x200000;

/** The integer of two 32-bit halves, in its one form. */
export function normalize(high: number, low: number): Integer {
  if (high < SAFE_HIGH && high >= -SAFE_HIGH && !(high === -SAFE_HIGH && low === 0)) {
    return high * TWO_32 + (low >>> 0);
  }
  return new Int64(high, low);
}

/** The upper 32 bits, signed. */
export function highHalf(v: Integer): number {
  return typeof v === 'number' ? Math.floor(v / TWO_32) | 0 : v.high;
}

/** The lower 32 bits, as a signed number. */
export function lowHalf(v: Integer): number {
  return typeof v === 'number' ? v | 0 : v.low;
}

export const MIN_INTEGER: Integer = new Int64(-0x80000000, 0);
export const MAX_INTEGER: Integer = new Int64(0x7fffffff, -1);

/** The integer as a BigInt. */
export function toBigInt(v: Integer): bigint {
  return typeof v === 'number' ? BigInt(v) : (BigInt(v.high) << 32n) | BigInt(v.low >>> 0);
}

/** The lower 64 bits of a BigInt as an integer. */
export function fromBigInt(b: bigint): Integer {
  const wrapped = BigInt.asIntN(64, b);
  return normalize(Number(wrapped >> 32n), Number(BigInt.asIntN(32, wrapped)));
}

/** The nearest double, ties to even. */
export function toDouble(v: Integer): number {
  return typeof v === 'number' ? v : v.high * TWO_32 + (v.low >>> 0);
}

/** The integer with exactly the value of a double, or undefined if there is none. */
export function fromDouble(d: number): Integer | undefined {
  if (d <= MAX_SAFE && d >= -MAX_SAFE) return Math.floor(d) === d ? d + 0 : undefined;
  if (!(d >= -TWO_63 && d < TWO_63)) return undefined;
  return normalize(Math.floor(d / TWO_32) | 0, (d % TWO_32) | 0);
}

export function add(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= MAX_SAFE && sum >= -MAX_SAFE) return sum;
  }
  const low = (lowHalf(a) >>> 0) + (lowHalf(b) >>> 0);
  return normalize((highHalf(a) + highHalf(b) + (low >= TWO_32 ? 1 : 0)) | 0, low | 0);
}

export function sub(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference <= MAX_SAFE && difference >= -MAX_SAFE) return difference;
  }
  const low = (lowHalf(a) >>> 0) - (lowHalf(b) >>> 0);
  return normalize((highHalf(a) - highHalf(b) - (low < 0 ? 1 : 0)) | 0, low | 0);
}

/** The upper 32 bits of the 64-bit product of two unsigned 32-bit numbers. */
function mulHigh(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carry = a0 * b1 + (middle % 65536);
  return (a1 * b1 + Math.floor(middle / 65536) + Math.floor(carry / 65536)) | 0;
}

export function mul(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (product <= MAX_SAFE && product >= -MAX_SAFE) return product + 0;
  }
  const aLow = lowHalf(a);
  const bLow = lowHalf(b);
  const high = mulHigh(aLow, bLow) + Math.imul(highHalf(a), bLow) + Math.imul(aLow, highHalf(b));
  return normalize(high | 0, Math.imul(aLow, bLow));
}

/** Quotient rounded towards minus infinity. The divisor is not zero. */
export function floorDivide(a: Integer, b: Integer): Integer {
  // The quotient of doubles below 2^53 never rounds up to a whole number it does not reach.
  if (typeof a === 'number' && typeof b === 'number') return Math.floor(a / b) + 0;
  if (typeof a !== 'number' && isShort(b)) return shortQuotient(a, b);
  return wideQuotient(a, b);
}

/** Remainder with the sign of the divisor. The divisor is not zero. */
export function modulo(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const r = a % b;
    return r !== 0 && r < 0 !== b < 0 ? r + b : r + 0;
  }
  if (typeof a !== 'number' && isShort(b)) {
    const r = shortRemainder(a, Math.abs(b));
    return r !== 0 && r < 0 !== b < 0 ? r + b : r;
  }
  return sub(a, mul(b, wideQuotient(a, b)));
}

/** Whether a divisor has at most 32 bits: steps of 16 bits of the dividend are then exact in doubles. */
function isShort(b: Integer): b is number {
  return typeof b === 'number' && b < TWO_32 && b > -TWO_32;
}

/** The upper and the lower half of the magnitude of an integer, unsigned. */
function highMagnitude({ high, low }: Int64): number {
  return (high >= 0 ? high : ~high + (low === 0 ? 1 : 0)) >>> 0;
}

function lowMagnitude({ high, low }: Int64): number {
  return (high >= 0 ? low : -low) >>> 0;
}

/** The quotient of long division by a short number, rounded towards minus infinity. */
function shortQuotient(a: Int64, b: number): Integer {
  const divisor = Math.abs(b);
  const low = lowMagnitude(a);
  let rest = highMagnitude(a);
  const high = Math.floor(rest / divisor);
  rest = (rest - high * divisor) * 65536 + (low >>> 16);
  const middle = Math.floor(rest / divisor);
  rest = (rest - middle * divisor) * 65536 + (low & 0xffff);
  const last = Math.floor(rest / divisor);
  const lower = (middle * 65536 + last) | 0;
  if (a.high < 0 === b < 0) return normalize(high | 0, lower);
  // The complement is one below the negative.
  if (rest - last * divisor !== 0) return normalize(~high, ~lower);
  return normalize((~high + (lower === 0 ? 1 : 0)) | 0, -lower | 0);
}

/** The remainder with the sign of the dividend. */
function shortRemainder(a: Int64, divisor: number): number {
  const low = lowMagnitude(a);
  let rest = highMagnitude(a);
  rest -= Math.floor(rest / divisor) * divisor;
  rest = rest * 65536 + (low >>> 16);
  rest -= Math.floor(rest / divisor) * divisor;
  rest = rest * 65536 + (low & 0xffff);
  rest -= Math.floor(rest / divisor) * divisor;
  return a.high < 0 ? 0 - rest : rest;
}

/**
 * The quotient of two integers, of which one does not fit a double, by a divisor of more than 32 bits, rounded towards
 * minus infinity. It is at most 2^31, so that the quotient of the doubles next to the operands is wrong by one at
 * most, and only next to a whole number: the remainder, which tells, is in range then.
 */
function wideQuotient(a: Integer, b: Integer): number {
  const quotient = Math.floor(toDouble(a) / toDouble(b)) + 0;
  const r = sub(a, mul(b, quotient));
  const sign = highHalf(b) < 0 ? -1 : 1;
  if (compare(r, 0) === -sign) return quotient - 1;
  return compare(r, b) !== -sign ? quotient + 1 : quotient;
}

export function negate(a: Integer): Integer {
  return typeof a === 'number' ? 0 - a : sub(0, a);
}

export function and(a: Integer, b: Integer): Integer {
  if (a instanceof Int64 && b instanceof Int64) return normalize(a.high & b.high, a.low & b.low);
  return normalize(highHalf(a) & highHalf(b), lowHalf(a) & lowHalf(b));
}

export function or(a: Integer, b: Integer): Integer {
  if (a instanceof Int64 && b instanceof Int64) return normalize(a.high | b.high, a.low | b.low);
  return normalize(highHalf(a) | highHalf(b), lowHalf(a) | lowHalf(b));
}

export function xor(a: Integer, b: Integer): Integer {
  if (a instanceof Int64 && b instanceof Int64) return normalize(a.high ^ b.high, a.low ^ b.low);
  return normalize(highHalf(a) ^ highHalf(b), lowHalf(a) ^ lowHalf(b));
}

export function not(a: Integer): Integer {
  return typeof a === 'number' ? sub(-1, a) : normalize(~a.high, ~a.low);
}

/** Logical shift to the left by `count` bits, to the right when it is negative; 64 and more give 0. */
export function shiftLeft(a: Integer, count: Integer): Integer {
  if (typeof count !== 'number' || count <= -64 || count >= 64) return 0;
  if (count < 0) return shiftRightBy(a, -count);
  const high = highHalf(a);
  const low = lowHalf(a);
  if (count === 0) return a;
  if (count >= 32) return normalize(low << (count - 32), 0);
  return normalize((high << count) | (low >>> (32 - count)), low << count);
}

/** Logical shift to the right by `count` bits, to the left when it is negative. */
export function shiftRight(a: Integer, count: Integer): Integer {
  if (typeof count !== 'number' || count <= -64 || count >= 64) return 0;
  return count < 0 ? shiftLeft(a, -count) : shiftRightBy(a, count);
}

function shiftRightBy(a: Integer, count: number): Integer {
  const high = highHalf(a);
  const low = lowHalf(a);
  if (count === 0) return a;
  if (count >= 32) return normalize(0, high >>> (count - 32));
  return normalize(high >>> count, (low >>> count) | (high << (32 - count)));
}

/** -1, 0 or 1. */
export function compare(a: Integer, b: Integer): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const highA = highHalf(a);
  const highB = highHalf(b);
  if (highA !== highB) return highA < highB ? -1 : 1;
  const lowA = lowHalf(a) >>> 0;
  const lowB = lowHalf(b) >>> 0;
  return lowA < lowB ? -1 : lowA > lowB ? 1 : 0;
}

/** Whether a < b when both are read as unsigned. */
export function unsignedLess(a: Integer, b: Integer): boolean {
  const highA = highHalf(a) >>> 0;
  const highB = highHalf(b) >>> 0;
  return highA !== highB ? highA < highB : lowHalf(a) >>> 0 < lowHalf(b) >>> 0;
}

/** Decimal text with a sign when negative. */
export function toDecimal(v: Integer): string {
  return typeof v === 'number' ? String(v) : toBigInt(v).toString();
}
