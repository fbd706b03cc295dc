/**
 * The interpreter: executes bytecode one instruction at a time and charges each before it acts. It
 * is the definition of what compiled code must do. Long because it is one loop over 47
 * instructions; everything that is not the simple case of one lives in `operations/`. The cases are
 * numbers, not names, because only of numbers V8 makes a jump table.
 */

import {
  aOf,
  axOf,
  bOf,
  bxOf,
  CONSTANT_BIT,
  cOf,
  decodeSize,
  FIELDS_PER_FLUSH,
  INSTRUCTION_FUEL,
  jumpOf,
  Op,
  opcodeOf,
} from '../bytecode/opcodes.js';
import type { JitVarargCode, Proto } from '../bytecode/proto.js';
import { jitCodeOf, jitCodeOfLoop } from '../jit/compile-to-javascript.js';
import type { CallInfo } from '../machine/calls.js';
import { variableArguments } from '../machine/calls.js';
import type { ExecutingMachine } from '../machine/execution.js';
import { Arithmetic, arithmetic } from '../value/arithmetic.js';
import { Builtin, isFunction, LuaClosure, type Upvalue } from '../value/function.js';
import { add, MAX_SAFE } from '../value/int64.js';
import { LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { LuaFloat, Value } from '../value/value.js';
import * as operations from './operations/index.js';

const FUEL = Uint8Array.from(INSTRUCTION_FUEL);
const { ADD, CALL, TAILCALL } = Op;

/** Ends the run when an instruction cannot be paid for, with the text of the charge that failed. */
function failInstruction(machine: ExecutingMachine, fuel: number): never {
  const before = machine.remaining + fuel;
  if (before < 0) {
    machine.remaining = before;
    machine.steps--;
    machine.burnOut('lua_BurnMemory');
  }
  machine.burnOut(before < 1 ? 'lua_BurnStep' : 'lua_BurnOperator');
}

/** Runs a Lua function that has been entered, and the Lua functions it calls, until it returns. */
export function execute(machine: ExecutingMachine, first: CallInfo): Value {
  const stack = machine.stack;
  let ci = first;
  let closure = ci.lua;
  let proto = closure.proto;
  let code = proto.code;
  let constants = proto.constants;
  let base = ci.base;
  let pc = ci.pc;
  // Set by instructions that leave a hot loop to compiled code, or that returned to the caller.
  let loopCode: JitVarargCode | undefined;
  let isBack = false;

  for (;;) {
    if (loopCode !== undefined) {
      const { fresh, func, wanted } = ci;
      const result = loopCode(machine, closure, base, variableArguments(stack, ci, proto));
      loopCode = undefined;
      ci.tail = false;
      if (fresh) return result;
      machine.storeResults(result, func, wanted);
      isBack = true;
    }
    if (isBack) {
      isBack = false;
      ci = machine.ci;
      closure = ci.lua;
      proto = closure.proto;
      code = proto.code;
      constants = proto.constants;
      base = ci.base;
      pc = ci.pc;
    }
    const i = code[pc++]!;
    const opcode = opcodeOf(i);
    ci.pc = pc;
    machine.steps++;
    const fuel = FUEL[opcode]!;
    machine.remaining -= fuel;
    if (machine.remaining < 0) failInstruction(machine, fuel);
    const a = base + aOf(i);
    switch (opcode) {
      case 0: // MOVE
        stack[a] = stack[base + bOf(i)];
        break;
      case 1: // LOADK
        stack[a] = constants[bxOf(i)];
        break;
      case 2: // LOADKX
        stack[a] = constants[axOf(code[pc++]!)];
        break;
      case 3: // LOADBOOL
        stack[a] = bOf(i) !== 0;
        if (cOf(i) !== 0) pc++;
        break;
      case 4: // LOADNIL
        for (let n = bOf(i); n >= 0; n--) stack[a + n] = undefined;
        break;
      case 5: // GETUPVAL
        stack[a] = readUpvalue(machine, closure.upvalues[bOf(i)]!);
        break;
      case 6: {
        // GETTABUP
        const table = readUpvalue(machine, closure.upvalues[bOf(i)]!);
        stack[a] = readField(machine, table, rk(constants, stack, base, cOf(i)));
        break;
      }
      case 7: // GETTABLE
        stack[a] = readField(machine, stack[base + bOf(i)], rk(constants, stack, base, cOf(i)));
        break;
      case 8: {
        // SETTABUP
        const table = readUpvalue(machine, closure.upvalues[aOf(i)]!);
        const key = rk(constants, stack, base, bOf(i));
        writeField(machine, table, key, rk(constants, stack, base, cOf(i)));
        break;
      }
      case 9: {
        // SETUPVAL
        const upvalue = closure.upvalues[bOf(i)]!;
        if (upvalue.index < 0) upvalue.value = stack[a];
        else stack[upvalue.index] = stack[a];
        break;
      }
      case 10: {
        // SETTABLE
        const key = rk(constants, stack, base, bOf(i));
        writeField(machine, stack[a], key, rk(constants, stack, base, cOf(i)));
        break;
      }
      case 11: // NEWTABLE
        stack[a] = machine.newTable(decodeSize(bOf(i)), decodeSize(cOf(i)));
        break;
      case 12: {
        // SELF
        const object = stack[base + bOf(i)];
        stack[a + 1] = object;
        stack[a] = readField(machine, object, rk(constants, stack, base, cOf(i)));
        break;
      }
      case 13: {
        // ADD
        const x = rk(constants, stack, base, bOf(i));
        const y = rk(constants, stack, base, cOf(i));
        if (typeof x === 'number' && typeof y === 'number') {
          const sum = x + y;
          stack[a] = sum <= MAX_SAFE && sum >= -MAX_SAFE ? sum : add(x, y);
        } else {
          stack[a] = operations.arith(machine, Arithmetic.ADD, x, y);
        }
        break;
      }
      case 14: // SUB
      case 15: // MUL
      case 16: // MOD
      case 17: // POW
      case 18: // DIV
      case 19: // IDIV
      case 20: // BAND
      case 21: // BOR
      case 22: // BXOR
      case 23: // SHL
      case 24: // SHR
        stack[a] = operations.arith(
          machine,
          opcode - ADD,
          rk(constants, stack, base, bOf(i)),
          rk(constants, stack, base, cOf(i)),
        );
        break;
      case 25: // UNM
      case 26: {
        // BNOT
        const v = stack[base + bOf(i)];
        stack[a] = operations.arith(machine, opcode - ADD, v, v);
        break;
      }
      case 27: // NOT
        stack[a] = !operations.isTrue(stack[base + bOf(i)]);
        break;
      case 28: // LEN
        stack[a] = operations.length(machine, stack[base + bOf(i)]);
        break;
      case 29: {
        // CONCAT
        const from = base + bOf(i);
        operations.concat(machine, from, cOf(i) - bOf(i) + 1);
        stack[a] = stack[from];
        break;
      }
      case 30: // JMP
        if (aOf(i) !== 0) machine.upvalues.close(a - 1);
        pc += jumpOf(i);
        if (jumpOf(i) < 0) loopCode = hotLoop(machine, ci, proto, pc);
        break;
      case 31: {
        // EQ
        const x = rk(constants, stack, base, bOf(i));
        const y = rk(constants, stack, base, cOf(i));
        const isEqual =
          typeof x === 'number' && typeof y === 'number' ? x === y : operations.equals(machine, x, y);
        if (isEqual === (aOf(i) !== 0)) pc = jumpFrom(machine, code, pc, base);
        else pc++;
        break;
      }
      case 32: {
        // LT
        const x = rk(constants, stack, base, bOf(i));
        const y = rk(constants, stack, base, cOf(i));
        const isLess =
          typeof x === 'number' && typeof y === 'number' ? x < y : operations.less(machine, x, y);
        if (isLess === (aOf(i) !== 0)) pc = jumpFrom(machine, code, pc, base);
        else pc++;
        break;
      }
      case 33: {
        // LE
        const x = rk(constants, stack, base, bOf(i));
        const y = rk(constants, stack, base, cOf(i));
        const isLessEqual =
          typeof x === 'number' && typeof y === 'number' ? x <= y : operations.lessEqual(machine, x, y);
        if (isLessEqual === (aOf(i) !== 0)) pc = jumpFrom(machine, code, pc, base);
        else pc++;
        break;
      }
      case 34: // TEST
        if (operations.isTrue(stack[a]) === (cOf(i) !== 0)) pc = jumpFrom(machine, code, pc, base);
        else pc++;
        break;
      case 35: {
        // TESTSET
        const v = stack[base + bOf(i)];
        if (operations.isTrue(v) === (cOf(i) !== 0)) {
          stack[a] = v;
          pc = jumpFrom(machine, code, pc, base);
        } else {
          pc++;
        }
        break;
      }
      case 36: // CALL
      case 37: {
        // TAILCALL
        const b = bOf(i);
        let count = b === 0 ? machine.top - a - 1 : b - 1;
        let f = stack[a];
        while (!isFunction(f)) {
          count = machine.insertCallMetamethod(a, count);
          f = stack[a];
        }
        const wanted = opcode === CALL ? cOf(i) - 1 : -1;
        if (f instanceof LuaClosure && !nestsJit(machine, f.proto, ci)) {
          if (opcode === TAILCALL) ci = machine.enterTail(ci, f, a, count);
          else ci = machine.enterLua(f, a, count, wanted);
          closure = f;
          proto = closure.proto;
          code = proto.code;
          constants = proto.constants;
          base = ci.base;
          pc = 0;
          if (proto.isVararg) machine.workOnVarargs(count);
          break;
        }
        if (f instanceof LuaClosure && opcode === TAILCALL) {
          // Compiled code takes this frame; when it returns, so does this function.
          if (proto.protos.length > 0) machine.upvalues.close(base);
          const { fresh, func, wanted: wantedByCaller } = ci;
          const result = machine.tailCall(func, a, count);
          if (fresh) return result;
          machine.storeResults(result, func, wantedByCaller);
          isBack = true;
          break;
        }
        const result =
          f instanceof Builtin ? machine.callBuiltin(f, a, count) : machine.callClosure(f, a, count);
        machine.storeResults(result, a, wanted);
        break;
      }
      case 38: {
        // RETURN
        const b = bOf(i);
        const count = b === 0 ? machine.top - a : b - 1;
        if (b === 0) machine.workOnList(count);
        if (proto.protos.length > 0) machine.upvalues.close(base);
        ci.tail = false;
        if (ci.fresh) {
          machine.ci = ci.caller;
          machine.resultCount = count;
          if (count === 1) return stack[a];
          machine.results = stack.slice(a, a + count);
          return count === 0 ? undefined : stack[a];
        }
        const { func, wanted } = ci;
        machine.moveResults(a, count, func, wanted);
        machine.ci = ci.caller;
        isBack = true;
        break;
      }
      case 39: {
        // FORLOOP
        const step = stack[a + 2];
        const index = stack[a];
        const next =
          typeof index === 'number' && typeof step === 'number'
            ? add(index, step)
            : arithmetic(Arithmetic.ADD, index as number | LuaFloat, step as number | LuaFloat);
        const limit = stack[a + 1];
        const continues =
          typeof next === 'number' && typeof limit === 'number' && typeof step === 'number'
            ? step > 0
              ? next <= limit
              : next >= limit
            : operations.forContinues(next, limit, step);
        if (continues) {
          pc += jumpOf(i);
          stack[a] = next;
          stack[a + 3] = next;
          loopCode = hotLoop(machine, ci, proto, pc);
        }
        break;
      }
      case 40: {
        // FORPREP
        const loop = operations.prepareFor(machine, stack[a], stack[a + 1], stack[a + 2]);
        stack[a] = arithmetic(Arithmetic.SUB, loop.initial, loop.step);
        stack[a + 1] = loop.limit;
        stack[a + 2] = loop.step;
        pc += jumpOf(i);
        break;
      }
      case 41: {
        // TFORCALL
        const callAt = a + 3;
        stack[callAt] = stack[a];
        stack[callAt + 1] = stack[a + 1];
        stack[callAt + 2] = stack[a + 2];
        machine.storeResults(machine.callAt(callAt, 2), callAt, cOf(i));
        // The TFORLOOP that follows costs a step and is executed here.
        const loop = code[pc++]!;
        ci.pc = pc;
        machine.steps++;
        if (--machine.remaining < 0) failInstruction(machine, 1);
        pc = genericForNext(stack, base + aOf(loop), pc, loop);
        break;
      }
      case 42: // TFORLOOP
        pc = genericForNext(stack, a, pc, i);
        break;
      case 43: {
        // SETLIST
        const b = bOf(i);
        const count = b === 0 ? machine.top - a - 1 : b;
        const batch = cOf(i) === 0 ? axOf(code[pc++]!) : cOf(i);
        setList(machine, stack[a] as LuaTable, stack, a, count, (batch - 1) * FIELDS_PER_FLUSH + count);
        break;
      }
      case 44: // CLOSURE
        stack[a] = makeClosure(machine, closure, proto.protos[bxOf(i)]!, base);
        break;
      case 45: {
        // VARARG
        const available = base - ci.func - 1 - proto.parameterCount;
        const actual = Math.max(available, 0);
        const count = bOf(i) - 1;
        if (count < 0) {
          machine.workOnList(actual);
          machine.checkStack(ci.top, actual);
          machine.top = a + actual;
        }
        const wanted = count < 0 ? actual : count;
        for (let n = 0; n < wanted; n++) {
          stack[a + n] = n < actual ? stack[base - actual + n] : undefined;
        }
        break;
      }
      default:
        throw new Error(`instruction ${opcode} cannot be executed`);
    }
  }
}

/** Code that takes a loop over, once it has turned often. */
function hotLoop(
  machine: ExecutingMachine,
  ci: CallInfo,
  proto: Proto,
  pc: number,
): JitVarargCode | undefined {
  if (++proto.heat % machine.jit.turns !== 0) return undefined;
  return machine.mayNest(ci) ? jitCodeOfLoop(proto, pc, machine.jit) : undefined;
}

/** Whether a call runs compiled code, nested in this one's JavaScript frame. */
function nestsJit(machine: ExecutingMachine, proto: Proto, ci: CallInfo): boolean {
  return machine.mayNest(ci) && jitCodeOf(proto, machine.jit) !== undefined;
}

function rk(constants: readonly Value[], stack: readonly Value[], base: number, operand: number): Value {
  return operand >= CONSTANT_BIT ? constants[operand - CONSTANT_BIT] : stack[base + operand];
}

/** `object[key]`; what is found in the table itself, without work, needs nothing of the machine. */
function readField(machine: ExecutingMachine, object: Value, key: Value): Value {
  if (object instanceof LuaTable) {
    const v = object.near(key);
    if (v !== undefined) return v;
  }
  return operations.index(machine, object, key, 'B');
}

/** `object[key] = value`; a value takes the place of another one in the table itself without more. */
function writeField(machine: ExecutingMachine, object: Value, key: Value, value: Value): void {
  if (object instanceof LuaTable) {
    if (typeof key === 'number') {
      if (object.metatable === undefined && key > 0 && key <= object.arraySize) {
        object.array[key - 1] = value;
        return;
      }
    } else if (key instanceof LuaString && object.replaceString(key, value)) return;
  }
  operations.setIndex(machine, object, key, value, 'A');
}

function readUpvalue(machine: ExecutingMachine, upvalue: Upvalue): Value {
  return upvalue.index < 0 ? upvalue.value : machine.stack[upvalue.index];
}

/** Executes the jump after a test, which costs nothing. */
function jumpFrom(machine: ExecutingMachine, code: Int32Array, pc: number, base: number): number {
  const jump = code[pc]!;
  if (aOf(jump) !== 0) machine.upvalues.close(base + aOf(jump) - 1);
  return pc + 1 + jumpOf(jump);
}

function genericForNext(stack: Value[], a: number, pc: number, loop: number): number {
  const control = stack[a + 1];
  if (control === undefined) return pc;
  stack[a] = control;
  return pc + jumpOf(loop);
}

/** Stores the values after a table's register into it, from the highest index down. */
function setList(
  machine: ExecutingMachine,
  table: LuaTable,
  values: readonly Value[],
  at: number,
  count: number,
  last: number,
): void {
  table.growArray(last, machine);
  for (let n = count, index = last; n > 0; n--, index--) table.set(index, values[at + n], machine);
}

function makeClosure(
  machine: ExecutingMachine,
  enclosing: LuaClosure,
  proto: Proto,
  base: number,
): LuaClosure {
  const upvalues = proto.upvalues.map(({ inStack, index }) =>
    inStack ? machine.upvalues.capture(base + index) : enclosing.upvalues[index]!,
  );
  return machine.newClosure(proto, upvalues);
}
