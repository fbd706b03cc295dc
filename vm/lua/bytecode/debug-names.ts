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

/** Who pays for looking for a name, before it is done. */
interface Worker {
  work(units: number): void;
}

/** Instructions and variables of a function that are looked at for a unit of work. */
const LOOKED_AT = 4;

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

/** Whether an instruction writes a register, as far as names are concerned. */
function writes(i: number, register: number): boolean {
  const a = aOf(i);
  switch (opcodeOf(i)) {
    case Op.LOADNIL:
      return a <= register && register <= a + bOf(i);
    case Op.TFORCALL:
      return register >= a + 2;
    case Op.CALL:
    case Op.TAILCALL:
      return register >= a;
    case Op.SETTABUP:
    case Op.SETUPVAL:
    case Op.SETTABLE:
    case Op.JMP:
    case Op.EQ:
    case Op.LT:
    case Op.LE:
    case Op.TEST:
    case Op.RETURN:
    case Op.SETLIST:
    case Op.EXTRAARG:
      return false;
    default:
      return register === a;
  }
}

/** Whether a jump leads from before an instruction to behind it, and not beyond `lastPc`. */
function isJumpedOver({ code }: Proto, pc: number, lastPc: number): boolean {
  for (let at = 0; at < pc; at++) {
    const i = code[at]!;
    if (opcodeOf(i) !== Op.JMP) continue;
    const target = at + 1 + jumpOf(i);
    if (target > pc && target <= lastPc) return true;
  }
  return false;
}

/** The instruction that last wrote a register before `lastPc`, or -1 when it is not certain. */
function findSetter(proto: Proto, lastPc: number, register: number): number {
  for (let pc = lastPc - 1; pc >= 0; pc--) {
    if (writes(proto.code[pc]!, register)) return isJumpedOver(proto, pc, lastPc) ? -1 : pc;
  }
  return -1;
}

/** Where the value of a register comes from: a local variable, or the instruction that made it. */
type Origin = { readonly local: string } | { readonly setter: number };

/** What the register holds when the instruction at `pc` runs; moves between registers are followed. */
function originOf(worker: Worker, proto: Proto, pc: number, register: number): Origin | undefined {
  let at = pc;
  let holder = register;
  for (;;) {
    worker.work(1 + Math.ceil((at + proto.locals.length) / LOOKED_AT));
    const local = localName(proto, holder, at);
    if (local !== undefined) return { local };
    const setter = findSetter(proto, at, holder);
    if (setter < 0) return undefined;
    const i = proto.code[setter]!;
    if (opcodeOf(i) !== Op.MOVE) return { setter };
    if (bOf(i) >= aOf(i)) return undefined;
    at = setter;
    holder = bOf(i);
  }
}

/** The constant that an instruction loads, if it is a string. */
function loadedString(proto: Proto, pc: number): LuaString | undefined {
  const i = proto.code[pc]!;
  const opcode = opcodeOf(i);
  if (opcode !== Op.LOADK && opcode !== Op.LOADKX) return undefined;
  const constant = proto.constants[opcode === Op.LOADK ? bxOf(i) : axOf(proto.code[pc + 1]!)];
  return constant instanceof LuaString ? constant : undefined;
}

/**
 * The name of what a register holds when the instruction at `pc` runs.
 *
 * @param worker - pays for what is looked through
 */
export function registerName(
  worker: Worker,
  proto: Proto,
  pc: number,
  register: number,
): VariableName | undefined {
  const origin = originOf(worker, proto, pc, register);
  if (origin === undefined) return undefined;
  if ('local' in origin) return { kind: 'local', name: origin.local };
  const { setter } = origin;
  const i = proto.code[setter]!;
  switch (opcodeOf(i)) {
    case Op.GETTABUP: {
      const kind = upvalueName(proto, bOf(i)) === '_ENV' ? 'global' : 'field';
      return { kind, name: keyName(worker, proto, setter, cOf(i)) };
    }
    case Op.GETTABLE: {
      worker.work(Math.ceil(proto.locals.length / LOOKED_AT));
      const kind = localName(proto, bOf(i), setter) === '_ENV' ? 'global' : 'field';
      return { kind, name: keyName(worker, proto, setter, cOf(i)) };
    }
    case Op.GETUPVAL:
      return { kind: 'upvalue', name: upvalueName(proto, bOf(i)) };
    case Op.LOADK:
    case Op.LOADKX: {
      const constant = loadedString(proto, setter);
      return constant && { kind: 'constant', name: upToNul(constant) };
    }
    case Op.SELF:
      return { kind: 'method', name: keyName(worker, proto, setter, cOf(i)) };
    default:
      return undefined;
  }
}

/** A constant string key, or `?`. */
function keyName(worker: Worker, proto: Proto, pc: number, operand: number): string {
  if (operand >= CONSTANT_BIT) {
    const constant = proto.constants[operand - CONSTANT_BIT];
    return constant instanceof LuaString ? upToNul(constant) : '?';
  }
  const origin = originOf(worker, proto, pc, operand);
  const constant = origin && 'setter' in origin ? loadedString(proto, origin.setter) : undefined;
  return constant === undefined ? '?' : upToNul(constant);
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
export function operandName(
  worker: Worker,
  closure: LuaClosure,
  pc: number,
  operand: Operand,
): VariableName | undefined {
  if (operand === 'none') return undefined;
  const proto = closure.proto;
  const i = proto.code[pc]!;
  const opcode = opcodeOf(i);
  const index = operand === 'A' ? aOf(i) : operand === 'B' ? bOf(i) : cOf(i);
  const isUpvalue =
    (opcode === Op.GETTABUP && operand === 'B') || (opcode === Op.SETTABUP && operand === 'A');
  if (isUpvalue) return { kind: 'upvalue', name: upvalueName(proto, index) };
  return index >= CONSTANT_BIT ? undefined : registerName(worker, proto, pc, index);
}

/** What a call instruction calls its function: the name for messages about arguments. */
export function calledName(worker: Worker, proto: Proto, pc: number): VariableName | undefined {
  const i = proto.code[pc]!;
  const opcode = opcodeOf(i);
  switch (opcode) {
    case Op.CALL:
    case Op.TAILCALL:
      return registerName(worker, proto, pc, aOf(i));
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
