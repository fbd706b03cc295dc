import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openMemory } from '../../src/storage/memory.js';
import { type BlockSource, catchUp } from '../../src/wallet/catch-up.js';
import { TransactionIndex } from '../../src/wallet/transaction-index.js';

/** A chain without transactions; blocks of different branches have different hashes. */
function chainOf(length: number, branch: string): BlockSource & { read: number[] } {
  const hashAt = (height: number) => (height > length ? undefined : `${branch}${height}`.padStart(64, '0'));
  const read: number[] = [];
  return {
    read,
    lowestKept: 1,
    tipHeight: length,
    hashAt,
    blockAt(height) {
      read.push(height);
      return { height, hash: hashAt(height)!, previousHash: hashAt(height - 1)!, transactions: [] };
    },
  };
}

const heights = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('a new index reads the whole chain, a later one only what it lacks', async () => {
  const index = new TransactionIndex(openMemory(), () => true);
  const first = chainOf(5, 'a');
  await catchUp(index, first);
  assert.equal(first.read, heights(1, 5));
  const longer = chainOf(8, 'a');
  await catchUp(index, longer);
  assert.equal(longer.read, heights(6, 8));
  assert.equal(index.tip, { height: 8, hash: longer.hashAt(8), count: 0 });
});

test('an index of a branch that is not the chain any more is made anew', async () => {
  for (const length of [3, 5, 9]) {
    const index = new TransactionIndex(openMemory(), () => true);
    await catchUp(index, chainOf(5, 'a'));
    const other = chainOf(length, 'b');
    await catchUp(index, other);
    assert.equal(other.read, heights(1, length));
    assert.is(index.tip!.hash, other.hashAt(length));
  }
});

test.run();
