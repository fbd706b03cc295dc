import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordKey } from '../../src/chain/block-records.js';
import { dumpChain, readDump } from '../../src/chain/chain-dump.js';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { setFreeCoins } from '../../src/ledger/development-edits.js';
import { balanceOf, openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('dump of a chain');
const directory = temporaryDirectory();
const [alice, bob] = USERS as [(typeof USERS)[0], (typeof USERS)[0]];

/** Every block with its receipts, as a text. */
function historyOf({ chain }: Awaited<ReturnType<typeof openTestChain>>): string[] {
  return Array.from({ length: chain.tip.header.height + 1 }, (_, height) => {
    const block = chain.blocks.blockByHeight(height)!;
    const receipts = block.transactions.map(({ txid }) => chain.blocks.receiptsOf(txid));
    const shown = [
      chain.blocks.rawBlock(height)!.toString('hex'),
      receipts,
      chain.blocks.blockReceipts(height),
    ];
    return JSON.stringify(shown, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  });
}

test('a chain of 10,000 blocks comes back with the same blocks, receipts, state and time, and goes on', async () => {
  const original = await openTestChain({ state: { undoBlocks: 0 } });
  const file = join(directory, 'long.dump');
  for (let i = 0; i < 100; i++) {
    await original.solo.submit(
      transfer(alice, bob, { memo: `${i}`, validHeight: original.chain.tip.header.height }),
    );
    if (i === 50) original.solo.setBlockTime(original.chain.tip.header.time + 1_000_000);
    await original.solo.produce(i === 99 ? 9_999 - original.chain.tip.header.height : 100);
  }
  assert.is(original.chain.tip.header.height, 9_999, 'ten thousand blocks, with block 0');
  const header = await dumpChain(file, original.chain, original.solo.clockOffset);
  assert.is(header.height, 9_999);
  assert.ok(header.clockOffset > 0);

  const dump = await readDump(file);
  assert.equal(dump.header, header);
  const loaded = await openTestChain({ store: dump.store, state: { undoBlocks: 0 }, clock: original.clock });
  loaded.solo.clockOffset = dump.header.clockOffset;
  assert.is(loaded.chain.tip.hash, original.chain.tip.hash);
  assert.is(loaded.chain.tip.header.time, original.chain.tip.header.time);
  assert.equal(loaded.chain.digest, original.chain.digest);
  assert.equal(historyOf(loaded), historyOf(original));

  const next = transfer(alice, bob, { memo: 'after', validHeight: 9_999 });
  for (const each of [original, loaded]) {
    await each.solo.submit(next);
    await each.solo.produce(3);
  }
  assert.is(loaded.chain.tip.hash, original.chain.tip.hash, 'the same transactions lead to the same blocks');
  assert.equal(loaded.chain.digest, original.chain.digest);
  assert.is(balanceOf(loaded.state, bob), balanceOf(original.state, bob));
  await loaded.solo.disconnectBlocks(50);
  assert.is(loaded.chain.tip.header.height, 10_002 - 50, 'undo records came along');
  await original.close();
  await loaded.close();
});

test('another chain of the same network is adopted, edits of the state included; what waits is forgotten', async () => {
  const source = await openTestChain({ state: { undoBlocks: 0 } });
  await source.solo.submit(transfer(alice, bob, { memo: 'common' }));
  await source.solo.produce(5);
  await source.solo.produceEdited(state => setFreeCoins(state, 'ab'.repeat(20), 'WUSD', 77n));
  await source.solo.submit(transfer(bob, alice, { memo: 'theirs' }));
  await source.solo.produce(3);
  const file = join(directory, 'other.dump');
  await dumpChain(file, source.chain, 0);
  const { store } = await readDump(file);
  const other = await openTestChain({ store, state: { undoBlocks: 0 } });

  const own = await openTestChain({ state: { undoBlocks: 0 } });
  await own.solo.submit(transfer(alice, bob, { memo: 'ours' }));
  await own.solo.produce(20);
  await own.solo.submit(transfer(alice, bob, { memo: 'waits' }));
  await own.solo.adopt(other.chain);
  assert.is(own.chain.tip.hash, source.chain.tip.hash);
  assert.equal(own.chain.digest, source.chain.digest);
  assert.equal(historyOf(own), historyOf(source));
  assert.is(own.mempool.entries().length, 0);
  await own.solo.produce(1);
  assert.is(own.chain.blocks.blockByHeight(own.chain.tip.header.height)!.transactions.length, 2);
  for (const each of [source, other, own]) await each.close();
});

test('a chain that leads to another state is not adopted, and the own one is as before', async () => {
  const source = await openTestChain({ state: { undoBlocks: 0 } });
  await source.solo.produce(2);
  const edited = await source.solo.produceEdited(state => setFreeCoins(state, 'cd'.repeat(20), 'WUSD', 5n));
  await source.solo.produce(2);
  const own = await openTestChain({ state: { undoBlocks: 0 } });
  await own.solo.submit(transfer(alice, bob, { memo: 'own' }));
  await own.solo.produce(4);
  await own.solo.produceEdited(state => setFreeCoins(state, 'ee'.repeat(20), 'WUSD', 6n));
  const before = [own.chain.tip.hash, own.chain.digest.toString('hex'), historyOf(own)];
  const file = join(directory, 'forgetful.dump');
  await dumpChain(file, source.chain, 0);
  const { store } = await readDump(file);
  await store.batch([{ type: 'del', key: recordKey('edits', edited) }]);
  const forgetful = await openTestChain({ store, state: { undoBlocks: 0 } });
  try {
    await own.solo.adopt(forgetful.chain);
    assert.unreachable();
  } catch (error) {
    assert.match(
      (error as Error).message,
      /the blocks lead to the state digest [0-9a-f]{64} here, but they come with/,
    );
  }
  assert.equal([own.chain.tip.hash, own.chain.digest.toString('hex'), historyOf(own)], before);
  for (const each of [source, forgetful, own]) await each.close();
});

test('a block with edits is verified with them, and comes back with them', async () => {
  const { chain, solo, close } = await openTestChain();
  await solo.produceEdited(state => setFreeCoins(state, 'ab'.repeat(20), 'WUSD', 77n));
  const [hash, digest] = [chain.tip.hash, chain.digest];
  assert.is(chain.blocks.editsOf(hash).length, 1);
  assert.equal(await reexecuteChain(chain, 0), { verified: 2, problem: undefined });
  await solo.invalidateBlock(hash);
  assert.is.not(chain.tip.hash, hash);
  await solo.reconsiderBlock(hash);
  assert.is(chain.tip.hash, hash);
  assert.equal(chain.digest, digest);
  await close();
});

test('files that are no dumps, or damaged ones, are refused with what is wrong', async () => {
  const source = await openTestChain();
  await source.solo.produce(3);
  const file = join(directory, 'good.dump');
  await dumpChain(file, source.chain, 0);
  await source.close();
  const good = readFileSync(file);
  const bytes = gunzipSync(good);
  const changed = Buffer.from(bytes);
  changed[changed.length - 500]! ^= 1;
  const header = bytes.subarray(0, bytes.indexOf('\n') + 1);
  const entry = (valueSize: number): Buffer => {
    const sizes = Buffer.alloc(9);
    sizes.writeUInt32BE(1);
    sizes.writeUInt32BE(valueSize, 5);
    return sizes;
  };
  const rows: [Buffer, RegExp][] = [
    [Buffer.from('hello'), /is no dump of a chain: it cannot be unpacked/],
    [gzipSync(Buffer.from('hello\n')), /it does not begin as one of this version does, with "coind chain 1"/],
    [gzipSync(Buffer.from('{"format":"coind chain 9"}\n')), /it does not begin as one of this version/],
    [gzipSync(bytes.subarray(0, bytes.length / 2)), /it ends in the middle/],
    [good.subarray(0, good.length - 20), /it cannot be unpacked/],
    [gzipSync(changed), /its content is not what was written|it ends in the middle/],
    [gzipSync(Buffer.concat([bytes, Buffer.of(1)])), /it goes on behind its end/],
    [gzipSync(Buffer.concat([header, entry(0), entry(0)])), /an entry in it is there twice/],
    [gzipSync(Buffer.concat([header, Buffer.of(0, 2, 0, 0)])), /a key in it has 131072 bytes/],
    [gzipSync(Buffer.concat([header, entry(0xfffffff0)])), /a value in it has 4294967280 bytes/],
  ];
  for (const [content, message] of rows) {
    const bad = join(directory, 'bad.dump');
    writeFileSync(bad, content);
    await readDump(bad).then(
      () => assert.unreachable(`accepted what should be refused with ${message}`),
      (error: Error) => assert.match(error.message, message),
    );
  }
});

test.run();
