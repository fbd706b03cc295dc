/** The comparison operators on any values. */

import { isNumber, numberLess, numberLessEqual, rawEquals } from '../../value/arithmetic.js';
import { binaryMetamethod, Event, metamethodOf, typeName } from '../../value/metamethods.js';
import type { LuaRuntime } from '../../value/runtime.js';
import { LuaString } from '../../value/string.js';
import { LuaTable } from '../../value/table.js';
import type { Value } from '../../value/value.js';
import { isTrue } from './convert.js';

/** Bytes of two strings that are compared for a unit of work. */
const COMPARED_BYTES = 32;

/** Whether two strings are the same. */
export function sameText(machine: LuaRuntime, a: LuaString, b: LuaString): boolean {
  if (a === b) return true;
  if (a.bytes.length !== b.bytes.length) return false;
  machine.workOnText(a.bytes.length, COMPARED_BYTES);
  return a.read(machine) === b.read(machine);
}

/** `a == b`. */
export function equals(machine: LuaRuntime, a: Value, b: Value): boolean {
  if (a instanceof LuaString && b instanceof LuaString) return sameText(machine, a, b);
  if (!(a instanceof LuaTable && b instanceof LuaTable)) return rawEquals(a, b);
  if (a === b) return true;
  const method = metamethodOf(a.metatable, Event.eq) ?? metamethodOf(b.metatable, Event.eq);
  return method !== undefined && isTrue(machine.callForOne(method, 2, a, b));
}

/** `a < b`. */
export function less(machine: LuaRuntime, a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberLess(a, b);
  if (a instanceof LuaString && b instanceof LuaString) {
    machine.workOnText(Math.min(a.bytes.length, b.bytes.length), COMPARED_BYTES);
    return a.read(machine) < b.read(machine);
  }
  const method = binaryMetamethod(machine, Event.lt, a, b);
  if (method === undefined) orderError(machine, a, b);
  return isTrue(machine.callForOne(method, 2, a, b));
}

/** `a <= b`: without `__le` it is `not (b < a)`. */
export function lessEqual(machine: LuaRuntime, a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberLessEqual(a, b);
  if (a instanceof LuaString && b instanceof LuaString) {
    machine.workOnText(Math.min(a.bytes.length, b.bytes.length), COMPARED_BYTES);
    return a.read(machine) <= b.read(machine);
  }
  const method = binaryMetamethod(machine, Event.le, a, b);
  if (method !== undefined) return isTrue(machine.callForOne(method, 2, a, b));
  const reversed = binaryMetamethod(machine, Event.lt, b, a);
  if (reversed === undefined) orderError(machine, a, b);
  return !isTrue(machine.callForOne(reversed, 2, b, a));
}

function orderError(machine: LuaRuntime, a: Value, b: Value): never {
  const x = typeName(a);
  const y = typeName(b);
  if (x === y) machine.runError('attempt to compare two %s values', x);
  machine.runError('attempt to compare %s with %s', x, y);
}
