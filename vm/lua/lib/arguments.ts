/**
 * Arguments of host functions: checks and conversions with the messages of the reference. Positions
 * count from 1. `base` and `count` are what the host function was given.
 */

import { toLuaString, toNumber } from '../interpreter/operations/convert.js';
import { isNumber, type LuaNumber, toFloat, toInteger } from '../value/arithmetic.js';
import { toDouble } from '../value/int64.js';
import { typeName } from '../value/metamethods.js';
import type { LuaRuntime } from '../value/runtime.js';
import { LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import { type Integer, LightUserdata, type Value } from '../value/value.js';

/** The argument, or nil when it was not given. */
export function argument(machine: LuaRuntime, base: number, count: number, position: number): Value {
  return position <= count ? machine.stack[base + position - 1] : undefined;
}

function typeErrorAt(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
  expected: string,
): never {
  const v = argument(machine, base, count, position);
  const name = v instanceof LightUserdata ? 'light userdata' : typeName(v);
  machine.argumentError(position, `${expected} expected, got ${position > count ? 'no value' : name}`);
}

/** Any value, nil included, but not nothing. */
export function checkAny(machine: LuaRuntime, base: number, count: number, position: number): Value {
  if (position > count) machine.argumentError(position, 'value expected');
  return machine.stack[base + position - 1];
}

/** A table. */
export function checkTable(machine: LuaRuntime, base: number, count: number, position: number): LuaTable {
  const v = argument(machine, base, count, position);
  if (!(v instanceof LuaTable)) typeErrorAt(machine, base, count, position, 'table');
  return v;
}

/** A string; numbers convert. */
export function checkString(machine: LuaRuntime, base: number, count: number, position: number): LuaString {
  const v = argument(machine, base, count, position);
  if (v instanceof LuaString) {
    v.read(machine);
    return v;
  }
  const text = toLuaString(machine, v);
  if (text === undefined) typeErrorAt(machine, base, count, position, 'string');
  machine.stack[base + position - 1] = text;
  return text;
}

/** A number; numeric strings convert. */
export function checkNumber(machine: LuaRuntime, base: number, count: number, position: number): LuaNumber {
  const v = argument(machine, base, count, position);
  if (isNumber(v)) return v;
  const number = toNumber(machine, v);
  if (number === undefined) typeErrorAt(machine, base, count, position, 'number');
  return number;
}

/** A number as a double. */
export function checkFloat(machine: LuaRuntime, base: number, count: number, position: number): number {
  return toFloat(checkNumber(machine, base, count, position));
}

/** An integer; floats with an integer value and numeric strings convert. */
export function checkInteger(machine: LuaRuntime, base: number, count: number, position: number): Integer {
  const v = argument(machine, base, count, position);
  if (typeof v === 'number') return v;
  const integer = toInteger(checkNumber(machine, base, count, position));
  if (integer === undefined) machine.argumentError(position, 'number has no integer representation');
  return integer;
}

/**
 * An integer that is used as a position or count: as a double, which is exact where it matters
 * (below 2^53) and keeps the order elsewhere.
 */
export function checkIndex(machine: LuaRuntime, base: number, count: number, position: number): number {
  return toDouble(checkInteger(machine, base, count, position));
}

/** As `checkIndex`, or a default for nil and nothing. */
export function optionalIndex(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
  fallback: number,
): number {
  return argument(machine, base, count, position) === undefined
    ? fallback
    : checkIndex(machine, base, count, position);
}

/** A string, or undefined for nil and nothing. */
export function optionalString(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
): LuaString | undefined {
  return argument(machine, base, count, position) === undefined
    ? undefined
    : checkString(machine, base, count, position);
}

/** A function, of Lua or of the host; what can only be called is none. */
export function checkFunctionType(machine: LuaRuntime, base: number, count: number, position: number): Value {
  const v = argument(machine, base, count, position);
  if (typeName(v) !== 'function') typeErrorAt(machine, base, count, position, 'function');
  return v;
}

/** A string, numbers not included. */
export function checkStringType(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
): LuaString {
  const v = argument(machine, base, count, position);
  if (!(v instanceof LuaString)) typeErrorAt(machine, base, count, position, 'string');
  return v;
}
