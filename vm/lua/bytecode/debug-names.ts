/**
 * Names for the values in error messages, such as `local 'x'` or `field 'y'`: found by examining
 * the instructions that led to a register, as the reference does.
 */
import type { LuaClosure } from '../value/function.js';
import { Event, METAMETHOD_NAMES } from '../value/metamethods.js';
import { LuaString } from '../value/string.js';
import { aOf, axOf, bOf, bxOf, CONSTANT_BIT, cOf, jumpOf, Op, type Operand, opcodeOf } from './opcodes.js';
import type { Proto } from './proto.js';

export interface VariableName {
  readonly kind:
    | 'local'
    | 'global'
    | 'field'
    | 'upvalue'
    | 'constant'
    | 'method'
    | 'metamethod'
    | 'for iterator';
  readonly name: string;
}

/** The name of the local variable that lives in a register at an instruction. */
function localName(proto: Proto, register: number, pc: number): string | undefined {
  let left = register;
  for (const variable of proto.locals) {
    if (variable.start > pc) break;
    if (pc < variable.end && left-- === 0) return variable.name;
  }
  return undefined;
}

function upvalueName(proto: Proto, index: number): string {
  return proto.upvalues[index]?.name ?? '?';
}

/** The instruction that last wrote a register before `lastPc`, or -1 when it is not certain. */
function findSetter(proto: Proto, lastPc: number, register: number): number {
  let setter = -1;
  let jumpTarget = 0;
  const found = (pc: number): number => (pc < jumpTarget ? -1 : pc);
  for (let pc = 0; pc < lastPc; pc++) {
    const i = proto.code[pc]!;
    const a = aOf(i);
    switch (opcodeOf(i)) {
      case Op.LOADNIL:
        if (a <= register && register <= a + bOf(i)) setter = found(pc);
        break;
      case Op.TFORCALL:
        if (register >= a + 2) setter = found(pc);
        break;
      case Op.CALL:
      case Op.TAILCALL:
        if (register >= a) setter = found(pc);
        break;
      case Op.JMP: {
        const target = pc + 1 + jumpOf(i);
        if (pc < target && target <= lastPc && target > jumpTarget) jumpTarget = target;
        break;
      }
      default:
        if (writesA(opcodeOf(i)) && register === a) setter = found(pc);
    }
  }
  return setter;
}

const WITHOUT_RESULT: ReadonlySet<number> = new Set([
  Op.SETTABUP,
  Op.SETUPVAL,
  Op.SETTABLE,
  Op.JMP,
  Op.EQ,
  Op.LT,
  Op.LE,
  Op.TEST,
  Op.RETURN,
  Op.TFORCALL,
  Op.SETLIST,
  Op.EXTRAARG,
]);

function writesA(opcode: number): boolean {
  return !WITHOUT_RESULT.has(opcode);
}

/** The name of what a register holds when the instruction at `pc` runs. */
export function registerName(proto: Proto, pc: number, register: number): VariableName | undefined {
  const local = localName(proto, register, pc);
  if (local !== undefined) return { kind: 'local', name: local };
  const setter = findSetter(proto, pc, register);
  if (setter < 0) return undefined;
  const i = proto.code[setter]!;
  switch (opcodeOf(i)) {
    case Op.MOVE:
      return bOf(i) < aOf(i) ? registerName(proto, setter, bOf(i)) : undefined;
    case Op.GETTABUP:
      return fieldName(proto, setter, cOf(i), upvalueName(proto, bOf(i)) === '_ENV');
    case Op.GETTABLE:
      return fieldName(proto, setter, cOf(i), localName(proto, bOf(i), setter) === '_ENV');
    case Op.GETUPVAL:
      return { kind: 'upvalue', name: upvalueName(proto, bOf(i)) };
    case Op.LOADK:
    case Op.LOADKX: {
      const index = opcodeOf(i) === Op.LOADK ? bxOf(i) : axOf(proto.code[setter + 1]!);
      const constant = proto.constants[index];
      return constant instanceof LuaString ? { kind: 'constant', name: upToNul(constant) } : undefined;
    }
    case Op.SELF:
      return { kind: 'method', name: keyName(proto, setter, cOf(i)) };
    default:
      return undefined;
  }
}

function fieldName(proto: Proto, pc: number, key: number, ofEnvironment: boolean): VariableName {
  return { kind: ofEnvironment ? 'global' : 'field', name: keyName(proto, pc, key) };
}

/** A constant string key, or `?`. */
function keyName(proto: Proto, pc: number, operand: number): string {
  if (operand >= CONSTANT_BIT) {
    const constant = proto.constants[operand - CONSTANT_BIT];
    return constant instanceof LuaString ? upToNul(constant) : '?';
  }
  const name = registerName(proto, pc, operand);
  return name?.kind === 'constant' ? name.name : '?';
}

/** Names are C strings in messages. */
function upToNul(string: LuaString): string {
  const end = string.bytes.indexOf('\0');
  return end < 0 ? string.bytes : string.bytes.slice(0, end);
}

/**
 * The name of an operand of the instruction that a closure is running.
 *
 * @param pc - of that instruction
 */
export function operandName(closure: LuaClosure, pc: number, operand: Operand): VariableName | undefined {
  if (operand === 'none') return undefined;
  const proto = closure.proto;
  const i = proto.code[pc]!;
  const opcode = opcodeOf(i);
  const index = operand === 'A' ? aOf(i) : operand === 'B' ? bOf(i) : cOf(i);
  const isUpvalue =
    (opcode === Op.GETTABUP && operand === 'B') || (opcode === Op.SETTABUP && operand === 'A');
  if (isUpvalue) return { kind: 'upvalue', name: upvalueName(proto, index) };
  return index >= CONSTANT_BIT ? undefined : registerName(proto, pc, index);
}

/** What a call instruction calls its function: the name for messages about arguments. */
export function calledName(proto: Proto, pc: number): VariableName | undefined {
  const i = proto.code[pc]!;
  const opcode = opcodeOf(i);
  switch (opcode) {
    case Op.CALL:
    case Op.TAILCALL:
      return registerName(proto, pc, aOf(i));
    case Op.TFORCALL:
      return { kind: 'for iterator', name: 'for iterator' };
    default: {
      const event = eventOf(opcode);
      return event === undefined ? undefined : { kind: 'metamethod', name: METAMETHOD_NAMES[event]!.bytes };
    }
  }
}

/** The metamethod that an instruction may call. */
function eventOf(opcode: number): number | undefined {
  switch (opcode) {
    case Op.SELF:
    case Op.GETTABUP:
    case Op.GETTABLE:
      return Event.index;
    case Op.SETTABUP:
    case Op.SETTABLE:
      return Event.newindex;
    case Op.UNM:
      return Event.unm;
    case Op.BNOT:
      return Event.bnot;
    case Op.LEN:
      return Event.len;
    case Op.CONCAT:
      return Event.concat;
    case Op.EQ:
      return Event.eq;
    case Op.LT:
      return Event.lt;
    case Op.LE:
      return Event.le;
    default:
      return opcode >= Op.ADD && opcode <= Op.SHR ? Event.add + (opcode - Op.ADD) : undefined;
  }
}

// --- chunks -----------------------------------------------------------------------------------

const MAX_CHUNK_NAME = 60;
const PREFIX = '[string "';
const DOTS = '...';
const SUFFIX = '"]';

/** `line` becomes `[string "line"]`, `=v` becomes `v`, `@file` becomes `file`; long names are cut. */
function upToZero(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

export function shownChunkName(source: string): string {
  if (source.startsWith('=')) return upToZero(source.slice(0, MAX_CHUNK_NAME)).slice(1);
  // No more than what is shown is looked at, but for the end of a long file name: contracts choose the text.
  const cText = source.startsWith('@') ? upToZero(source) : upToZero(source.slice(0, MAX_CHUNK_NAME));
  if (cText.startsWith('@')) {
    return cText.length <= MAX_CHUNK_NAME
      ? cText.slice(1)
      : DOTS + cText.slice(cText.length - (MAX_CHUNK_NAME - 1 - DOTS.length));
  }
  const newline = cText.indexOf('\n');
  const room = MAX_CHUNK_NAME - PREFIX.length - DOTS.length - SUFFIX.length - 1;
  if (newline < 0 && cText.length < room) return PREFIX + cText + SUFFIX;
  const firstLine = newline < 0 ? cText : cText.slice(0, newline);
  return PREFIX + firstLine.slice(0, room) + DOTS + SUFFIX;
}
