import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromDouble, toDecimal } from '../../../../vm/lua/value/int64.js';
import { LuaString } from '../../../../vm/lua/value/string.js';
import { LuaTable, TableKeyError } from '../../../../vm/lua/value/table.js';
import type { Memory } from '../../../../vm/lua/value/table-slots.js';
import { Int64, LuaFloat, type Value } from '../../../../vm/lua/value/value.js';
import { scaled } from '../../../support/random/scale.js';

const FREE: Memory = { chargeMemory() {}, hold() {}, work() {} };

/** A key as a text that is equal for keys that Lua takes as equal. */
function identity(key: Value): string {
  if (key instanceof LuaString) return `s${key.bytes}`;
  if (key instanceof LuaFloat) {
    const integer = fromDouble(key.n);
    return integer === undefined ? `f${key.n}` : `n${toDecimal(integer)}`;
  }
  return typeof key === 'number' || key instanceof Int64 ? `n${toDecimal(key)}` : `b${String(key)}`;
}

const key: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -3, max: 40 }),
  fc.integer({ min: -5, max: 5 }).map(n => new LuaFloat(n)),
  fc.double({ noNaN: true }).map(n => new LuaFloat(n)),
  fc.string({ maxLength: 3 }).map(s => new LuaString(s)),
  fc.string({ minLength: 41, maxLength: 60 }).map(s => new LuaString(s)),
  fc.constantFrom(new Int64(0x7fffffff, -1), new Int64(-0x80000000, 0), new Int64(0x200000, 0)),
  fc.boolean(),
);

test('a table holds what was assigned last, and traversal gives every key once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.option(fc.integer(), { nil: undefined })), { maxLength: 120 }),
      assignments => {
        const table = new LuaTable(1);
        const model = new Map<string, number>();
        for (const [k, v] of assignments) {
          table.set(k, v, FREE);
          if (v === undefined) model.delete(identity(k));
          else model.set(identity(k), v);
          assert.is(table.get(k), v);
        }
        for (const [k] of assignments) assert.is(table.get(k), model.get(identity(k)));
        const seen = new Map<string, Value>();
        for (
          let at = table.nextPosition(0);
          at >= 0;
          at = table.nextPosition(table.positionAfter(table.keyAt(at)))
        ) {
          seen.set(identity(table.keyAt(at)), table.valueAt(at));
        }
        assert.is(seen.size, model.size);
        for (const [k, v] of model) assert.is(seen.get(k), v);
      },
    ),
    { numRuns: scaled(400, 20_000) },
  );
});

test('the length is a border, and that of a list its size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }), indices => {
      const table = new LuaTable(1);
      for (const i of indices) table.set(i, true, FREE);
      const n = table.length();
      assert.ok(n === 0 || table.get(n) !== undefined);
      assert.is(table.get(n + 1), undefined);
    }),
    { numRuns: scaled(400, 20_000) },
  );
});

test('assigning nil to a key that is there keeps the traversal valid', () => {
  const table = new LuaTable(1);
  for (let i = 0; i < 20; i++) table.set(new LuaString(`k${i}`), i, FREE);
  let count = 0;
  for (
    let at = table.nextPosition(0);
    at >= 0;
    at = table.nextPosition(table.positionAfter(table.keyAt(at)))
  ) {
    table.set(table.keyAt(at), undefined, FREE);
    count++;
  }
  assert.is(count, 20);
  assert.is(table.nextPosition(0), -1);
});

test('nil and NaN are no keys, and a key that never was has no successor', () => {
  const table = new LuaTable(1);
  assert.throws(
    () => table.set(undefined, 1, FREE),
    (e: Error) => e instanceof TableKeyError && e.message === 'table index is nil',
  );
  assert.throws(
    () => table.set(new LuaFloat(Number.NaN), 1, FREE),
    (e: Error) => e instanceof TableKeyError && e.message === 'table index is NaN',
  );
  assert.throws(
    () => table.positionAfter(new LuaString('x')),
    (e: Error) => e instanceof TableKeyError,
  );
});

test('memory is charged by the sizes of the reference', () => {
  let charged = 0;
  const memory: Memory = {
    chargeMemory: bytes => {
      charged += bytes;
    },
    hold() {},
    work() {},
  };
  const table = LuaTable.create(1, memory);
  assert.is(charged, 56);
  charged = 0;
  // Array parts of 1, 2, 4 and 8 slots, one after the other.
  for (let i = 1; i <= 8; i++) table.set(i, i, memory);
  assert.is(charged, 16 * (1 + 2 + 4 + 8));
  charged = 0;
  // Hash parts of 1, 2 and 4 slots.
  for (const name of ['a', 'b', 'c']) table.set(new LuaString(name), 1, memory);
  assert.is(charged, 32 * (1 + 2 + 4));
});

test.run();
