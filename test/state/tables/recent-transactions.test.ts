import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  RecentTransactionIndex,
  rememberTransactions,
} from '../../../src/state/tables/recent-transactions.js';
import { memoryState } from '../../support/stores/memory-state.js';

const DEPTH = 5;
const txid = (height: number, index: number) => `${height}${index}`.padStart(64, '0');

/** A chain whose block of a height has as many transactions as `counts` says. */
async function chainOf(counts: readonly number[]) {
  const store = memoryState();
  const index = new RecentTransactionIndex(store, DEPTH);
  for (const [height, count] of counts.entries()) {
    const txids = Array.from({ length: count }, (_, i) => txid(height, i));
    const state = store.overlay();
    rememberTransactions(state, height, txids, DEPTH);
    await store.commit(state, { height });
    index.connect(height, txids);
  }
  return { store, index };
}

test('a transaction is remembered for as many blocks as the depth says', async () => {
  const { index } = await chainOf([1, 1, 1, 1, 1, 1, 1]);
  assert.not(index.has(txid(1, 0)));
  for (let height = 2; height <= 6; height++) assert.ok(index.has(txid(height, 0)), `height ${height}`);
  assert.is(index.size, DEPTH);
});

test('disconnecting a block forgets its transactions and remembers those that it had pushed out', async () => {
  const { store, index } = await chainOf([1, 1, 1, 1, 1, 1, 1]);
  await store.disconnect(6);
  index.disconnect(6, store);
  assert.not(index.has(txid(6, 0)));
  assert.ok(index.has(txid(1, 0)));
  assert.not(index.has(txid(0, 0)));
});

test('moved over random blocks forward and back, the index equals one that is built anew', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }),
      fc.nat({ max: 8 }),
      async (counts, back) => {
        const { store, index } = await chainOf(counts);
        for (let height = counts.length - 1; height > Math.max(0, counts.length - 1 - back); height--) {
          await store.disconnect(height);
          index.disconnect(height, store);
        }
        const anew = new RecentTransactionIndex(store, DEPTH);
        assert.is(index.size, anew.size);
        for (const [height, count] of counts.entries()) {
          for (let i = 0; i < count; i++) assert.is(index.has(txid(height, i)), anew.has(txid(height, i)));
        }
      },
    ),
  );
});

test.run();
