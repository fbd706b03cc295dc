/** Arithmetic on numbers of both subtypes (spec 03 §6.4). No metamethods, no strings. */
import { required } from '../../../src/codec/required.js';
import * as int64 from './int64.js';
import { power } from './number/power.js';
import { LuaString } from './string.js';
import { Int64, type Integer, LuaFloat, NEGATIVE_NAN, POSITIVE_NAN, type Value } from './value.js';

/** Operators in the order of their instructions, from ADD on. */
export const Arithmetic = {
  ADD: 0,
  SUB: 1,
  MUL: 2,
  MOD: 3,
  POW: 4,
  DIV: 5,
  IDIV: 6,
  BAND: 7,
  BOR: 8,
  BXOR: 9,
  SHL: 10,
  SHR: 11,
  UNM: 12,
  BNOT: 13,
} as const;

/** An operation that no number is the result of; the message is Lua's. */
export class ArithmeticError extends Error {}

export type LuaNumber = Integer | LuaFloat;

export function isNumber(v: Value): v is LuaNumber {
  return typeof v === 'number' || v instanceof Int64 || v instanceof LuaFloat;
}

export function isInteger(v: Value): v is Integer {
  return typeof v === 'number' || v instanceof Int64;
}

/** The nearest double of a number. */
export function toFloat(v: LuaNumber): number {
  return v instanceof LuaFloat ? v.n : int64.toDouble(v);
}

/** The integer with exactly the value of a number, or undefined. */
export function toInteger(v: LuaNumber): Integer | undefined {
  return v instanceof LuaFloat ? int64.fromDouble(v.n) : v;
}

/**
 * Applies an operator to two numbers; unary ones take the operand twice.
 *
 * @throws ArithmeticError for integer division by zero, and when a bitwise operand is no integer
 */
export function arithmetic(operator: number, a: LuaNumber, b: LuaNumber): LuaNumber {
  if (operator >= Arithmetic.BAND && operator !== Arithmetic.UNM) return bitwise(operator, a, b);
  if (operator !== Arithmetic.DIV && operator !== Arithmetic.POW && isInteger(a) && isInteger(b)) {
    return onIntegers(operator, a, b);
  }
  return floatResult(onDoubles(operator, toFloat(a), toFloat(b)), operator, a, b);
}

function onIntegers(operator: number, a: Integer, b: Integer): Integer {
  switch (operator) {
    case Arithmetic.ADD:
      return int64.add(a, b);
    case Arithmetic.SUB:
      return int64.sub(a, b);
    case Arithmetic.MUL:
      return int64.mul(a, b);
    case Arithmetic.IDIV:
      if (b === 0) throw new ArithmeticError('attempt to divide by zero');
      return int64.floorDivide(a, b);
    case Arithmetic.MOD:
      if (b === 0) throw new ArithmeticError("attempt to perform 'n%0'");
      return int64.modulo(a, b);
    default:
      return int64.negate(a);
  }
}

function onDoubles(operator: number, a: number, b: number): number {
  switch (operator) {
    case Arithmetic.ADD:
      return a + b;
    case Arithmetic.SUB:
      return a - b;
    case Arithmetic.MUL:
      return a * b;
    case Arithmetic.DIV:
      return a / b;
    case Arithmetic.POW:
      return power(a, b);
    case Arithmetic.IDIV:
      return Math.floor(a / b);
    case Arithmetic.MOD:
      return floatModulo(a, b);
    default:
      return -a;
  }
}

/** C's fmod, moved by the divisor when the signs differ: `-1 % math.huge` is inf (spec 03 §6.4). */
function floatModulo(a: number, b: number): number {
  const m = a % b;
  return m * b < 0 ? m + b : m;
}

/** Boxes a result; a NaN takes its sign from the first NaN operand, and is negative when it is new. */
function floatResult(n: number, operator: number, a: LuaNumber, b: LuaNumber): LuaFloat {
  if (!Number.isNaN(n)) return new LuaFloat(n);
  const source = isNaNValue(a) ? a : isNaNValue(b) ? b : undefined;
  const turnsSign =
    operator === Arithmetic.UNM ||
    // The C library's power flips the sign of a negative NaN for odd exponents.
    (operator === Arithmetic.POW && isNaNValue(a) && a !== POSITIVE_NAN && Math.abs(toFloat(b) % 2) === 1);
  if (turnsSign) return source === POSITIVE_NAN ? NEGATIVE_NAN : POSITIVE_NAN;
  return source === POSITIVE_NAN ? POSITIVE_NAN : NEGATIVE_NAN;
}

function isNaNValue(v: LuaNumber): boolean {
  return v instanceof LuaFloat && Number.isNaN(v.n);
}

function bitwise(operator: number, a: LuaNumber, b: LuaNumber): Integer {
  const x = toInteger(a);
  const y = toInteger(b);
  if (x === undefined || y === undefined) throw new ArithmeticError('number has no integer representation');
  switch (operator) {
    case Arithmetic.BAND:
      return int64.and(x, y);
    case Arithmetic.BOR:
      return int64.or(x, y);
    case Arithmetic.BXOR:
      return int64.xor(x, y);
    case Arithmetic.SHL:
      return int64.shiftLeft(x, y);
    case Arithmetic.SHR:
      return int64.shiftRight(x, y);
    default:
      return int64.not(x);
  }
}

/** Whether two values are equal without metamethods. */
export function rawEquals(a: Value, b: Value): boolean {
  if (a === b) return !(a instanceof LuaFloat && Number.isNaN(a.n));
  if (typeof a !== 'object' && typeof b !== 'object') return false;
  if (isNumber(a) && isNumber(b)) return numbersEqual(a, b);
  return a instanceof LuaString && b instanceof LuaString && a.bytes === b.bytes;
}

function numbersEqual(a: LuaNumber, b: LuaNumber): boolean {
  if (a instanceof LuaFloat && b instanceof LuaFloat) return a.n === b.n;
  const x = toInteger(a);
  const y = toInteger(b);
  return x !== undefined && y !== undefined && int64.compare(x, y) === 0;
}

/** Whether a < b, mathematically exact between the subtypes. */
export function numberLess(a: LuaNumber, b: LuaNumber): boolean {
  if (a instanceof LuaFloat) return b instanceof LuaFloat ? a.n < b.n : compareToDouble(b, a.n) === 1;
  return b instanceof LuaFloat ? compareToDouble(a, b.n) === -1 : int64.compare(a, b) < 0;
}

/** Whether a <= b, mathematically exact between the subtypes. */
export function numberLessEqual(a: LuaNumber, b: LuaNumber): boolean {
  if (a instanceof LuaFloat) {
    if (b instanceof LuaFloat) return a.n <= b.n;
    const order = compareToDouble(b, a.n);
    return order === 1 || order === 0;
  }
  if (b instanceof LuaFloat) {
    const order = compareToDouble(a, b.n);
    return order === -1 || order === 0;
  }
  return int64.compare(a, b) <= 0;
}

/** -1, 0 or 1; undefined for NaN. */
function compareToDouble(a: Integer, d: number): number | undefined {
  if (Number.isNaN(d)) return undefined;
  if (typeof a === 'number') return a < d ? -1 : a > d ? 1 : 0;
  if (d >= int64.TWO_63) return -1;
  if (d < -int64.TWO_63) return 1;
  const whole = Math.floor(d);
  const order = int64.compare(a, required(int64.fromDouble(whole), 'the integer of a float within 64 bits'));
  return order === 0 && whole < d ? -1 : order;
}
