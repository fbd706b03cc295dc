import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { BlockRejected } from '../../src/ledger/block-rejected.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { type Block, decodeBlock } from '../../src/tx/block.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { openTestChain, type TestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { fingerprint } from '../support/stores/chain-contents.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not reject');
}

/** A chain with a transfer in each block from 2 to `height`. */
async function chainOf(height: number, store = openMemory()): Promise<TestChain> {
  const dev = await openTestChain({ store });
  while (dev.chain.tip.header.height < height) {
    dev.mempool.admit(transfer(ALICE, BOB));
    await dev.solo.produce(1);
  }
  return dev;
}

function blocksOf({ chain }: TestChain, from: number): Block[] {
  const blocks: Block[] = [];
  for (let height = from; height <= chain.tip.header.height; height++) {
    blocks.push(decodeBlock(chain.blocks.rawBlock(height)!, wireRulesOf(REGTEST)));
  }
  return blocks;
}

test('an invalid block and everything after it leave the chain, and stay out', async () => {
  const dev = await chainOf(5);
  const { chain, solo } = dev;
  const [, , third] = blocksOf(dev, 1);
  const hash = chain.blocks.header(3)!.hash;
  const before = chain.blocks.header(2)!.hash;
  await solo.invalidateBlock(hash);
  assert.is(chain.tip.hash, before);
  assert.is(chain.blocks.heightOf(hash), undefined);
  const error = await messageOf(solo.submitBlock(third!));
  assert.match(error, /marked as invalid/);
  assert.is(chain.tip.hash, before);
  await dev.close();
});

test('a block that is reconsidered comes back with all that followed it', async () => {
  const dev = await chainOf(5);
  const { chain, state, solo, mempool } = dev;
  const before = fingerprint(chain, state);
  const hash = chain.blocks.header(3)!.hash;
  await solo.invalidateBlock(hash);
  assert.is(mempool.load.transactions, 3);
  await solo.reconsiderBlock(hash);
  assert.is(fingerprint(chain, state), before);
  assert.is(mempool.load.transactions, 0);
  assert.is(chain.stale.header(hash), undefined);
  await dev.close();
});

test('a block that is reconsidered without its children comes back alone, and they when it is asked for them', async () => {
  const dev = await chainOf(5);
  const { chain, state, solo } = dev;
  const before = fingerprint(chain, state);
  const hash = chain.blocks.header(3)!.hash;
  await solo.invalidateBlock(hash);
  await solo.reconsiderBlock(hash, { children: false });
  assert.is(chain.tip.hash, hash);
  await solo.reconsiderBlock(hash, { children: true });
  assert.is(fingerprint(chain, state), before);
  assert.is(solo.minedBlocks.filter(block => block.hash === hash).length, 1, 'it was made once');
  await dev.close();
});

test('marks and stale blocks survive a restart', async () => {
  const store = openMemory();
  const first = await chainOf(5, { ...keepOpen(store) });
  const before = fingerprint(first.chain, first.state);
  const hash = first.chain.blocks.header(3)!.hash;
  await first.solo.invalidateBlock(hash);
  await first.close();
  const second = await openTestChain({ store });
  assert.is(second.chain.tip.header.height, 2);
  assert.ok(second.chain.stale.isInvalid(hash));
  await second.solo.reconsiderBlock(hash);
  assert.is(fingerprint(second.chain, second.state), before);
  await second.close();
});

function keepOpen(store: ReturnType<typeof openMemory>): ReturnType<typeof openMemory> {
  return {
    engine: store.engine,
    getMany: keys => store.getMany(keys),
    batch: operations => store.batch(operations),
    iterate: range => store.iterate(range),
    close: async () => {},
  };
}

test('reconsidering does not replace a chain that is as long or longer by now', async () => {
  const dev = await chainOf(4);
  const { chain, solo } = dev;
  const hash = chain.blocks.header(3)!.hash;
  await solo.invalidateBlock(hash);
  await solo.produce(2);
  const { tip } = chain;
  await solo.reconsiderBlock(hash);
  assert.is(chain.tip.hash, tip.hash);
  assert.not(chain.stale.isInvalid(hash));
  await dev.close();
});

test('reconsidering the longer of two branches goes over to it', async () => {
  const dev = await chainOf(6);
  const { chain, state, solo } = dev;
  const long = fingerprint(chain, state);
  const hash = chain.blocks.header(3)!.hash;
  await solo.invalidateBlock(hash);
  await solo.produce(1);
  const short = chain.tip.hash;
  await solo.reconsiderBlock(hash);
  assert.is(fingerprint(chain, state), long);
  assert.ok(chain.stale.header(short), 'the other branch is stale now');
  await dev.close();
});

test('a long branch is taken back and comes back in linear work, and other calls have their turn meanwhile', async () => {
  const BLOCKS = 500;
  const memory = openMemory();
  let reads = 0;
  const counting: KeyValueStore = {
    engine: memory.engine,
    getMany: keys => {
      reads += keys.length;
      return memory.getMany(keys);
    },
    batch: operations => memory.batch(operations),
    iterate: range => memory.iterate(range),
    close: () => memory.close(),
  };
  const dev = await openTestChain({ store: counting, state: { undoBlocks: 0 } });
  const { chain, state, solo } = dev;
  await solo.produce(BLOCKS);
  const before = fingerprint(chain, state);
  const hash = chain.blocks.header(2)!.hash;

  /** Heights that other code sees while something is done, and the reads of the store. */
  const watched = async (work: Promise<void>): Promise<{ heights: Set<number>; reads: number }> => {
    const heights = new Set<number>();
    const readBefore = reads;
    let done = false;
    const looking = (async () => {
      while (!done) {
        await new Promise(resolve => setImmediate(resolve));
        heights.add(chain.tip.header.height);
      }
    })();
    await work.finally(() => {
      done = true;
    });
    await looking;
    return { heights, reads: reads - readBefore };
  };
  const back = await watched(solo.invalidateBlock(hash));
  assert.is(chain.tip.header.height, 1);
  const again = await watched(solo.reconsiderBlock(hash));
  assert.is(fingerprint(chain, state), before);
  for (const { heights, reads: count } of [back, again]) {
    assert.ok(heights.size > BLOCKS / 2, `others had ${heights.size} turns`);
    assert.ok(count < 100 * BLOCKS, `${count} reads for ${BLOCKS} blocks`);
  }
  await dev.close();
});

test('unknown blocks and block 0 are refused by name', async () => {
  const dev = await chainOf(2);
  const unknown = 'ab'.repeat(32);
  assert.match(await messageOf(dev.solo.invalidateBlock(unknown)), /no block abab.* is known here/);
  assert.match(await messageOf(dev.solo.reconsiderBlock(unknown)), /no block abab.* is known here/);
  assert.match(
    await messageOf(dev.solo.invalidateBlock(dev.chain.blocks.header(0)!.hash)),
    /block 0 cannot be invalid/,
  );
  await dev.close();
});

test('the block that is made in place of an invalid one is another, even with the same content', async () => {
  const dev = await chainOf(3);
  const { chain, solo } = dev;
  const { hash, header } = chain.tip;
  await solo.invalidateBlock(hash);
  solo.setBlockTime(header.time);
  await solo.produce(1);
  assert.is(chain.tip.header.merkleRoot, header.merkleRoot);
  assert.is(chain.tip.header.nonce, 1);
  assert.is.not(chain.tip.hash, hash);
  await dev.close();
});

test('blocks that one node makes are accepted by another, and lead to the same state', async () => {
  const maker = await chainOf(6);
  const other = await openTestChain();
  for (const block of blocksOf(maker, 2)) {
    const hash = await other.solo.submitBlock(block);
    assert.is(other.chain.tip.hash, hash);
  }
  assert.is(fingerprint(other.chain, other.state), fingerprint(maker.chain, maker.state));
  assert.match(await messageOf(other.solo.submitBlock(blocksOf(maker, 6)[0]!)), /^duplicated/);
  await maker.close();
  await other.close();
});

test('a submitted block removes what it contains from the pool', async () => {
  const maker = await openTestChain();
  const other = await openTestChain();
  const prepared = transfer(ALICE, BOB);
  maker.mempool.admit(prepared);
  other.mempool.admit(prepared);
  await maker.solo.produce(1);
  await other.solo.submitBlock(blocksOf(maker, 2)[0]!);
  assert.is(other.mempool.load.transactions, 0);
  await maker.close();
  await other.close();
});

test('a block that the rules refuse changes nothing', async () => {
  const maker = await chainOf(3);
  const other = await openTestChain();
  const [block, next] = blocksOf(maker, 2);
  const before = fingerprint(other.chain, other.state);
  const header = { ...block!.header, fuelFee: 1n };
  try {
    await other.solo.submitBlock({ ...block!, header });
    assert.unreachable('it was accepted');
  } catch (error) {
    assert.instance(error, BlockRejected);
  }
  assert.match(await messageOf(other.solo.submitBlock(next!)), /^bad-prevblk/);
  assert.is(fingerprint(other.chain, other.state), before);
  await other.solo.submitBlock(block!);
  await maker.close();
  await other.close();
});

test.run();
