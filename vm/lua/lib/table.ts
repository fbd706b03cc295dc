/** The table functions (spec 03 §6.3, §6.7). */

import { toText } from '../interpreter/operations/convert.js';
import { index, setIndex } from '../interpreter/operations/fields.js';
import { isNumber } from '../value/arithmetic.js';
import { add, compare, lowHalf, MAX_INTEGER, sub } from '../value/int64.js';
import { Event, metamethod, typeName } from '../value/metamethods.js';
import type { Library, LuaRuntime } from '../value/runtime.js';
import { constantString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Integer, Value } from '../value/value.js';
import { argument, checkFunctionType, checkInteger, checkTable, optionalString } from './arguments.js';
import { LuaBuffer } from './buffer.js';
import { type ListAccess, listAccess, listLength } from './list-access.js';
import { sort } from './sort.js';

const N = constantString('n');
const MAX_INT = 2147483647;
const SORT_STACK = 50;

/** Work of joining an element to the others, and of moving one. */
const FIELD_WORK = 4;
const MOVE_WORK = 4;

function insert(machine: LuaRuntime, base: number, count: number): Value {
  const list = argument(machine, base, count, 1);
  if (count === 2 && list instanceof LuaTable && list.metatable === undefined) {
    // The usual case: append to a plain table.
    list.set(list.length() + 1, machine.stack[base + 1], machine);
    return machine.none();
  }
  const access = listAccess(machine, base, count, 1);
  const end = add(listLength(machine, list), 1);
  if (count === 2) {
    access.set(end, argument(machine, base, count, 2));
  } else if (count === 3) {
    const position = checkInteger(machine, base, count, 2);
    if (compare(position, 1) < 0 || compare(position, end) > 0) {
      machine.argumentError(2, 'position out of bounds');
    }
    for (let i = end; compare(i, position) > 0; ) {
      machine.work(MOVE_WORK);
      const before = sub(i, 1);
      access.set(i, access.get(before));
      i = before;
    }
    access.set(position, argument(machine, base, count, 3));
  } else {
    machine.libraryError("wrong number of arguments to 'insert'");
  }
  return machine.none();
}

function addField(machine: LuaRuntime, buffer: LuaBuffer, access: ListAccess, position: Integer): void {
  const v = access.get(position);
  const text = toText(machine, v);
  if (text === undefined) {
    // The reference prints the position as a C int.
    const shown = lowHalf(position);
    machine.libraryError("invalid value (%s) at index %s in table for 'concat'", typeName(v), shown);
  }
  if (isNumber(v)) machine.internShort(text);
  buffer.add(text);
}

/** An optional position, or a default that is found only when it is needed. */
function optionalPosition(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
  fallback: () => Integer,
): Integer {
  return argument(machine, base, count, position) === undefined
    ? fallback()
    : checkInteger(machine, base, count, position);
}

const one = (): Integer => 1;

export const tableLibrary: Library = {
  concat(machine, base, count) {
    const separator = optionalString(machine, base, count, 2)?.bytes ?? '';
    const access = listAccess(machine, base, count, 1);
    let i = optionalPosition(machine, base, count, 3, one);
    const list = argument(machine, base, count, 1);
    const last = optionalPosition(machine, base, count, 4, () => listLength(machine, list));
    const buffer = new LuaBuffer(machine);
    for (; compare(i, last) < 0; i = add(i, 1)) {
      machine.work(FIELD_WORK);
      addField(machine, buffer, access, i);
      buffer.add(separator);
    }
    if (compare(i, last) === 0) addField(machine, buffer, access, i);
    return machine.one(buffer.finish());
  },

  insert,

  move(machine, base, count) {
    const from = checkInteger(machine, base, count, 2);
    const end = checkInteger(machine, base, count, 3);
    const to = checkInteger(machine, base, count, 4);
    const target = argument(machine, base, count, 5) === undefined ? 1 : 5;
    if (compare(end, from) >= 0) {
      const source = argument(machine, base, count, 1);
      const destination = argument(machine, base, count, target);
      if (metamethod(machine, source, Event.index) === undefined) checkTable(machine, base, count, 1);
      if (metamethod(machine, destination, Event.newindex) === undefined)
        checkTable(machine, base, count, target);
      if (compare(from, 0) <= 0 && compare(end, add(MAX_INTEGER, from)) >= 0) {
        machine.argumentError(3, 'too many elements to move');
      }
      const n = add(sub(end, from), 1);
      if (compare(to, add(sub(MAX_INTEGER, n), 1)) > 0) {
        machine.argumentError(4, 'destination wrap around');
      }
      const move = (i: Integer): void => {
        machine.work(MOVE_WORK);
        setIndex(machine, destination, add(to, i), index(machine, source, add(from, i)));
      };
      // Lua 5.3.1 moves upwards from the end even where the ranges are apart: that shows in the target's layout.
      if (compare(to, from) > 0) for (let i = sub(n, 1); compare(i, 0) >= 0; i = sub(i, 1)) move(i);
      else for (let i: Integer = 0; compare(i, n) < 0; i = add(i, 1)) move(i);
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
    let position = optionalPosition(machine, base, count, 2, () => size);
    if (compare(position, size) !== 0 && (compare(position, 1) < 0 || compare(position, add(size, 1)) > 0)) {
      machine.argumentError(1, 'position out of bounds');
    }
    const removed = access.get(position);
    while (compare(position, size) < 0) {
      machine.work(MOVE_WORK);
      const next = add(position, 1);
      access.set(position, access.get(next));
      position = next;
    }
    access.set(position, undefined);
    return machine.one(removed);
  },

  sort(machine, base, count) {
    const access = listAccess(machine, base, count, 1);
    // Lua 5.3.1 makes a C int of the length.
    const n = lowHalf(listLength(machine, argument(machine, base, count, 1)));
    machine.reserve(base + count, SORT_STACK, '');
    const order = argument(machine, base, count, 2);
    if (order !== undefined) checkFunctionType(machine, base, count, 2);
    sort(machine, access, n, order);
    return machine.none();
  },

  unpack(machine, base, count) {
    const access = listAccess(machine, base, count, 1);
    const from = optionalPosition(machine, base, count, 2, one);
    const list = argument(machine, base, count, 1);
    const end = optionalPosition(machine, base, count, 3, () => listLength(machine, list));
    if (compare(from, end) > 0) return machine.none();
    const steps = sub(end, from);
    const fits = typeof steps === 'number' && steps >= 0 && steps < MAX_INT;
    if (!fits || !machine.tryReserve(base + count, steps + 1)) {
      return machine.libraryError('too many results to unpack');
    }
    machine.work(steps + 1);
    const results = new Array<Value>(steps + 1);
    for (let i = 0; i <= steps; i++) results[i] = access.get(add(from, i));
    return machine.many(results);
  },
};
