/** The mathematical functions (spec 03 §6.3, §6.4); results are correctly rounded (decision D29). */

import { remainderWork } from '../interpreter/operations/arithmetic-operators.js';
import { less } from '../interpreter/operations/comparison-operators.js';
import { toNumber } from '../interpreter/operations/convert.js';
import { isInteger, isNumber, toFloat, toInteger } from '../value/arithmetic.js';
import {
  fromBigInt,
  fromDouble,
  MAX_INTEGER,
  MIN_INTEGER,
  negate,
  toBigInt,
  unsignedLess,
} from '../value/int64.js';
import * as elementary from '../value/number/elementary.js';
import type { BuiltinCode, Library, LuaRuntime } from '../value/runtime.js';
import { Int64, type Integer, LuaFloat, NEGATIVE_NAN, POSITIVE_NAN, type Value } from '../value/value.js';
import { argument, checkAny, checkFloat, checkInteger, checkNumber } from './arguments.js';

/** Library work of a function that is computed with big integers. */
const ELEMENTARY_WORK = 2000;
/** Work of a remainder of integers beyond 2^53. */
const WIDE_WORK = 16;

/** A float; a NaN that comes from a NaN argument keeps its sign, a new one is negative. */
function floatOf(n: number, ...sources: readonly Value[]): LuaFloat {
  if (!Number.isNaN(n)) return new LuaFloat(n);
  return sources.includes(POSITIVE_NAN) ? POSITIVE_NAN : NEGATIVE_NAN;
}

function elementaryFunction(f: (x: number) => number): BuiltinCode {
  return (machine, base, count) => {
    const x = checkNumber(machine, base, count, 1);
    machine.work(ELEMENTARY_WORK);
    return floatOf(f(toFloat(x)), x);
  };
}

/** As `elementaryFunction`; outside of -1 .. 1 the C library gives the positive NaN, here alone. */
function arcFunction(f: (x: number) => number): BuiltinCode {
  return (machine, base, count) => {
    const x = checkNumber(machine, base, count, 1);
    machine.work(ELEMENTARY_WORK);
    return Math.abs(toFloat(x)) > 1 ? POSITIVE_NAN : floatOf(f(toFloat(x)), x);
  };
}

/** An integer when it fits, else the float. */
function integerIfFits(n: number, source: Value): Value {
  return fromDouble(n) ?? floatOf(n, source);
}

function roundedBy(round: (n: number) => number): BuiltinCode {
  return (machine, base, count) => {
    const v = argument(machine, base, count, 1);
    if (isInteger(v)) return v;
    const n = checkNumber(machine, base, count, 1);
    return integerIfFits(round(toFloat(n)), n);
  };
}

/**
 * The largest or smallest argument. As in Lua 5.3.1 the arguments need not be numbers: whatever `<` compares
 * is compared, and the winner is given back as it is.
 */
function extreme(winner: 'largest' | 'smallest'): BuiltinCode {
  return (machine, base, count) => {
    if (count < 1) machine.argumentError(1, 'value expected');
    let best = machine.stack[base];
    for (let n = 1; n < count; n++) {
      const candidate = machine.stack[base + n];
      if (winner === 'largest' ? less(machine, best, candidate) : less(machine, candidate, best))
        best = candidate;
    }
    return machine.one(best);
  };
}

/** C's remainder: the sign of the dividend. */
function integerRemainder(machine: LuaRuntime, a: Integer, b: Integer): Integer {
  if (b === 0) machine.argumentError(2, 'zero');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  machine.work(WIDE_WORK);
  return fromBigInt(toBigInt(a) % toBigInt(b));
}

function logarithm(machine: LuaRuntime, x: number, base: number | undefined): number {
  machine.work(ELEMENTARY_WORK);
  if (base === undefined) return elementary.log(x);
  if (base === 2 || base === 10) return elementary.logBase(x, base);
  return elementary.log(x) / elementary.log(base);
}

export const mathLibrary: Library = {
  abs(machine, base, count) {
    const v = argument(machine, base, count, 1);
    if (typeof v === 'number') return v < 0 ? -v : v;
    if (v instanceof Int64) return v.high < 0 ? negate(v) : v;
    const n = checkNumber(machine, base, count, 1);
    return n === NEGATIVE_NAN ? POSITIVE_NAN : floatOf(Math.abs(toFloat(n)), n);
  },
  acos: arcFunction(elementary.acos),
  asin: arcFunction(elementary.asin),
  atan(machine, base, count) {
    const y = checkNumber(machine, base, count, 1);
    const x = argument(machine, base, count, 2) === undefined ? 1 : checkFloat(machine, base, count, 2);
    machine.work(ELEMENTARY_WORK);
    return floatOf(elementary.atan2(toFloat(y), x), y);
  },
  ceil: roundedBy(Math.ceil),
  cos: elementaryFunction(elementary.cos),
  deg(machine, base, count) {
    return new LuaFloat(checkFloat(machine, base, count, 1) * (180 / Math.PI));
  },
  exp: elementaryFunction(elementary.exp),
  floor: roundedBy(Math.floor),
  fmod(machine, base, count) {
    const a = argument(machine, base, count, 1);
    const b = argument(machine, base, count, 2);
    if (isInteger(a) && isInteger(b)) return integerRemainder(machine, a, b);
    // The compiled reference takes the second argument first, which shows when both are wrong.
    const y = checkFloat(machine, base, count, 2);
    const x = checkFloat(machine, base, count, 1);
    machine.work(remainderWork(x, y));
    return floatOf(x % y, a, b);
  },
  log(machine, base, count) {
    const x = checkNumber(machine, base, count, 1);
    const radix =
      argument(machine, base, count, 2) === undefined ? undefined : checkFloat(machine, base, count, 2);
    const result = logarithm(machine, toFloat(x), radix);
    // The C library gives the positive NaN for decimal logarithms of negative numbers.
    return radix === 10 && toFloat(x) < 0 ? POSITIVE_NAN : floatOf(result, x);
  },
  max: extreme('largest'),
  min: extreme('smallest'),
  modf(machine, base, count) {
    const v = argument(machine, base, count, 1);
    if (isInteger(v)) return machine.many([v, new LuaFloat(0)]);
    const n = checkNumber(machine, base, count, 1);
    const d = toFloat(n);
    const whole = Math.trunc(d);
    const fraction = d === whole ? 0 : d - whole;
    return machine.many([integerIfFits(whole, n), floatOf(fraction, n)]);
  },
  rad(machine, base, count) {
    return new LuaFloat(checkFloat(machine, base, count, 1) * (Math.PI / 180));
  },
  random() {
    return 0;
  },
  randomseed(machine) {
    return machine.none();
  },
  sin: elementaryFunction(elementary.sin),
  sqrt(machine, base, count) {
    const x = checkNumber(machine, base, count, 1);
    return floatOf(Math.sqrt(toFloat(x)), x);
  },
  tan: elementaryFunction(elementary.tan),
  tointeger(machine, base, count) {
    const n = toNumber(machine, checkAny(machine, base, count, 1));
    return n === undefined ? undefined : toInteger(n);
  },
  type(machine, base, count) {
    const v = checkAny(machine, base, count, 1);
    if (!isNumber(v)) return undefined;
    return machine.string(v instanceof LuaFloat ? 'float' : 'integer');
  },
  ult(machine, base, count) {
    return unsignedLess(checkInteger(machine, base, count, 1), checkInteger(machine, base, count, 2));
  },
};

/** Fields of `math` that are no functions. */
export const mathConstants: Readonly<Record<string, Value>> = {
  pi: new LuaFloat(Math.PI),
  huge: new LuaFloat(Number.POSITIVE_INFINITY),
  maxinteger: MAX_INTEGER,
  mininteger: MIN_INTEGER,
};
