import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StateStore } from '../../src/state/state-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { HeldStore } from '../support/stores/slow-store.js';
import { TEST_SCHEMA, words } from './tables.js';

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
/** What a block does to the words: a text to put, or nothing to delete. */
const block = fc.array(fc.tuple(key, fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined })), {
  maxLength: 5,
});

function contentsOf(reader: Pick<StateStore, 'get' | 'iterate'>): string {
  const listed = [...reader.iterate(words)].map(([k, v]) => `${k}=${v}`).join();
  const reversed = [...reader.iterate(words, { reverse: true })]
    .map(([k, v]) => `${k}=${v}`)
    .reverse()
    .join();
  const read = ['a', 'b', 'c', 'd', 'e'].flatMap(k => reader.get(words, k) ?? []).join();
  assert.is(reversed, listed);
  return `${listed}|${read}`;
}

function commit(
  state: StateStore,
  height: number,
  changes: readonly (readonly [string, string | undefined])[],
) {
  const overlay = state.overlay();
  for (const [k, text] of changes) {
    if (text === undefined) overlay.delete(words, k);
    else overlay.put(words, k, text);
  }
  return state.commit(overlay, { height });
}

test('the durable state is the one before the blocks that are being written, however many these are', async () => {
  await fc.assert(
    fc.asyncProperty(block, fc.array(block, { minLength: 1, maxLength: 4 }), async (first, later) => {
      const store = new HeldStore(openMemory());
      const state = new StateStore(store, TEST_SCHEMA);
      await commit(state, 0, first);
      const durable = contentsOf(state);
      assert.is(contentsOf(state.durable), durable);
      store.hold();
      const commits = later.map((changes, i) => commit(state, i + 1, changes));
      const newest = contentsOf(state);
      assert.is(contentsOf(state.durable), durable);
      store.release();
      await Promise.all(commits);
      assert.is(contentsOf(state), newest);
      assert.is(contentsOf(state.durable), newest);
    }),
  );
});

test('a block that is being taken back stays visible until that is on the disk', async () => {
  const store = new HeldStore(openMemory());
  const state = new StateStore(store, TEST_SCHEMA);
  await commit(state, 0, [['a', '1']]);
  await commit(state, 1, [
    ['a', '2'],
    ['b', '3'],
  ]);
  const before = contentsOf(state);
  store.hold();
  const disconnected = state.disconnect(1);
  await new Promise(resolve => setImmediate(resolve));
  assert.is(state.get(words, 'a'), '1');
  assert.is(contentsOf(state.durable), before);
  store.release();
  await disconnected;
  assert.is(contentsOf(state.durable), contentsOf(state));
});

test('the undo record of a block shows what it has overwritten', async () => {
  const state = new StateStore(openMemory(), TEST_SCHEMA, { undoBlocks: 2 });
  await commit(state, 0, [['a', '1']]);
  await commit(state, 1, [
    ['a', '2'],
    ['b', '3'],
  ]);
  const undo = state.undoOf(1)!.map(({ table, key: k, before }) => [table.name, k, before !== undefined]);
  assert.equal(undo, [
    [words.name, 'a', true],
    [words.name, 'b', false],
  ]);
  await commit(state, 2, []);
  assert.is(state.undoOf(0), undefined, 'not kept any more');
  assert.is(state.undoOf(3), undefined, 'no such block');
});

test.run();
