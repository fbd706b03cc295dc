/**
 * What compiled code calls when an operand is not the simple case. Each of these functions, before
 * it does anything that could observe fuel or raise an error, sets the fuel to what the interpreter
 * would have at the instruction, and afterwards charges the rest of the block again.
 */

import * as operations from '../interpreter/operations/index.js';
import { inext, next, positionBehind } from '../lib/base.js';
import type { ExecutingMachine } from '../machine/execution.js';
import { Arithmetic, arithmetic, isInteger, type LuaNumber } from '../value/arithmetic.js';
import { Builtin, CLOSED, LuaClosure, UNSHARED, Upvalue } from '../value/function.js';
import * as int64 from '../value/int64.js';
import { LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import { type Int64, LuaFloat, type Value } from '../value/value.js';

/**
 * Resets the fuel of the current block to an instruction.
 *
 * @param place - its number, plus a multiple of the code length for code that begins inside a loop
 */
function enter(machine: ExecutingMachine, place: number): void {
  const ci = machine.ci;
  const proto = ci.closure!.proto;
  ci.pc = (place % proto.code.length) + 1;
  machine.remaining += proto.fuelBehind[place]!;
  machine.steps -= proto.stepsBehind[place]!;
  if (machine.remaining < 0) machine.burnOut('lua_BurnStep');
}

/** Charges the rest of the block again. */
function leave(machine: ExecutingMachine, place: number): void {
  const proto = machine.ci.closure!.proto;
  machine.remaining -= proto.fuelBehind[place]!;
  machine.steps += proto.stepsBehind[place]!;
}

function indexAt(machine: ExecutingMachine, place: number, object: Value, key: Value): Value {
  if (object instanceof LuaTable) {
    const v = object.get(key);
    if (v !== undefined || object.metatable === undefined) return v;
  }
  enter(machine, place);
  const v = operations.index(machine, object, key, 'B');
  leave(machine, place);
  return v;
}

function setIndexAt(machine: ExecutingMachine, place: number, object: Value, key: Value, value: Value): void {
  if (object instanceof LuaTable && object.metatable === undefined && typeof key === 'number') {
    object.set(key, value, machine);
    return;
  }
  enter(machine, place);
  operations.setIndex(machine, object, key, value, 'A');
  leave(machine, place);
}

function lengthAt(machine: ExecutingMachine, place: number, v: Value): Value {
  if (v instanceof LuaString) return v.bytes.length;
  enter(machine, place);
  const result = operations.length(machine, v);
  leave(machine, place);
  return result;
}

function concatAt(machine: ExecutingMachine, place: number, first: number, count: number): Value {
  enter(machine, place);
  operations.concat(machine, first, count);
  leave(machine, place);
  return machine.stack[first];
}

/** Operators from ADD to IDIV and UNM where no operand is a float and nothing can fail. */
function integerArithmetic(operator: number, a: number | Int64, b: number | Int64): Value {
  switch (operator) {
    case Arithmetic.ADD:
      return int64.add(a, b);
    case Arithmetic.SUB:
      return int64.sub(a, b);
    case Arithmetic.MUL:
      return int64.mul(a, b);
    case Arithmetic.MOD:
      return b === 0 ? undefined : int64.modulo(a, b);
    case Arithmetic.IDIV:
      return b === 0 ? undefined : int64.floorDivide(a, b);
    case Arithmetic.UNM:
      return int64.negate(a);
    default:
      return undefined;
  }
}

/** Operators on two floats, where the result is not a NaN. */
function floatArithmetic(operator: number, a: number, b: number): Value {
  let n: number;
  switch (operator) {
    case Arithmetic.ADD:
      n = a + b;
      break;
    case Arithmetic.SUB:
      n = a - b;
      break;
    case Arithmetic.MUL:
      n = a * b;
      break;
    case Arithmetic.DIV:
      n = a / b;
      break;
    default:
      return undefined;
  }
  return Number.isNaN(n) ? undefined : new LuaFloat(n);
}

function arithmeticAt(machine: ExecutingMachine, place: number, operator: number, a: Value, b: Value): Value {
  let result: Value;
  if (isInteger(a)) {
    if (isInteger(b)) result = integerArithmetic(operator, a, b);
    else if (b instanceof LuaFloat) result = floatArithmetic(operator, int64.toDouble(a), b.n);
  } else if (a instanceof LuaFloat) {
    if (b instanceof LuaFloat) result = floatArithmetic(operator, a.n, b.n);
    else if (isInteger(b)) result = floatArithmetic(operator, a.n, int64.toDouble(b));
  }
  if (result !== undefined) return result;
  enter(machine, place);
  result = operations.arith(machine, operator, a, b);
  leave(machine, place);
  return result;
}

/** A bitwise operator on integers, with everything else left to the general case. */
function bitwiseAt(
  operator: number,
  onIntegers: (a: number | Int64, b: number | Int64) => number | Int64,
): (machine: ExecutingMachine, place: number, a: Value, b: Value) => Value {
  return (machine, place, a, b) =>
    isInteger(a) && isInteger(b) ? onIntegers(a, b) : arithmeticAt(machine, place, operator, a, b);
}

function equalsAt(machine: ExecutingMachine, place: number, a: Value, b: Value): boolean {
  if (a === b && a instanceof LuaTable) return true;
  if (a instanceof LuaString && b instanceof LuaString) {
    if (a === b || a.bytes.length !== b.bytes.length) return a === b;
  } else if (!(a instanceof LuaTable && b instanceof LuaTable)) return operations.equals(machine, a, b);
  else if (a.metatable === undefined && b.metatable === undefined) return false;
  enter(machine, place);
  const result = operations.equals(machine, a, b);
  leave(machine, place);
  return result;
}

function lessAt(machine: ExecutingMachine, place: number, a: Value, b: Value): boolean {
  enter(machine, place);
  const result = operations.less(machine, a, b);
  leave(machine, place);
  return result;
}

function lessEqualAt(machine: ExecutingMachine, place: number, a: Value, b: Value): boolean {
  enter(machine, place);
  const result = operations.lessEqual(machine, a, b);
  leave(machine, place);
  return result;
}

function prepareForAt(
  machine: ExecutingMachine,
  place: number,
  initial: Value,
  limit: Value,
  step: Value,
): operations.ForLoop {
  enter(machine, place);
  const loop = operations.prepareFor(machine, initial, limit, step);
  leave(machine, place);
  return loop;
}

/** The index before the first turn of a loop. */
function previousIndex(loop: operations.ForLoop): Value {
  return arithmetic(Arithmetic.SUB, loop.initial, loop.step);
}

function nextIndex(index: Value, step: Value): Value {
  return arithmetic(Arithmetic.ADD, index as LuaNumber, step as LuaNumber);
}

/**
 * Calls the iterator of a generic loop. The first result is returned, `machine.results` has all. The
 * iterators of `pairs` and `ipairs` on plain tables are done here, without a call, when the call
 * would leave no trace.
 */
function iterate(machine: ExecutingMachine, func: number, f: Value, state: Value, control: Value): Value {
  if (f instanceof Builtin && state instanceof LuaTable && machine.callsFreely(func)) {
    if (f.code === inext && typeof control === 'number' && control < Number.MAX_SAFE_INTEGER) {
      const v = state.getInteger(control + 1);
      return v === undefined ? machine.one(undefined) : machine.two(control + 1, v);
    }
    if (
      f.code === next &&
      (control === undefined || (typeof control === 'number' && control <= state.arraySize))
    ) {
      const position = positionBehind(machine, state, control);
      return position < 0
        ? machine.one(undefined)
        : machine.two(state.keyAt(position), state.valueAt(position));
    }
  }
  const stack = machine.stack;
  stack[func] = f;
  stack[func + 1] = state;
  stack[func + 2] = control;
  return machine.callAt(func, 2);
}

function setListValues(
  machine: ExecutingMachine,
  table: LuaTable,
  values: readonly Value[],
  before: number,
): void {
  table.growArray(before + values.length, machine);
  for (let n = values.length; n > 0; n--) table.set(before + n, values[n - 1], machine);
}

/** Makes room for all arguments without a parameter, the stack above them ending at `end`. */
function openVarargs(machine: ExecutingMachine, place: number, end: number, count: number): void {
  enter(machine, place);
  machine.workOnList(count);
  machine.checkStack(end, count);
  leave(machine, place);
}

/** The names that compiled code can use. */
export const support = {
  LuaTable,
  LuaClosure,
  LuaFloat,
  Upvalue,
  CLOSED,
  UNSHARED,
  indexAt,
  setIndexAt,
  lengthAt,
  concatAt,
  arithmeticAt,
  bitAnd: bitwiseAt(Arithmetic.BAND, int64.and),
  bitOr: bitwiseAt(Arithmetic.BOR, int64.or),
  bitXor: bitwiseAt(Arithmetic.BXOR, int64.xor),
  shiftLeftAt: bitwiseAt(Arithmetic.SHL, int64.shiftLeft),
  shiftRightAt: bitwiseAt(Arithmetic.SHR, int64.shiftRight),
  equalsAt,
  lessAt,
  lessEqualAt,
  prepareForAt,
  previousIndex,
  nextIndex,
  forContinues: operations.forContinues,
  iterate,
  setListValues,
  openVarargs,
} as const;
