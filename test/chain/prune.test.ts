import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kindRange } from '../../src/chain/block-records.js';
import { finishPruning, keepPruned, prune } from '../../src/chain/prune.js';
import { verifyChain } from '../../src/chain/verify-chain.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { openLoggedChain } from '../support/chains/logged-chain.js';
import { type TestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { fingerprint } from '../support/stores/chain-contents.js';
import { losing } from '../support/stores/losing-store.js';
import { lasting } from '../support/stores/surviving-store.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const BLOCKS_OF_FILE = 4;
const KEEP = 10;

async function makeBlocks({ mempool, solo }: TestChain, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    mempool.admit(transfer(USERS[0]!, USERS[1]!));
    await solo.produce(1);
  }
}

interface Pruned {
  readonly dev: TestChain;
  readonly store: KeyValueStore;
  readonly directory: string;
}

async function chainOf(blocks: number, store = lasting(openMemory())): Promise<Pruned> {
  const directory = join(temporaryDirectory(), 'blocks');
  const dev = await openLoggedChain({ store, directory, blocksOfFile: BLOCKS_OF_FILE });
  await makeBlocks(dev, blocks);
  return { dev, store, directory };
}

const filesOf = (directory: string): string[] => readdirSync(directory).sort();

test('whole files of the log go, and at least the stated number of blocks stays, with undo records', async () => {
  const { dev, directory } = await chainOf(30);
  const { chain } = dev;
  const all = filesOf(directory).length;
  await prune(chain, KEEP);
  const { lowestKept } = chain.blocks;
  const tip = chain.tip.header.height;
  assert.ok(lowestKept <= tip - KEEP + 1 && lowestKept > tip - KEEP + 1 - BLOCKS_OF_FILE, `${lowestKept}`);
  assert.ok(filesOf(directory).length < all);
  assert.is(chain.blocks.placeOf(lowestKept)?.segment, Number.parseInt(filesOf(directory)[0]!, 10));
  for (let height = lowestKept; height <= tip; height++) {
    assert.ok(chain.blocks.blockByHeight(height));
    assert.ok(chain.undoRecord(height));
  }
  assert.is(chain.undoRecord(lowestKept - 1), undefined);
  assert.ok(chain.blocks.header(1), 'headers stay');
  assert.is((await verifyChain(chain, 0)).problem, undefined);
  await dev.close();
});

test('what is not kept is an error that names the oldest block there is, and blocks below it cannot be taken back', async () => {
  const { dev } = await chainOf(30);
  const { chain, solo } = dev;
  await prune(chain, KEEP);
  const { lowestKept } = chain.blocks;
  const expected = new RegExp(`not kept any more.*pruned.*the oldest block that it has is ${lowestKept}`);
  for (const read of [() => chain.blocks.rawBlock(5), () => chain.blocks.blockByHeight(5)]) {
    assert.throws(read, expected);
  }
  const { tip } = chain;
  await solo.invalidateBlock(chain.blocks.header(5)!.hash).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, expected),
  );
  assert.is(chain.tip.hash, tip.hash, 'nothing was taken back');
  await solo.invalidateBlock(chain.blocks.header(lowestKept)!.hash);
  assert.is(chain.tip.header.height, lowestKept - 1);
  await dev.close();
});

test('a pruned chain goes on after a start, and one that was cut off while files were removed is completed by it', async () => {
  const { dev, store, directory } = await chainOf(30);
  await prune(dev.chain, KEEP);
  const { lowestKept, pruned } = dev.chain.blocks;
  const state = fingerprint(dev.chain, dev.state);
  await dev.close();

  let again = await openLoggedChain({ store, directory, blocksOfFile: BLOCKS_OF_FILE, start: false });
  assert.is(again.chain.blocks.lowestKept, lowestKept);
  assert.is(fingerprint(again.chain, again.state), state);
  await again.solo.start();
  await makeBlocks(again, 6);
  // Only the intent of the next removal gets to the disk.
  const segment = (pruned?.segment ?? 0) + 1;
  const next = again.chain.blocks.lowestKept + BLOCKS_OF_FILE - 1;
  await again.chain.writePruned({ height: next, segment, lost: 0 });
  await again.close();
  again = await openLoggedChain({ store, directory, blocksOfFile: BLOCKS_OF_FILE });
  assert.ok(filesOf(directory)[0]! < `${String(segment).padStart(6, '0')}.log`);
  await finishPruning(again.chain);
  assert.is(filesOf(directory)[0], `${String(segment).padStart(6, '0')}.log`);
  assert.equal(again.chain.blocks.keptHeights(next, 10), []);
  await makeBlocks(again, 2);
  assert.is((await verifyChain(again.chain, 0)).problem, undefined);
  await again.close();
});

test('after a loss of power the store needs nothing of the files that were removed', async () => {
  const { store, left } = losing();
  const { dev, directory } = await chainOf(30, store);
  await prune(dev.chain, KEEP);
  const { lowestKept, pruned } = dev.chain.blocks;
  const survived = await left();
  await dev.close();
  const again = await openLoggedChain({ store: survived, directory, blocksOfFile: BLOCKS_OF_FILE });
  assert.equal(again.chain.blocks.pruned, pruned);
  await finishPruning(again.chain);
  assert.equal(again.chain.blocks.keptHeights(lowestKept - 1, 10), []);
  assert.is((await verifyChain(again.chain, 0)).problem, undefined);
  await again.close();
});

test('stale blocks go with the blocks of their height, and keep the file in which they are until then', async () => {
  const { dev, store, directory } = await chainOf(6);
  const stale = dev.chain.tip.hash;
  await dev.solo.disconnectBlocks(1);
  const end = await keepPruned(dev.chain, {
    keep: 100,
    onProblem: error => assert.unreachable(error.message),
  });
  await makeBlocks(dev, 3);
  assert.ok(dev.chain.stale.header(stale));
  await end();
  await makeBlocks(dev, 10);
  await prune(dev.chain, KEEP);
  assert.is(filesOf(directory)[0], '000001.log', 'the file of the stale block is there');
  assert.ok(dev.chain.stale.block(stale));
  const stop = await keepPruned(dev.chain, {
    keep: 5,
    onProblem: error => assert.unreachable(error.message),
  });
  await stop();
  assert.is(dev.chain.stale.header(stale), undefined);
  assert.equal([...store.iterate(kindRange('stalePlace'))], []);
  assert.is.not(filesOf(directory)[0], '000001.log');
  await dev.close();
});

test.run();
