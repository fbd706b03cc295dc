import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heightKey, kindRange } from '../../src/chain/block-records.js';
import { hasBlockBytes } from '../../src/chain/move-to-log.js';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { verifyChain } from '../../src/chain/verify-chain.js';
import { openMemory } from '../../src/storage/memory.js';
import { openLoggedChain } from '../support/chains/logged-chain.js';
import { openTestChain, type TestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { fingerprint } from '../support/stores/chain-contents.js';
import { lasting } from '../support/stores/surviving-store.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* The bytes of blocks are in the log of blocks, once; the database has their places. */

async function makeBlocks({ mempool, solo }: TestChain, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < 3; j++) mempool.admit(transfer(USERS[j]!, USERS[j + 1]!));
    await solo.produce(1);
  }
}

function blocksOf({ chain }: TestChain): string[] {
  const { height } = chain.tip.header;
  return Array.from({ length: height }, (_, i) => chain.blocks.rawBlock(i + 1)!.toString('hex'));
}

/** A chain of 9 blocks of which the newest two were made stale by one in their place. */
async function withStaleBlocks(dev: TestChain): Promise<string> {
  await makeBlocks(dev, 8);
  const stale = dev.chain.tip.hash;
  await dev.solo.disconnectBlocks(2);
  await dev.solo.produce(1);
  return stale;
}

test('the database has no bytes of blocks: they are read from the log, those of stale ones too, and after a new start', async () => {
  const directory = join(temporaryDirectory(), 'blocks');
  const store = lasting(openMemory());
  let dev = await openLoggedChain({ store, directory });
  const stale = await withStaleBlocks(dev);
  const [blocks, staleBlock] = [blocksOf(dev), dev.chain.stale.block(stale)];
  assert.is(hasBlockBytes(store), false);
  assert.ok(staleBlock);
  await dev.close();

  dev = await openLoggedChain({ store, directory });
  assert.equal(blocksOf(dev), blocks);
  assert.equal(dev.chain.stale.block(stale), staleBlock);
  assert.is((await verifyChain(dev.chain, 0)).problem, undefined);
  assert.is((await reexecuteChain(dev.chain, 0)).problem, undefined);
  await dev.solo.reconsiderBlock(stale);
  assert.is(dev.chain.tip.hash, stale);
  assert.is((await reexecuteChain(dev.chain, 0)).problem, undefined);
  await dev.close();
});

test('a database that was made without a log leaves its blocks to the log that is made from it, stale ones too', async () => {
  const store = lasting(openMemory());
  const before = await openTestChain({ store });
  const stale = await withStaleBlocks(before);
  const [blocks, staleBlock, state] = [
    blocksOf(before),
    before.chain.stale.block(stale),
    fingerprint(before.chain, before.state),
  ];
  await before.close();
  assert.is(hasBlockBytes(store), true);

  const directory = join(temporaryDirectory(), 'blocks');
  for (let start = 0; start < 2; start++) {
    const dev = await openLoggedChain({ store, directory, start: false });
    assert.is(hasBlockBytes(store), false);
    assert.equal(blocksOf(dev), blocks);
    assert.equal(dev.chain.stale.block(stale), staleBlock);
    assert.is(fingerprint(dev.chain, dev.state), state);
    await dev.close();
  }
});

test('a database that has blocks of the log as well, as of an earlier version, keeps their places only; cut off, it is done again', async () => {
  const directory = join(temporaryDirectory(), 'blocks');
  const store = lasting(openMemory());
  let dev = await openLoggedChain({ store, directory });
  await makeBlocks(dev, 6);
  const blocks = blocksOf(dev);
  await dev.close();
  for (let height = 3; height <= blocks.length; height++) {
    await store.batch([
      { type: 'put', key: heightKey('block', height), value: Buffer.from(blocks[height - 1]!, 'hex') },
      { type: 'del', key: heightKey('place', height) },
    ]);
  }
  dev = await openLoggedChain({ store, directory, start: false });
  assert.is(hasBlockBytes(store), false);
  assert.is([...store.iterate(kindRange('place'))].length, blocks.length);
  assert.equal(blocksOf(dev), blocks);
  await dev.close();
});

test('a block of the database that its log does not have is an error that names it, and nothing is removed', async () => {
  const directory = join(temporaryDirectory(), 'blocks');
  const store = lasting(openMemory());
  const dev = await openLoggedChain({ store, directory });
  await makeBlocks(dev, 3);
  const raw = dev.chain.blocks.rawBlock(2)!;
  await dev.close();
  await store.batch([{ type: 'put', key: heightKey('block', 9), value: raw }]);
  await openLoggedChain({ store, directory }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /block 9 of the database is not in the log of blocks/),
  );
  assert.ok(store.getMany([heightKey('block', 9)])[0]);
});

test.run();
