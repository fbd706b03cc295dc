import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeySpace } from '../../src/storage/key-space.js';
import type { KeyValueStore, Range } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';

const key = (...bytes: number[]): Buffer => Buffer.from(bytes);

async function filled(): Promise<{ store: KeyValueStore; space: KeySpace }> {
  const store = openMemory();
  const outside = [key(6), key(7), key(7, 8), key(7, 10), key(8)];
  await store.batch(outside.map(k => ({ type: 'put', key: k, value: Buffer.from('outside') })));
  const space = new KeySpace(store, key(7, 9));
  await space.batch([1, 2, 3, 255].map(n => ({ type: 'put', key: key(n), value: key(n) })));
  return { store, space };
}

const keysIn = (space: KeySpace, range: Range): number[] => [...space.iterate(range)].map(([k]) => k[0]!);

test('entries are found by the keys they were put under, and lie behind the prefix', async () => {
  const { store, space } = await filled();
  assert.equal(space.getMany([key(2), key(4)]), [key(2), undefined]);
  assert.equal(store.getMany([key(7, 9, 2)]), [key(2)]);
});

test('walking shows nothing of other parts, whatever the bounds', async () => {
  const { space } = await filled();
  assert.equal(keysIn(space, {}), [1, 2, 3, 255]);
  assert.equal(keysIn(space, { reverse: true }), [255, 3, 2, 1]);
  assert.equal(keysIn(space, { reverse: true, limit: 1 }), [255]);
  assert.equal(keysIn(space, { gt: key(1), lte: key(3) }), [2, 3]);
  assert.equal(keysIn(space, { gte: key(2) }), [2, 3, 255]);
  assert.equal(keysIn(space, { lt: key(2) }), [1]);
});

test('deleting and closing leave the rest of the store as it is', async () => {
  const { store, space } = await filled();
  await space.batch([{ type: 'del', key: key(1) }]);
  assert.equal(keysIn(space, {}), [2, 3, 255]);
  await space.close();
  assert.is([...store.iterate({})].length, 8);
});

test('a prefix that has no next one is refused', () => {
  assert.throws(() => new KeySpace(openMemory(), key()), /not empty/);
  assert.throws(() => new KeySpace(openMemory(), key(1, 255)), /byte 255/);
});

test.run();
