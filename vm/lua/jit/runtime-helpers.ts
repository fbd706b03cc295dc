/**
 * What compiled code calls when an operand is not the simple case. The rule for all of these functions:
 * what can be observed, such as a call, a charge, work or an error, happens between `enter` and `leave`
 * and is done by the operation that the interpreter calls for the same instruction. What is done
 * without that can neither fail nor cost.
 */

import { aOf, INSTRUCTION_FUEL, jumpOf, Op, opcodeOf } from '../bytecode/opcodes.js';
import type { Proto } from '../bytecode/proto.js';
import * as operations from '../interpreter/operations/index.js';
import { inext, next } from '../lib/base.js';
import type { ExecutingMachine } from '../machine/execution.js';
import { FREE_VALUES } from '../machine/fuel.js';
import { Arithmetic, arithmetic, isInteger, type LuaNumber } from '../value/arithmetic.js';
import { Builtin, CLOSED, LuaClosure, UNSHARED, Upvalue } from '../value/function.js';
import * as int64 from '../value/int64.js';
import { LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import { type Int64, LuaFloat, type Value } from '../value/value.js';
import { hasExtraWord } from './control-flow-graph.js';

/**
 * Puts the counters of the running block to where the interpreter has them when it has charged an
 * instruction, and ends the run where the interpreter would have ended it before. Everything that can
 * be observed is done between this and `leave`: calls, charges, work, errors.
 *
 * @param place - the number of the instruction, plus a multiple of the code length for code that
 *   begins inside a loop
 */
function enter(machine: ExecutingMachine, place: number): void {
  const ci = machine.ci;
  const proto = ci.lua.proto;
  ci.pc = (place % proto.code.length) + 1;
  machine.remaining += proto.fuelBehind[place]!;
  machine.steps -= proto.stepsBehind[place]!;
  if (machine.remaining < 0) endBefore(machine, place);
}

/**
 * Charges the rest of the block again.
 *
 * @param next - the instruction that runs next: where the interpreter finds that memory has used up the fuel
 */
function leave(machine: ExecutingMachine, place: number, next = -1): void {
  const proto = machine.ci.lua.proto;
  machine.remaining -= proto.fuelBehind[place]!;
  machine.steps += proto.stepsBehind[place]!;
  if (machine.remaining < 0) lookAtMemory(machine, place, next);
}

/** Ends the run if an instruction that has been executed took more than there was. */
function lookAtMemory(machine: ExecutingMachine, place: number, next: number): void {
  const { ci } = machine;
  const proto = ci.lua.proto;
  const exact = machine.remaining + proto.fuelBehind[place]!;
  if (exact >= 0) return;
  machine.remaining = exact;
  machine.steps -= proto.stepsBehind[place]!;
  const pc = place % proto.code.length;
  const behind = hasExtraWord(proto.code[pc]!) ? pc + 2 : pc + 1;
  ci.pc = (next < 0 ? behind : next) + 1;
  machine.burnOut('lua_BurnMemory');
}

/**
 * Ends the run at the instruction of a block that could not be paid: the first one, up to a place whose
 * counters are exact, behind which there was less than nothing.
 */
function endBefore(machine: ExecutingMachine, place: number): never {
  const { ci, remaining, steps } = machine;
  const { code, fuelBehind, stepsBehind, blockStart } = ci.lua.proto;
  const offset = place - (place % code.length);
  const last = place - offset;
  let pc = blockStart[place]!;
  const left = (): number => remaining + fuelBehind[offset + pc]! - fuelBehind[place]!;
  while (pc !== last && left() >= 0) pc += hasExtraWord(code[pc]!) ? 2 : 1;
  machine.remaining = left();
  machine.steps = steps - (stepsBehind[offset + pc]! - stepsBehind[place]!);
  endAt(machine, pc);
}

/** Ends the run because a block could not be paid, at its end: see `Charges.look`. */
function burnOut(machine: ExecutingMachine, place: number): never {
  const { code, fuelBehind, stepsBehind } = machine.ci.lua.proto;
  const pc = place % code.length;
  const behind = fuelBehind[place]!;
  if (machine.remaining + behind < 0) {
    machine.remaining += behind;
    machine.steps -= stepsBehind[place]!;
    endBefore(machine, place);
  }
  // What was charged behind the block is the turn of the loop that it is in.
  const i = code[pc]!;
  const jumps = opcodeOf(i) === Op.JMP || opcodeOf(i) === Op.FORPREP;
  endAt(machine, jumps ? pc + 1 + jumpOf(i) : pc + 1);
}

/** Ends the run at an instruction that has been charged. */
function endAt(machine: ExecutingMachine, pc: number): never {
  const { ci, remaining } = machine;
  ci.pc = pc + 1;
  const before = remaining + INSTRUCTION_FUEL[opcodeOf(ci.lua.proto.code[pc]!)]!;
  machine.burnOut(before < 1 ? 'lua_BurnStep' : 'lua_BurnOperator');
}

function indexAt(machine: ExecutingMachine, place: number, object: Value, key: Value): Value {
  if (object instanceof LuaTable) {
    const v = object.near(key);
    if (v !== undefined) return v;
  }
  enter(machine, place);
  const v = operations.index(machine, object, key, 'B');
  leave(machine, place);
  return v;
}

function setIndexAt(machine: ExecutingMachine, place: number, object: Value, key: Value, value: Value): void {
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

/** The instruction that runs behind a comparison. */
function behindTest(machine: ExecutingMachine, place: number, result: boolean): number {
  const { code } = machine.ci.lua.proto;
  const pc = place % code.length;
  const jumps = result === (aOf(code[pc]!) !== 0);
  return jumps ? pc + 2 + jumpOf(code[pc + 1]!) : pc + 2;
}

function equalsAt(machine: ExecutingMachine, place: number, a: Value, b: Value): boolean {
  if (a === b && a instanceof LuaTable) return true;
  if (a instanceof LuaString && b instanceof LuaString) {
    if (a === b || a.bytes.length !== b.bytes.length) return a === b;
  } else if (!(a instanceof LuaTable && b instanceof LuaTable)) return operations.equals(machine, a, b);
  else if (a.metatable === undefined && b.metatable === undefined) return false;
  enter(machine, place);
  const result = operations.equals(machine, a, b);
  leave(machine, place, behindTest(machine, place, result));
  return result;
}

function lessAt(machine: ExecutingMachine, place: number, a: Value, b: Value): boolean {
  enter(machine, place);
  const result = operations.less(machine, a, b);
  leave(machine, place, behindTest(machine, place, result));
  return result;
}

function lessEqualAt(machine: ExecutingMachine, place: number, a: Value, b: Value): boolean {
  enter(machine, place);
  const result = operations.lessEqual(machine, a, b);
  leave(machine, place, behindTest(machine, place, result));
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
  const { code } = machine.ci.lua.proto;
  const pc = place % code.length;
  leave(machine, place, pc + 1 + jumpOf(code[pc]!));
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
 * iterators of `pairs` and `ipairs` on plain tables are done here, without a call, when the call would
 * leave no trace and could raise nothing: no limit is near, the control value is a position of the
 * table, and no work is to be paid. Everything else is for the call.
 */
function iterate(machine: ExecutingMachine, func: number, f: Value, state: Value, control: Value): Value {
  if (f instanceof Builtin && state instanceof LuaTable && machine.callsFreely(func)) {
    if (
      f.code === inext &&
      typeof control === 'number' &&
      control >= 0 &&
      // Keys of the hash part may take work.
      (control < state.arraySize || state.mask < 0) &&
      control < Number.MAX_SAFE_INTEGER
    ) {
      machine.chargeCall();
      const v = state.getInteger(control + 1);
      return v === undefined ? machine.one(undefined) : machine.two(control + 1, v);
    }
    if (
      f.code === next &&
      (control === undefined || (typeof control === 'number' && control > 0 && control <= state.arraySize))
    ) {
      const start = control ?? 0;
      const position = state.nextPosition(start);
      if ((position < 0 ? state.positions : position) - start <= FREE_VALUES) {
        machine.chargeCall();
        return position < 0
          ? machine.one(undefined)
          : machine.two(state.keyAt(position), state.valueAt(position));
      }
    }
  }
  const stack = machine.stack;
  stack[func] = f;
  stack[func + 1] = state;
  stack[func + 2] = control;
  return machine.callAt(func, 2);
}

function newTableAt(machine: ExecutingMachine, place: number, arraySize: number, hashSize: number): LuaTable {
  enter(machine, place);
  const table = machine.newTable(arraySize, hashSize);
  leave(machine, place);
  return table;
}

/** @param captured - by upvalue of the function: a variable of the running one, or an upvalue of it */
function newClosureAt(
  machine: ExecutingMachine,
  place: number,
  proto: Proto,
  captured: Upvalue[],
): LuaClosure {
  enter(machine, place);
  proto.upvalues.forEach(({ inStack }, n) => {
    if (inStack) machine.upvalues.share(captured[n]!);
  });
  const closure = machine.newClosure(proto, captured);
  leave(machine, place);
  return closure;
}

function setListAt(
  machine: ExecutingMachine,
  place: number,
  table: LuaTable,
  values: readonly Value[],
  before: number,
): void {
  enter(machine, place);
  table.growArray(before + values.length, machine);
  for (let n = values.length; n > 0; n--) table.set(before + n, values[n - 1], machine);
  leave(machine, place);
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
  newTableAt,
  newClosureAt,
  setListAt,
  burnOut,
  openVarargs,
} as const;
