/** Reading and writing the fields of any value, and its length. */

import type { Operand } from '../../bytecode/opcodes.js';
import { isFunction } from '../../value/function.js';
import { Event, metamethod, metamethodOf } from '../../value/metamethods.js';
import type { LuaRuntime } from '../../value/runtime.js';
import { LuaString } from '../../value/string.js';
import { LuaTable, TableKeyError } from '../../value/table.js';
import type { Value } from '../../value/value.js';

/** How many tables an `__index` or `__newindex` chain may have. */
const MAX_CHAIN = 2000;
/** Work of going from one table of a chain to the next. */
const CHAIN_WORK = 4;

/** `object[key]`. */
export function index(machine: LuaRuntime, object: Value, key: Value, operand: Operand = 'none'): Value {
  let place: Operand = operand;
  for (let step = 0; step < MAX_CHAIN; step++) {
    let method: Value;
    if (object instanceof LuaTable) {
      const v = object.get(key);
      if (v !== undefined || object.metatable === undefined) return v;
      method = metamethodOf(object.metatable, Event.index);
      if (method === undefined) return undefined;
    } else {
      method = metamethod(machine, object, Event.index);
      if (method === undefined) machine.typeError(object, 'index', place);
    }
    if (isFunction(method)) return machine.callForOne(method, 2, object, key);
    machine.work(CHAIN_WORK);
    object = method;
    place = 'none';
  }
  machine.runError('gettable chain too long; possible loop');
}

/** `object[key] = value`. */
export function setIndex(
  machine: LuaRuntime,
  object: Value,
  key: Value,
  value: Value,
  operand: Operand = 'none',
): void {
  let place: Operand = operand;
  for (let step = 0; step < MAX_CHAIN; step++) {
    let method: Value;
    if (object instanceof LuaTable) {
      if (object.metatable === undefined || object.get(key) !== undefined) {
        rawSet(machine, object, key, value);
        return;
      }
      method = metamethodOf(object.metatable, Event.newindex);
      if (method === undefined) {
        rawSet(machine, object, key, value);
        return;
      }
    } else {
      method = metamethod(machine, object, Event.newindex);
      if (method === undefined) machine.typeError(object, 'index', place);
    }
    if (isFunction(method)) {
      machine.call(method, 3, object, key, value);
      return;
    }
    machine.work(CHAIN_WORK);
    object = method;
    place = 'none';
  }
  machine.runError('settable chain too long; possible loop');
}

/** `table[key] = value` without metamethods. */
export function rawSet(machine: LuaRuntime, table: LuaTable, key: Value, value: Value): void {
  try {
    table.set(key, value, machine);
  } catch (error) {
    if (error instanceof TableKeyError) machine.runError(error.message);
    throw error;
  }
  table.absentMetamethods = 0;
}

/** `#v`. Its metamethod gets the operand twice, as that of every operator with one operand. */
export function length(machine: LuaRuntime, v: Value): Value {
  if (v instanceof LuaTable) {
    const method = metamethodOf(v.metatable, Event.len);
    return method === undefined ? v.length() : machine.callForOne(method, 2, v, v);
  }
  if (v instanceof LuaString) return v.bytes.length;
  const method = metamethod(machine, v, Event.len);
  if (method === undefined) machine.typeError(v, 'get length of', 'B');
  return machine.callForOne(method, 2, v, v);
}
