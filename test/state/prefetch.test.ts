import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StateStore } from '../../src/state/state-store.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { lasting } from '../support/stores/surviving-store.js';
import { TEST_SCHEMA, words } from './tables.js';

/** A store that reads ahead in its own time: the values are those of the call, the answer comes later. */
function slowReader(inner: KeyValueStore): { store: KeyValueStore; reads: number[]; answer: () => void } {
  const reads: number[] = [];
  let answer = (): void => undefined;
  const store: KeyValueStore = {
    ...lasting(inner),
    getMany(keys) {
      reads.push(keys.length);
      return inner.getMany(keys);
    },
    async readMany(keys) {
      const values = inner.getMany(keys);
      await new Promise<void>(resolve => {
        answer = resolve;
      });
      return values;
    },
  };
  return { store, reads, answer: () => answer() };
}

async function commit(state: StateStore, height: number, value: string): Promise<void> {
  const block = state.overlay();
  block.put(words, 'a', value);
  await state.commit(block, { height });
}

test('what was read ahead is at hand when it has come', async () => {
  const inner = openMemory();
  await commit(new StateStore(inner, TEST_SCHEMA), 0, 'old');
  const { store, reads, answer } = slowReader(inner);
  const state = new StateStore(store, TEST_SCHEMA);
  reads.length = 0;
  const reading = state.prefetch(words, ['a', 'missing']);
  answer();
  await reading;
  assert.is(state.get(words, 'a'), 'old');
  assert.is(state.get(words, 'missing'), undefined);
  assert.equal(reads, []);
});

for (const cacheBytes of [64 << 20, 1]) {
  test(`a block that is written while something is read ahead wins, with a cache of ${cacheBytes} bytes`, async () => {
    const inner = openMemory();
    await commit(new StateStore(inner, TEST_SCHEMA), 0, 'old');
    const { store, answer } = slowReader(inner);
    const state = new StateStore(store, TEST_SCHEMA, { cacheBytes });
    const reading = state.prefetch(words, ['a']);
    await commit(state, 1, 'new');
    answer();
    await reading;
    assert.is(state.get(words, 'a'), 'new');
    assert.is(state.overlay().get(words, 'a'), 'new');
  });
}

test('a block that is written meanwhile voids what it changes, and nothing beside it', async () => {
  const inner = openMemory();
  const first = new StateStore(inner, TEST_SCHEMA);
  const block = first.overlay();
  block.put(words, 'a', 'old');
  block.put(words, 'b', 'same');
  await first.commit(block, { height: 0 });
  const { store, reads, answer } = slowReader(inner);
  const state = new StateStore(store, TEST_SCHEMA);
  const reading = state.prefetch(words, ['a', 'b']);
  await commit(state, 1, 'new');
  answer();
  await reading;
  reads.length = 0;
  assert.is(state.get(words, 'b'), 'same');
  assert.equal(reads, []);
  assert.is(state.get(words, 'a'), 'new');
});

test('a block that is on its way to the disk when the answer comes wins too', async () => {
  const inner = openMemory();
  await commit(new StateStore(inner, TEST_SCHEMA), 0, 'old');
  const { store, answer } = slowReader(inner);
  const state = new StateStore(store, TEST_SCHEMA);
  const reading = state.prefetch(words, ['a']);
  const written = commit(state, 1, 'new');
  answer();
  await reading;
  assert.is(state.get(words, 'a'), 'new');
  await written;
  assert.is(state.get(words, 'a'), 'new');
});

test.run();
