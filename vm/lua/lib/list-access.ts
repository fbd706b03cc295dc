/**
 * How the table functions reach elements: raw, unless the metatable has `__index` for reading or
 * `__newindex` for writing. A value that is no table must have both.
 */

import { toNumber } from '../interpreter/operations/convert.js';
import { index, length, rawSet, setIndex } from '../interpreter/operations/fields.js';
import { isInteger, toInteger } from '../value/arithmetic.js';
import { Event, metamethodOf, metatableOf } from '../value/metamethods.js';
import type { LuaRuntime } from '../value/runtime.js';
import { LuaTable } from '../value/table.js';
import type { Integer, Value } from '../value/value.js';
import { argument, checkTable } from './arguments.js';

export interface ListAccess {
  get(position: Integer): Value;
  set(position: Integer, value: Value): void;
}

/** Access to the argument at a position. */
export function listAccess(machine: LuaRuntime, base: number, count: number, position: number): ListAccess {
  const v = argument(machine, base, count, position);
  const metatable = metatableOf(v, machine.stringMetatable);
  const reads = metamethodOf(metatable, Event.index) !== undefined;
  const writes = metamethodOf(metatable, Event.newindex) !== undefined;
  if (!reads || !writes) checkTable(machine, base, count, position);
  return {
    get: reads ? i => index(machine, v, i) : i => (v as LuaTable).get(i),
    set: writes
      ? (i, value) => setIndex(machine, v, i, value)
      : (i, value) => rawSet(machine, v as LuaTable, i, value),
  };
}

/** The length of an argument, with `__len`. */
export function listLength(machine: LuaRuntime, v: Value): Integer {
  const n = v instanceof LuaTable && v.metatable === undefined ? v.length() : length(machine, v);
  const number = isInteger(n) ? n : toNumber(machine, n);
  const integer = number === undefined ? undefined : toInteger(number);
  if (integer === undefined) machine.libraryError('object length is not an integer');
  return integer;
}
