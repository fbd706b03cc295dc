/** The basic functions (spec 03 §6.3): stock Lua 5.3.1 without those that touch the host. */

import { checkSourceLength, LuaSyntaxError } from '../compile/compile.js';
import { sameText } from '../interpreter/operations/comparison-operators.js';
import { isTrue, toLuaString, toNumber, toText } from '../interpreter/operations/convert.js';
import { index, rawSet } from '../interpreter/operations/fields.js';
import { LuaError } from '../machine/errors.js';
import { rawEquals } from '../value/arithmetic.js';
import { Builtin, isFunction, type LuaClosure } from '../value/function.js';
import { add, lowHalf } from '../value/int64.js';
import { metatableOf, typeName } from '../value/metamethods.js';
import { parseInRadix } from '../value/number/parse.js';
import type { Library, LuaRuntime } from '../value/runtime.js';
import { constantString, LuaString, toBytes } from '../value/string.js';
import { LuaTable, TableKeyError } from '../value/table.js';
import type { Value } from '../value/value.js';
import {
  argument,
  checkAny,
  checkFunctionType,
  checkIndex,
  checkInteger,
  checkString,
  checkStringType,
  checkTable,
  optionalString,
} from './arguments.js';
import { cString } from './c-string.js';

const METATABLE_FIELD = constantString('__metatable');
const INDEX = constantString('__index');
const PAIRS = constantString('__pairs');
const TOSTRING_FIELD = constantString('__tostring');
const TOSTRING = constantString('tostring');

/** Fuel of `print`: per call, and per byte of what it prints. */
const PRINT_FUEL = 375;
const PRINT_FUEL_PER_BYTE = 8;

/** A field of a value's metatable. Its name is a string that the reference makes for the search. */
function metafield(machine: LuaRuntime, v: Value, name: LuaString): Value {
  const metatable = metatableOf(v, machine.stringMetatable);
  if (metatable === undefined) return undefined;
  machine.internShort(name.bytes);
  return metatable.getString(name);
}

/** What `tostring` makes of a value; with a `__tostring` that returns no string, whatever it returned. */
export function toStringValue(machine: LuaRuntime, v: Value): Value {
  const method = metafield(machine, v, TOSTRING_FIELD);
  if (method !== undefined) {
    const result = machine.callForOne(method, 1, v);
    return toLuaString(machine, result) ?? result;
  }
  if (v instanceof LuaString) return v;
  const text = toText(machine, v);
  if (text !== undefined) return machine.string(text);
  if (v === undefined) return machine.string('nil');
  if (typeof v === 'boolean') return machine.string(v ? 'true' : 'false');
  const address = (v as LuaTable | LuaClosure | Builtin).id.toString(16).padStart(12, '0');
  return machine.format('%s: %s', typeName(v), `0x${address}`);
}

/**
 * The position of the entry that follows on a key, or -1.
 *
 * @throws TableKeyError
 */
function positionBehind(machine: LuaRuntime, table: LuaTable, key: Value): number {
  const start = table.positionAfter(key);
  const position = table.nextPosition(start);
  // Places that were emptied are passed again each time.
  machine.workOnList((position < 0 ? table.positions : position) - start);
  return position;
}

/** The iterator that `pairs` returns. */
export function next(machine: LuaRuntime, base: number, count: number): Value {
  const table = checkTable(machine, base, count, 1);
  let position: number;
  try {
    position = positionBehind(machine, table, argument(machine, base, count, 2));
  } catch (error) {
    if (error instanceof TableKeyError) machine.runError(error.message);
    throw error;
  }
  if (position < 0) return undefined;
  return machine.two(table.keyAt(position), table.valueAt(position));
}

/** The iterator that `ipairs` returns for values without `__index`. */
export function inext(machine: LuaRuntime, base: number, count: number): Value {
  const position = add(checkInteger(machine, base, count, 2), 1);
  const v = checkTable(machine, base, count, 1).get(position);
  return v === undefined ? machine.one(undefined) : machine.two(position, v);
}

/** The iterator that `ipairs` gives for values that have `__index` when it is called. */
function inextOfMetatable(machine: LuaRuntime, base: number, count: number): Value {
  const position = add(checkInteger(machine, base, count, 2), 1);
  const v = index(machine, argument(machine, base, count, 1), position);
  return v === undefined ? machine.one(undefined) : machine.two(position, v);
}

/** Runs a call that errors may end; `resume` puts the state back to this function. */
function protectedCall(machine: LuaRuntime, func: number, count: number, handler: Value): Value {
  const { callState, errorHandler } = machine;
  machine.errorHandler = handler;
  machine.protectedCalls++;
  try {
    const first = machine.callAt(func, count);
    machine.workOnList(machine.resultCount);
    return machine.returned([true, ...machine.resultList(first)]);
  } catch (error) {
    if (!(error instanceof LuaError)) throw error;
    machine.unwind(callState, func);
    return machine.many([false, error.value]);
  } finally {
    machine.errorHandler = errorHandler;
    machine.protectedCalls--;
  }
}

/** Text pieces from a reader function, until it returns nil or an empty string. */
function readChunk(machine: LuaRuntime, reader: Value, limit: number): string {
  let text = '';
  for (;;) {
    const piece = machine.callForOne(reader, 0);
    if (piece === undefined) return text;
    const bytes = toText(machine, piece);
    if (bytes === undefined) machine.libraryError('reader function must return a string');
    if (bytes === '') return text;
    // A piece may be longer than any string that two of them would make.
    if (text.length + bytes.length > limit) checkSourceLength(text.length + bytes.length);
    text += bytes;
  }
}

/** As much as `load` may take from a reader before the compiler refuses it anyway. */
const READER_LIMIT = 65_536;

/** Bytes of the name and mode of a chunk that are looked at for a unit of work. */
const NAME_BYTES = 16;

function load(machine: LuaRuntime, base: number, count: number): Value {
  const chunk = argument(machine, base, count, 1);
  const text = toText(machine, chunk);
  const mode = cString(optionalString(machine, base, count, 3)?.bytes ?? 'bt');
  const name = cString(optionalString(machine, base, count, 2)?.bytes ?? text ?? '=(load)');
  machine.workOnText(mode.length + name.length, NAME_BYTES);
  const { callState } = machine;
  try {
    if (text === undefined) checkFunctionType(machine, base, count, 1);
    const source = text ?? readChunk(machine, chunk, READER_LIMIT);
    checkSourceLength(source.length);
    if (!mode.includes('t')) {
      throw new LuaSyntaxError(`attempt to load a text chunk (mode is '${mode}')`);
    }
    const closure = machine.compile(toBytes(source), name);
    if (count >= 4 && closure.upvalues.length > 0)
      closure.upvalues[0]!.value = argument(machine, base, count, 4);
    return machine.one(closure);
  } catch (error) {
    if (error instanceof LuaSyntaxError) {
      machine.unwind(callState, base);
      return machine.many([undefined, machine.string(error.message)]);
    }
    if (!(error instanceof LuaError) || text !== undefined || !isFunction(chunk)) throw error;
    machine.unwind(callState, base);
    return machine.many([undefined, error.value]);
  }
}

function print(machine: LuaRuntime, base: number, count: number): Value {
  const pieces: string[] = [];
  for (let position = 1; position <= count; position++) {
    const v = argument(machine, base, count, position);
    const text = toText(machine, machine.callForOne(machine.globals.getString(TOSTRING), 1, v));
    if (text === undefined) machine.libraryError("'tostring' must return a string to 'print'");
    pieces.push(text);
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, Math.max(0, count - 1));
  machine.chargeHost('func', PRINT_FUEL + PRINT_FUEL_PER_BYTE * length, 'lua_BurnFuncData print');
  machine.checkStringLength(length);
  machine.log(pieces.join('\t'));
  return machine.none();
}

/** Work of a digit in a base other than ten. */
const RADIX_WORK = 2;

function toNumberOf(machine: LuaRuntime, base: number, count: number): Value {
  if (argument(machine, base, count, 2) === undefined)
    return toNumber(machine, checkAny(machine, base, count, 1));
  const radix = checkIndex(machine, base, count, 2);
  const text = checkStringType(machine, base, count, 1).bytes;
  if (radix < 2 || radix > 36) machine.argumentError(2, 'base out of range');
  machine.work(RADIX_WORK * (text.length + 1));
  return parseInRadix(text, radix);
}

export const baseLibrary = {
  assert(machine, base, count) {
    if (isTrue(argument(machine, base, count, 1))) {
      machine.workOnList(count);
      return machine.returned(machine.stack.slice(base, base + count));
    }
    checkAny(machine, base, count, 1);
    // The reference uses its own message even when the contract passes one.
    const standard = machine.string('assertion failed!');
    return raiseWithPosition(machine, count >= 2 ? argument(machine, base, count, 2) : standard, 1);
  },

  error(machine, base, count) {
    const level =
      argument(machine, base, count, 2) === undefined ? 1 : lowHalf(checkInteger(machine, base, count, 2));
    return raiseWithPosition(machine, argument(machine, base, count, 1), level);
  },

  getmetatable(machine, base, count) {
    const v = checkAny(machine, base, count, 1);
    return metafield(machine, v, METATABLE_FIELD) ?? metatableOf(v, machine.stringMetatable);
  },

  ipairs(machine, base, count) {
    const indexes = metafield(machine, argument(machine, base, count, 1), INDEX) !== undefined;
    const list = checkAny(machine, base, count, 1);
    return machine.many([indexes ? INEXT_OF_METATABLE : INEXT, list, 0]);
  },

  load,
  next,

  pairs(machine, base, count) {
    const v = argument(machine, base, count, 1);
    const method = metafield(machine, v, PAIRS);
    if (method === undefined)
      return machine.many([machine.next, checkTable(machine, base, count, 1), undefined]);
    const results = machine.resultList(machine.call(method, 1, v));
    return machine.many([results[0], results[1], results[2]]);
  },

  pcall(machine, base, count) {
    checkAny(machine, base, count, 1);
    return protectedCall(machine, base, count - 1, undefined);
  },

  print,

  rawequal(machine, base, count) {
    const [a, b] = [checkAny(machine, base, count, 1), checkAny(machine, base, count, 2)];
    if (a instanceof LuaString && b instanceof LuaString) return sameText(machine, a, b);
    return rawEquals(a, b);
  },

  rawget(machine, base, count) {
    return checkTable(machine, base, count, 1).get(checkAny(machine, base, count, 2));
  },

  rawlen(machine, base, count) {
    const v = argument(machine, base, count, 1);
    if (v instanceof LuaTable) return v.length();
    if (v instanceof LuaString) return v.bytes.length;
    return machine.argumentError(1, 'table or string expected');
  },

  rawset(machine, base, count) {
    const table = checkTable(machine, base, count, 1);
    const key = checkAny(machine, base, count, 2);
    rawSet(machine, table, key, checkAny(machine, base, count, 3));
    return table;
  },

  require(machine, base, count) {
    const name = checkString(machine, base, count, 1);
    const module = machine.modules.get(name.bytes);
    return module ?? machine.libraryError('Only supports to require "mylib"');
  },

  select(machine, base, count) {
    const first = argument(machine, base, count, 1);
    if (first instanceof LuaString && first.bytes.startsWith('#')) return count - 1;
    let from = checkIndex(machine, base, count, 1);
    if (from < 0) from = count + from;
    else if (from > count) from = count;
    if (from < 1) machine.argumentError(1, 'index out of range');
    machine.workOnList(count - from);
    return machine.returned(machine.stack.slice(base + from, base + count));
  },

  setmetatable(machine, base, count) {
    const table = checkTable(machine, base, count, 1);
    const metatable = argument(machine, base, count, 2);
    if (count < 2 || !(metatable === undefined || metatable instanceof LuaTable)) {
      machine.argumentError(2, 'nil or table expected');
    }
    if (metafield(machine, table, METATABLE_FIELD) !== undefined) {
      machine.libraryError('cannot change a protected metatable');
    }
    table.metatable = metatable as LuaTable | undefined;
    return table;
  },

  tonumber: toNumberOf,

  tostring(machine, base, count) {
    return machine.one(toStringValue(machine, checkAny(machine, base, count, 1)));
  },

  type(machine, base, count) {
    return machine.string(typeName(checkAny(machine, base, count, 1)));
  },

  xpcall(machine, base, count) {
    const handler = checkFunctionType(machine, base, count, 2);
    // The function moves after its handler, where its arguments are.
    machine.stack[base + 1] = machine.stack[base];
    return protectedCall(machine, base + 1, count - 2, handler);
  },
} satisfies Library;

/** Raises a value; a string or number gets the position of the function at a level in front. */
function raiseWithPosition(machine: LuaRuntime, value: Value, level: number): never {
  const string = level > 0 && toText(machine, value) !== undefined ? toLuaString(machine, value) : undefined;
  machine.raise(string === undefined ? value : machine.join(machine.where(level), string));
}

const INEXT = new Builtin('?', inext, 0);
const INEXT_OF_METATABLE = new Builtin('?', inextOfMetatable, 0);
