/** The table functions (spec 03 §6.3, §6.7). */

import { toText } from '../interpreter/operations/convert.js';
import { index, setIndex } from '../interpreter/operations/fields.js';
import { isNumber } from '../value/arithmetic.js';
import { TWO_63 } from '../value/int64.js';
import { Event, metamethod, typeName } from '../value/metamethods.js';
import type { Library, LuaRuntime } from '../value/runtime.js';
import { constantString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Value } from '../value/value.js';
import {
  argument,
  checkFunctionType,
  checkIndex,
  checkTable,
  optionalIndex,
  optionalString,
} from './arguments.js';
import { LuaBuffer } from './buffer.js';
import { integerKey, type ListAccess, listAccess, listLength } from './list-access.js';
import { sort } from './sort.js';

const N = constantString('n');
const MAX_INT = 2147483647;
const SORT_STACK = 50;

function insert(machine: LuaRuntime, base: number, count: number): Value {
  const list = argument(machine, base, count, 1);
  if (count === 2 && list instanceof LuaTable && list.metatable === undefined) {
    // The usual case: append to a plain table.
    list.set(list.length() + 1, machine.stack[base + 1], machine);
    return machine.none();
  }
  const access = listAccess(machine, base, count, 1);
  const end = listLength(machine, list) + 1;
  if (count === 2) {
    access.set(end, argument(machine, base, count, 2));
  } else if (count === 3) {
    const position = checkIndex(machine, base, count, 2);
    if (position < 1 || position > end) machine.argumentError(2, 'position out of bounds');
    for (let i = end; i > position; i--) {
      machine.work(1);
      access.set(i, access.get(i - 1));
    }
    access.set(position, argument(machine, base, count, 3));
  } else {
    machine.libraryError("wrong number of arguments to 'insert'");
  }
  return machine.none();
}

/** Work of joining an element to the others. */
const FIELD_WORK = 4;

function addField(machine: LuaRuntime, buffer: LuaBuffer, access: ListAccess, position: number): void {
  const v = access.get(position);
  const text = toText(machine, v);
  if (text === undefined) {
    machine.libraryError("invalid value (%s) at index %s in table for 'concat'", typeName(v), position);
  }
  if (isNumber(v)) machine.internShort(text);
  buffer.add(text);
}

export const tableLibrary: Library = {
  concat(machine, base, count) {
    const access = listAccess(machine, base, count, 1);
    const size = listLength(machine, argument(machine, base, count, 1));
    const separator = optionalString(machine, base, count, 2)?.bytes ?? '';
    let i = optionalIndex(machine, base, count, 3, 1);
    const last = optionalIndex(machine, base, count, 4, size);
    const buffer = new LuaBuffer(machine);
    for (; i < last; i++) {
      machine.work(FIELD_WORK);
      addField(machine, buffer, access, i);
      buffer.add(separator);
    }
    if (i === last) addField(machine, buffer, access, i);
    return machine.one(buffer.finish());
  },

  insert,

  move(machine, base, count) {
    const from = checkIndex(machine, base, count, 2);
    const end = checkIndex(machine, base, count, 3);
    const to = checkIndex(machine, base, count, 4);
    const target = argument(machine, base, count, 5) === undefined ? 1 : 5;
    if (end >= from) {
      const source = argument(machine, base, count, 1);
      const destination = argument(machine, base, count, target);
      if (metamethod(machine, source, Event.index) === undefined) checkTable(machine, base, count, 1);
      if (metamethod(machine, destination, Event.newindex) === undefined)
        checkTable(machine, base, count, target);
      const get = (i: number): Value => index(machine, source, integerKey(i));
      const set = (i: number, v: Value): void => setIndex(machine, destination, integerKey(i), v);
      if (!(from > 0 || end < TWO_63 + from)) machine.argumentError(3, 'too many elements to move');
      const n = end - from + 1;
      if (to > TWO_63 - n) machine.argumentError(4, 'destination wrap around');
      if (to > end || to <= from || target !== 1) {
        for (let i = 0; i < n; i++) {
          machine.work(1);
          set(to + i, get(from + i));
        }
      } else {
        for (let i = n - 1; i >= 0; i--) {
          machine.work(1);
          set(to + i, get(from + i));
        }
      }
    }
    return machine.one(argument(machine, base, count, target));
  },

  pack(machine, base, count) {
    const table = machine.newTable(count, 1);
    for (let i = count; i >= 1; i--) table.set(i, machine.stack[base + i - 1], machine);
    machine.internShort('n');
    table.set(N, count, machine);
    return table;
  },

  remove(machine, base, count) {
    const access = listAccess(machine, base, count, 1);
    const size = listLength(machine, argument(machine, base, count, 1));
    let position = optionalIndex(machine, base, count, 2, size);
    if (count >= 2 && position !== size && (position < 1 || position > size + 1)) {
      machine.argumentError(1, 'position out of bounds');
    }
    const removed = access.get(position);
    for (; position < size; position++) {
      machine.work(1);
      access.set(position, access.get(position + 1));
    }
    access.set(position, undefined);
    return machine.one(removed);
  },

  sort(machine, base, count) {
    const access = listAccess(machine, base, count, 1);
    const n = listLength(machine, argument(machine, base, count, 1));
    machine.reserve(base + count, SORT_STACK, '');
    const order = argument(machine, base, count, 2);
    if (order !== undefined) checkFunctionType(machine, base, count, 2);
    sort(machine, access, Math.min(n, MAX_INT), order);
    return machine.none();
  },

  unpack(machine, base, count) {
    const access = listAccess(machine, base, count, 1);
    const from = optionalIndex(machine, base, count, 2, 1);
    const end =
      argument(machine, base, count, 3) === undefined
        ? listLength(machine, argument(machine, base, count, 1))
        : checkIndex(machine, base, count, 3);
    if (from > end) return machine.none();
    const n = end - from + 1;
    if (n > MAX_INT || !machine.tryReserve(base + count, n))
      machine.libraryError('too many results to unpack');
    machine.work(n);
    const results = new Array<Value>(n);
    for (let i = 0; i < n; i++) results[i] = access.get(from + i);
    return machine.many(results);
  },
};
