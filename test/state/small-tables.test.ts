import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { u32Key } from '../../src/state/key-codecs.js';
import { StateStore } from '../../src/state/state-store.js';
import { defineTable, Schema } from '../../src/state/table.js';
import { presence } from '../../src/state/tables/presence.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { lasting } from '../support/stores/surviving-store.js';

const shared = { key: u32Key, value: presence, consensus: false } as const;
const small = defineTable<number, true>({ ...shared, name: 'test small', prefix: 251, small: true });
const large = defineTable<number, true>({ ...shared, name: 'test large', prefix: 250 });
const SCHEMA = new Schema([small, large]);

const keysOf = (entries: Iterable<[number, true]>): number[] => Array.from(entries, ([key]) => key);

test('a small table shows what any other would, in overlays, committed, durable, after undo and after a restart', async () => {
  const random = new SeededRandom();
  console.log(`random numbers of SEED=${random.seed}`);
  const inner = openMemory();
  let state = new StateStore(lasting(inner), SCHEMA);
  for (let height = 0, rounds = 0; rounds < 300; rounds++) {
    const range = {
      gte: random.integer(0, 20),
      lt: random.integer(10, 40),
      reverse: random.integer(0, 1) === 1,
      limit: random.integer(1, 8),
    };
    const block = state.overlay();
    for (let left = random.integer(0, 6); left > 0; left--) {
      const key = random.integer(0, 30);
      for (const table of [small, large]) {
        if (key % 3 === 0) block.delete(table, key);
        else block.put(table, key, true);
      }
    }
    assert.equal(keysOf(block.iterate(small, range)), keysOf(block.iterate(large, range)));
    const written = state.commit(block, { height });
    assert.equal(keysOf(state.iterate(small, range)), keysOf(state.iterate(large, range)));
    const some = random.integer(0, 30);
    for (const reader of [state, state.durable]) assert.is(reader.get(small, some), reader.get(large, some));
    assert.equal(keysOf(state.durable.iterate(small, range)), keysOf(state.durable.iterate(large, range)));
    await written;
    height++;
    if (height > 1 && random.integer(0, 4) === 0) await state.disconnect(--height);
    if (random.integer(0, 19) === 0) state = new StateStore(lasting(inner), SCHEMA);
    assert.equal(keysOf(state.iterate(small)), keysOf(state.iterate(large)));
  }
});

test('walking a small table reads the disk once, walking another each time', async () => {
  const inner = openMemory();
  let walks = 0;
  const store: KeyValueStore = {
    ...lasting(inner),
    iterate(range) {
      walks++;
      return inner.iterate(range);
    },
  };
  const state = new StateStore(store, SCHEMA);
  const block = state.overlay();
  block.put(small, 1, true);
  await state.commit(block, { height: 0 });
  for (let i = 0; i < 5; i++) assert.equal(keysOf(state.iterate(small)), [1]);
  assert.is(walks, 1);
  for (let i = 0; i < 5; i++) assert.equal(keysOf(state.iterate(large)), []);
  assert.is(walks, 6);
});

test('asking a small table for keys reads nothing further, whether or not they are there', async () => {
  const inner = openMemory();
  const asked: Buffer[] = [];
  const store: KeyValueStore = {
    ...lasting(inner),
    getMany(keys) {
      asked.push(...keys);
      return inner.getMany(keys);
    },
  };
  const state = new StateStore(store, SCHEMA);
  const block = state.overlay();
  block.put(small, 1, true);
  await state.commit(block, { height: 0 });
  asked.length = 0;
  for (const key of [0, 1, 2]) assert.is(state.get(small, key), key === 1 ? true : undefined);
  assert.equal(asked, []);
  assert.is(state.get(large, 0), undefined);
  assert.is(asked.length, 1);
});

test.run();
