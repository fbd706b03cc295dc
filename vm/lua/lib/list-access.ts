/**
 * How the table functions reach elements: raw, unless the metatable has `__index` for reading or
 * `__newindex` for writing. A value that is no table must have both.
 */

import { toNumber } from '../interpreter/operations/convert.js';
import { index, length, rawSet, setIndex } from '../interpreter/operations/fields.js';
import { isInteger, toInteger } from '../value/arithmetic.js';
import { fromDouble, toDouble } from '../value/int64.js';
import { Event, metamethodOf, metatableOf } from '../value/metamethods.js';
import type { LuaRuntime } from '../value/runtime.js';
import { LuaTable } from '../value/table.js';
import type { Value } from '../value/value.js';
import { argument, checkTable } from './arguments.js';

export interface ListAccess {
  get(position: number): Value;
  set(position: number, value: Value): void;
}

/** Access to the argument at a position. */
export function listAccess(machine: LuaRuntime, base: number, count: number, position: number): ListAccess {
  const v = argument(machine, base, count, position);
  const metatable = metatableOf(v, machine.stringMetatable);
  const reads = metamethodOf(metatable, Event.index) !== undefined;
  const writes = metamethodOf(metatable, Event.newindex) !== undefined;
  if (!reads || !writes) checkTable(machine, base, count, position);
  return {
    get: reads ? i => index(machine, v, integerKey(i)) : i => (v as LuaTable).get(integerKey(i)),
    set: writes
      ? (i, value) => setIndex(machine, v, integerKey(i), value)
      : (i, value) => rawSet(machine, v as LuaTable, integerKey(i), value),
  };
}

/** A position as a key. */
export function integerKey(position: number): Value {
  return Number.isSafeInteger(position) ? position : fromDouble(position);
}

/** The length of an argument, with `__len`, as a double. */
export function listLength(machine: LuaRuntime, v: Value): number {
  const n = v instanceof LuaTable && v.metatable === undefined ? v.length() : length(machine, v);
  const number = isInteger(n) ? n : toNumber(machine, n);
  const integer = number === undefined ? undefined : toInteger(number);
  if (integer === undefined) machine.libraryError('object length is not an integer');
  return toDouble(integer);
}
