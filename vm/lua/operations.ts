/**
 * What the instructions do when their operands are not the simple case: conversions from strings,
 * metamethods, errors. Interpreter and translated code share all of it; both set the running
 * instruction (`CallInfo.pc`) before they come here, because messages name its operands.
 */
import {
  Arithmetic,
  ArithmeticError,
  arithmetic,
  isInteger,
  isNumber,
  type LuaNumber,
  numberLess,
  numberLessEqual,
  rawEquals,
  toFloat,
  toInteger,
} from './arithmetic.js';
import { concatenate } from './concat.js';
import { isFunction } from './function.js';
import { compare, fromDouble, MAX_INTEGER, MIN_INTEGER, toDecimal } from './int64.js';
import type { Machine } from './machine.js';
import { Event, metamethodOf, metatableOf } from './metamethods.js';
import { floatToString } from './number/format.js';
import { parseNumber } from './number/parse.js';
import { quickPower } from './number/power.js';
import { LuaString } from './string.js';
import { LuaTable, TableKeyError } from './table.js';
import { typeName } from './type-name.js';
import { Int64, LuaFloat, type Value } from './value.js';
import { type Operand, registerName } from './variable-names.js';

/** How many tables an `__index` or `__newindex` chain may have. */
const MAX_CHAIN = 2000;
/** Library work that a power costs which is not a few multiplications. */
const POWER_WORK = 2000;

/** The metamethod of a value for an event. */
export function metamethod(machine: Machine, v: Value, event: number): Value {
  return metamethodOf(metatableOf(v, machine.stringMetatable), event);
}

// --- conversions -----------------------------------------------------------------------------

/** The number that a value is or, for a string, denotes. */
export function toNumber(v: Value): LuaNumber | undefined {
  if (isNumber(v)) return v;
  return v instanceof LuaString ? parseNumber(v.bytes) : undefined;
}

/** The bytes of a string, or the text of a number; undefined for other values. */
export function toText(v: Value): string | undefined {
  if (v instanceof LuaString) return v.bytes;
  if (typeof v === 'number') return String(v);
  if (v instanceof Int64) return toDecimal(v);
  return v instanceof LuaFloat ? floatToString(v) : undefined;
}

/** A string, or a new one with the text of a number; undefined for other values. */
export function toLuaString(machine: Machine, v: Value): LuaString | undefined {
  if (v instanceof LuaString) return v;
  const text = toText(v);
  return text === undefined ? undefined : machine.string(text);
}

// --- tables ----------------------------------------------------------------------------------

/** `object[key]`. */
export function index(machine: Machine, object: Value, key: Value, operand: Operand = 'none'): Value {
  let place: Operand = operand;
  for (let step = 0; step < MAX_CHAIN; step++) {
    let method: Value;
    if (object instanceof LuaTable) {
      const v = object.get(key);
      if (v !== undefined || object.metatable === undefined) return v;
      method = metamethodOf(object.metatable, Event.index);
      if (method === undefined) return undefined;
    } else {
      method = metamethod(machine, object, Event.index);
      if (method === undefined) machine.typeError(object, 'index', place);
    }
    if (isFunction(method)) return machine.callForOne(method, 2, object, key);
    object = method;
    place = 'none';
  }
  machine.runError('gettable chain too long; possible loop');
}

/** `object[key] = value`. */
export function setIndex(
  machine: Machine,
  object: Value,
  key: Value,
  value: Value,
  operand: Operand = 'none',
): void {
  let place: Operand = operand;
  for (let step = 0; step < MAX_CHAIN; step++) {
    let method: Value;
    if (object instanceof LuaTable) {
      if (object.metatable === undefined || object.get(key) !== undefined) {
        rawSet(machine, object, key, value);
        return;
      }
      method = metamethodOf(object.metatable, Event.newindex);
      if (method === undefined) {
        rawSet(machine, object, key, value);
        return;
      }
    } else {
      method = metamethod(machine, object, Event.newindex);
      if (method === undefined) machine.typeError(object, 'index', place);
    }
    if (isFunction(method)) {
      machine.call(method, 3, object, key, value);
      return;
    }
    object = method;
    place = 'none';
  }
  machine.runError('settable chain too long; possible loop');
}

/** `table[key] = value` without metamethods. */
export function rawSet(machine: Machine, table: LuaTable, key: Value, value: Value): void {
  try {
    table.set(key, value, machine);
  } catch (error) {
    if (error instanceof TableKeyError) machine.runError(error.message);
    throw error;
  }
  table.absentMetamethods = 0;
}

/** `#v`. */
export function length(machine: Machine, v: Value): Value {
  if (v instanceof LuaTable) {
    const method = metamethodOf(v.metatable, Event.len);
    return method === undefined ? v.length() : machine.callForOne(method, 1, v, v);
  }
  if (v instanceof LuaString) return v.bytes.length;
  const method = metamethod(machine, v, Event.len);
  if (method === undefined) machine.typeError(v, 'get length of', 'B');
  return machine.callForOne(method, 1, v, v);
}

// --- arithmetic ------------------------------------------------------------------------------

/**
 * An arithmetic operator on any two values.
 *
 * @param operator - in the order of the instructions from ADD on
 */
export function arith(machine: Machine, operator: number, a: Value, b: Value): Value {
  if (isNumber(a) && isNumber(b)) return arithOnNumbers(machine, operator, a, b);
  return arithSlow(machine, operator, a, b);
}

function arithOnNumbers(machine: Machine, operator: number, a: LuaNumber, b: LuaNumber): Value {
  if (operator === Arithmetic.POW && quickPower(toFloat(a), toFloat(b)) === undefined)
    machine.work(POWER_WORK);
  try {
    return arithmetic(operator, a, b);
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error;
    if (isBitwise(operator)) {
      const operand = toInteger(a) === undefined ? 'B' : 'C';
      const method = binaryMetamethod(machine, Event.add + operator, a, b);
      if (method !== undefined) return machine.callForOne(method, 2, a, b);
      machine.runError('number%s has no integer representation', machine.describe(operand));
    }
    machine.runError(error.message);
  }
}

function isBitwise(operator: number): boolean {
  return operator >= Arithmetic.BAND && operator !== Arithmetic.UNM;
}

/** A number as a float; a float stays the object that it is, because the sign of a NaN hangs on it. */
function asFloat(n: LuaNumber): LuaFloat {
  return n instanceof LuaFloat ? n : new LuaFloat(toFloat(n));
}

/** Strings convert, to floats for everything but bitwise operators; then metamethods. */
function arithSlow(machine: Machine, operator: number, a: Value, b: Value): Value {
  const x = toNumber(a);
  const y = toNumber(b);
  const bitwise = isBitwise(operator);
  if (x !== undefined && y !== undefined) {
    if (!bitwise) {
      return arithOnNumbers(machine, operator, asFloat(x), asFloat(y));
    }
    if (toInteger(x) !== undefined && toInteger(y) !== undefined)
      return arithOnNumbers(machine, operator, x, y);
  }
  const method = binaryMetamethod(machine, Event.add + operator, a, b);
  if (method !== undefined) return machine.callForOne(method, 2, a, b);
  if (bitwise && x !== undefined && y !== undefined) {
    const operand = toInteger(x) === undefined ? 'B' : 'C';
    machine.runError('number%s has no integer representation', machine.describe(operand));
  }
  const firstIsWrong = x === undefined;
  machine.typeError(
    firstIsWrong ? a : b,
    bitwise ? 'perform bitwise operation on' : 'perform arithmetic on',
    firstIsWrong || operator >= Arithmetic.UNM ? 'B' : 'C',
  );
}

function binaryMetamethod(machine: Machine, event: number, a: Value, b: Value): Value {
  return metamethod(machine, a, event) ?? metamethod(machine, b, event);
}

// --- comparison ------------------------------------------------------------------------------

/** `a == b`. */
export function equals(machine: Machine, a: Value, b: Value): boolean {
  if (!(a instanceof LuaTable && b instanceof LuaTable)) return rawEquals(a, b);
  if (a === b) return true;
  const method = metamethodOf(a.metatable, Event.eq) ?? metamethodOf(b.metatable, Event.eq);
  return method !== undefined && isTrue(machine.callForOne(method, 2, a, b));
}

/** `a < b`. */
export function less(machine: Machine, a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberLess(a, b);
  if (a instanceof LuaString && b instanceof LuaString) return a.bytes < b.bytes;
  const method = binaryMetamethod(machine, Event.lt, a, b);
  if (method === undefined) orderError(machine, a, b);
  return isTrue(machine.callForOne(method, 2, a, b));
}

/** `a <= b`: without `__le` it is `not (b < a)`. */
export function lessEqual(machine: Machine, a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberLessEqual(a, b);
  if (a instanceof LuaString && b instanceof LuaString) return a.bytes <= b.bytes;
  const method = binaryMetamethod(machine, Event.le, a, b);
  if (method !== undefined) return isTrue(machine.callForOne(method, 2, a, b));
  const reversed = binaryMetamethod(machine, Event.lt, b, a);
  if (reversed === undefined) orderError(machine, a, b);
  return !isTrue(machine.callForOne(reversed, 2, b, a));
}

function orderError(machine: Machine, a: Value, b: Value): never {
  const x = typeName(a);
  const y = typeName(b);
  if (x === y) machine.runError('attempt to compare two %s values', x);
  machine.runError('attempt to compare %s with %s', x, y);
}

export function isTrue(v: Value): boolean {
  return v !== undefined && v !== false;
}

// --- concatenation ---------------------------------------------------------------------------

/**
 * `..` of values in the stack, from the last to the first; the result is at `first`.
 *
 * @param count - number of values, at least 2
 */
export function concat(machine: Machine, first: number, count: number): void {
  const stack = machine.stack;
  let left = count;
  while (left > 1) {
    const last = first + left - 1;
    const a = stack[last - 1];
    const b = stack[last];
    const canJoin = (isNumber(a) || a instanceof LuaString) && (isNumber(b) || b instanceof LuaString);
    if (!canJoin) {
      const method = binaryMetamethod(machine, Event.concat, a, b);
      if (method === undefined) concatError(machine, last, a, b);
      stack[last - 1] = machine.callForOne(method, 2, a, b);
      left--;
      continue;
    }
    // Join as many as are strings or numbers.
    const pieces: LuaString[] = [toLuaString(machine, b)!];
    let from = last;
    while (from > first) {
      const piece = stack[from - 1];
      if (!(isNumber(piece) || piece instanceof LuaString)) break;
      if (
        pieces.length === 1 &&
        piece instanceof LuaString &&
        (pieces[0]!.bytes === '' || piece.bytes === '')
      ) {
        // An empty neighbour joins without a buffer, and only these two.
        if (pieces[0]!.bytes === '') pieces[0] = piece;
        from--;
        break;
      }
      pieces.push(toLuaString(machine, piece)!);
      from--;
    }
    pieces.reverse();
    stack[from] = concatenate(machine, pieces);
    left = from - first + 1;
  }
}

function concatError(machine: Machine, last: number, a: Value, b: Value): never {
  const firstIsFine = isNumber(a) || a instanceof LuaString;
  const { closure, base, pc } = machine.ci;
  const register = (firstIsFine ? last : last - 1) - base;
  const found = closure === undefined ? undefined : registerName(closure.proto, pc - 1, register);
  const variable = machine.describeVariable(found);
  machine.runError('attempt to %s a %s value%s', 'concatenate', typeName(firstIsFine ? b : a), variable);
}

// --- numeric for -----------------------------------------------------------------------------

/** What FORPREP makes of initial value, limit and step: all integers, or all floats. */
export type ForLoop =
  | { readonly initial: number | Int64; readonly limit: number | Int64; readonly step: number | Int64 }
  | { readonly initial: LuaFloat; readonly limit: LuaFloat; readonly step: LuaFloat };

/**
 * Prepares a numeric `for`: integers when initial value and step are, otherwise floats. Strings
 * convert (decision D30).
 */
export function prepareFor(machine: Machine, initial: Value, limit: Value, step: Value): ForLoop {
  if (isInteger(initial) && isInteger(step)) {
    const clipped = clipLimit(limit, step);
    if (clipped !== undefined) return { initial: clipped.never ? 0 : initial, limit: clipped.limit, step };
  }
  const numbers = { limit: toNumber(limit), step: toNumber(step), initial: toNumber(initial) };
  if (numbers.limit === undefined) machine.runError("'for' limit must be a number");
  if (numbers.step === undefined) machine.runError("'for' step must be a number");
  if (numbers.initial === undefined) machine.runError("'for' initial value must be a number");
  return {
    initial: asFloat(numbers.initial),
    limit: asFloat(numbers.limit),
    step: asFloat(numbers.step),
  };
}

/**
 * The limit of an integer loop as an integer; `never` when the loop must not run at all. Undefined
 * when the limit is no number.
 */
function clipLimit(
  limit: Value,
  step: number | Int64,
): { limit: number | Int64; never: boolean } | undefined {
  if (isInteger(limit)) return { limit, never: false };
  if (!(limit instanceof LuaFloat)) return undefined;
  const down = compare(step, 0) < 0;
  const whole = fromDouble(down ? Math.ceil(limit.n) : Math.floor(limit.n));
  if (whole !== undefined) return { limit: whole, never: false };
  return limit.n > 0 ? { limit: MAX_INTEGER, never: down } : { limit: MIN_INTEGER, never: !down };
}

/** Whether a numeric `for` goes on with this index. */
export function forContinues(index: Value, limit: Value, step: Value): boolean {
  if (index instanceof LuaFloat) {
    const { n } = limit as LuaFloat;
    return (step as LuaFloat).n > 0 ? index.n <= n : n <= index.n;
  }
  const order = compare(index as number | Int64, limit as number | Int64);
  return compare(step as number | Int64, 0) > 0 ? order <= 0 : order >= 0;
}
