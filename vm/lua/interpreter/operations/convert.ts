/** What a value is as a number, a text or a condition. */

import { isNumber, type LuaNumber, toFloat } from '../../value/arithmetic.js';
import { toDecimal } from '../../value/int64.js';
import { floatToString } from '../../value/number/format.js';
import { parseNumber } from '../../value/number/parse.js';
import type { LuaRuntime } from '../../value/runtime.js';
import { LuaString } from '../../value/string.js';
import { Int64, LuaFloat, type Value } from '../../value/value.js';

/** Work of finding the digits of a float. */
const FLOAT_TEXT_WORK = 160;
/** Work of reading a number from a text, and how many bytes of it are read for a unit more. */
const PARSE_WORK = 8;
const PARSED_BYTES = 1;

/** The number that a value is or, for a string, denotes. */
export function toNumber(machine: LuaRuntime, v: Value): LuaNumber | undefined {
  if (isNumber(v)) return v;
  if (!(v instanceof LuaString)) return undefined;
  machine.work(PARSE_WORK + Math.ceil(v.bytes.length / PARSED_BYTES));
  return parseNumber(v.read(machine));
}

/** The bytes of a string, or the text of a number; undefined for other values. */
export function toText(machine: LuaRuntime, v: Value): string | undefined {
  if (v instanceof LuaFloat) machine.work(FLOAT_TEXT_WORK);
  if (v instanceof LuaString) return v.read(machine);
  return textOfEnd(v);
}

/** As `toText`, for the message of a run that is over. */
export function textOfEnd(v: Value): string | undefined {
  if (v instanceof LuaString) return v.bytes;
  if (typeof v === 'number') return String(v);
  if (v instanceof Int64) return toDecimal(v);
  return v instanceof LuaFloat ? floatToString(v) : undefined;
}

/** A string, or a new one with the text of a number; undefined for other values. */
export function toLuaString(machine: LuaRuntime, v: LuaString | LuaNumber): LuaString;
export function toLuaString(machine: LuaRuntime, v: Value): LuaString | undefined;
export function toLuaString(machine: LuaRuntime, v: Value): LuaString | undefined {
  if (v instanceof LuaString) return v;
  const text = toText(machine, v);
  return text === undefined ? undefined : machine.string(text);
}

/** A number as a float; a float stays the object that it is, because the sign of a NaN hangs on it. */
export function asFloat(n: LuaNumber): LuaFloat {
  return n instanceof LuaFloat ? n : new LuaFloat(toFloat(n));
}

/** Whether a value counts as true: all do but nil and false. */
export function isTrue(v: Value): boolean {
  return v !== undefined && v !== false;
}
