import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainError } from '../../src/chain/errors.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { openMemory } from '../../src/storage/memory.js';
import { balanceOf, openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { fingerprint, indexEntries } from '../support/stores/chain-contents.js';
import { FaultyStore } from '../support/stores/faulty-store.js';
import { HeldStore } from '../support/stores/slow-store.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    assert.instance(error, Error);
    return error as Error;
  }
  throw new Error('it did not reject');
}

test('an empty store gets block 0, and the development network block 1 at the first start', async () => {
  const store = openMemory();
  const unstarted = await openTestChain({ store, start: false });
  assert.is(unstarted.chain.tip.header.height, 0);
  assert.is(unstarted.chain.tip.header.time, REGTEST.genesis.time);
  await unstarted.solo.start();
  assert.is(unstarted.chain.tip.header.height, 1);
  assert.is(unstarted.chain.tip.header.time, REGTEST.genesis.time + REGTEST.blockInterval.beforeR2);
  assert.equal(
    unstarted.chain.blocks.blockByHeight(1)!.transactions.map(({ tx }) => tx.type),
    [1, 12, 12, 12],
  );
  const other = await openTestChain();
  assert.is(other.chain.tip.hash, unstarted.chain.tip.hash, 'block 1 is the same on every machine');
  await unstarted.close();
  await other.close();
});

test('a block and its indexes are read back', async () => {
  const { chain, mempool, solo, close } = await openTestChain();
  const prepared = transfer(ALICE, BOB, { amount: 50_000n });
  mempool.admit(prepared);
  const [hash] = await solo.produce(1);
  const { blocks } = chain;
  assert.is(chain.tip.hash, hash);
  assert.is(blocks.heightOf(hash!), 2);
  assert.is(blocks.header(2)!.hash, hash);
  assert.is(blocks.header(2)!.transactionCount, 3);
  assert.is(blocks.header(2)!.size, blocks.rawBlock(2)!.length);
  assert.equal(blocks.transactionLocation(prepared.txid)?.height, 2);
  assert.equal(blocks.transactionLocation(prepared.txid)?.index, 2);
  assert.is(blocks.receiptsOf(prepared.txid)!.length, 2);
  assert.equal(blocks.blockReceipts(2), []);
  assert.equal(blocks.failures(2), []);
  for (const missing of [blocks.blockByHeight(3), blocks.heightOf('0'.repeat(64)), blocks.header(3)]) {
    assert.is(missing, undefined);
  }
  assert.is(blocks.receiptsOf('0'.repeat(64)), undefined);
  assert.is(blocks.transactionLocation('0'.repeat(64)), undefined);
  assert.is(blocks.traceOf(prepared.txid), undefined);
  await close();
});

test('the receipts of a reward appear when it is paid, and vanish when that block is taken back (C9)', async () => {
  const { chain, solo, close } = await openTestChain();
  await solo.produce(101);
  const reward = chain.blocks.blockByHeight(2)!.transactions[0]!.txid;
  assert.is(chain.tip.header.height, 102);
  const paid = chain.blocks.receiptsOf(reward)!;
  assert.ok(paid.length > 0, 'paid at height 102');
  await solo.disconnectBlocks(1);
  assert.equal(chain.blocks.receiptsOf(reward), []);
  await close();
});

test('taking back the tip restores state, digest and every index entry', async () => {
  const store = openMemory();
  const { chain, state, mempool, solo, close } = await openTestChain({ store });
  await solo.produce(2);
  const before = { fingerprint: fingerprint(chain, state), entries: indexEntries(store) };
  mempool.admit(transfer(ALICE, BOB));
  mempool.admit(transfer(BOB, ALICE));
  await solo.produce(1);
  const hash = chain.tip.hash;
  assert.is.not(fingerprint(chain, state), before.fingerprint);
  const block = await chain.disconnectTip();
  assert.is(fingerprint(chain, state), before.fingerprint);
  const stale = indexEntries(store).filter(entry => !before.entries.includes(entry));
  assert.is(indexEntries(store).length, before.entries.length + 1);
  assert.is(stale.length, 1, 'only the record of the stale block is new');
  assert.equal(chain.stale.block(hash), block);
  await close();
});

test('transactions of a block that is taken back wait again, before the others', async () => {
  const { mempool, solo, close } = await openTestChain();
  const first = transfer(ALICE, BOB);
  mempool.admit(first);
  await solo.produce(1);
  const second = transfer(ALICE, BOB);
  mempool.admit(second);
  await solo.disconnectBlocks(1);
  assert.equal(
    mempool.entries().map(({ prepared }) => prepared.txid),
    [first.txid, second.txid],
  );
  await solo.produce(1);
  assert.is(mempool.load.transactions, 0);
  await close();
});

for (const held of ['write', 'answer'] as const) {
  test(`readers see a block when its write is acknowledged (${held} pending); the next is made before`, async () => {
    const store = new HeldStore(openMemory());
    const { chain, mempool, solo, close } = await openTestChain({ store });
    const balance = balanceOf(chain.state, BOB);
    const { hash: oldTip } = chain.tip;
    const prepared = transfer(ALICE, BOB, { amount: 70_000n });
    store.hold(held);
    mempool.admit(prepared);
    const produced = solo.produce(2);
    for (let turns = 0; chain.head.header.height < 3 && turns < 1000; turns++) {
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.is(chain.head.header.height, 3, 'the second block stands on the first');
    assert.is(chain.tip.hash, oldTip);
    assert.is(balanceOf(chain.state, BOB), balance);
    const { blocks } = chain;
    const early = [
      blocks.header(2),
      blocks.rawBlock(2),
      blocks.blockByHeight(2),
      blocks.transactionLocation(prepared.txid),
      blocks.receiptsOf(prepared.txid),
      blocks.blockReceipts(2),
    ];
    assert.equal(early, new Array(early.length).fill(undefined));
    store.release();
    const [hash] = await produced;
    assert.is(chain.tip.header.height, 3);
    assert.is(blocks.heightOf(hash!), 2);
    assert.is(balanceOf(chain.state, BOB), balance + 70_000n);
    await close();
  });
}

test('listeners hear of a block when it is made, when it is on the disk, and when it is taken back', async () => {
  const { chain, solo, close } = await openTestChain();
  const heard: string[] = [];
  const unsubscribe = chain.subscribe({
    blockExecuted: ({ block }) => heard.push(`executed ${block.header.height}`),
    blockConnected: ({ block }) =>
      heard.push(`connected ${block.header.height} at tip ${chain.tip.header.height}`),
    blockDisconnected: block => heard.push(`disconnected ${block.header.height}`),
  });
  await solo.produce(1);
  await solo.disconnectBlocks(1);
  unsubscribe();
  await solo.produce(1);
  assert.equal(heard, ['executed 2', 'connected 2 at tip 2', 'disconnected 2']);
  await close();
});

test('block 0 and blocks without undo data cannot be taken back, with a clear answer', async () => {
  const { chain, solo, close } = await openTestChain({ state: { undoBlocks: 3 } });
  await solo.produce(4);
  await solo.disconnectBlocks(3);
  const error = await rejection(solo.disconnectBlocks(1));
  assert.instance(error, ChainError);
  assert.match(error.message, /block 2 cannot be disconnected: .*undo record is not kept/);
  assert.is(chain.tip.header.height, 2);
  await solo.produce(1);
  assert.is(chain.tip.header.height, 3, 'the chain goes on');
  await close();

  const young = await openTestChain({ start: false });
  assert.match((await rejection(young.chain.disconnectTip())).message, /block 0 cannot be disconnected/);
  await young.close();
});

test('a block that does not follow the newest one is refused', async () => {
  const { chain, solo, close } = await openTestChain();
  const executed: unknown[] = [];
  chain.subscribe({ blockExecuted: block => executed.push(block) });
  await solo.produce(1);
  const again = executed[0] as Parameters<typeof chain.connect>[0];
  const error = (await rejection(chain.connect(again))) as ChainError;
  assert.is(error.code, 'cannot-extend');
  assert.match(error.message, /height 2 .* does not follow; expected height 3/);
  assert.is(chain.failure, undefined);
  await close();
});

test('when a block cannot be written, its transactions are still there and everything says why', async () => {
  const inner = openMemory();
  await (await openTestChain({ store: inner })).solo.stop();
  const store = new FaultyStore(inner, 1, 'refuse');
  const { chain, mempool, solo } = await openTestChain({ store });
  const tip = chain.tip.hash;
  const prepared = transfer(ALICE, BOB);
  mempool.admit(prepared);
  const error = (await rejection(solo.produce(2))) as ChainError;
  assert.is(error.code, 'write-failed');
  assert.match(error.message, /no space left on device/);
  assert.is(chain.failure, error);
  assert.is(chain.tip.hash, tip);
  assert.equal(
    mempool.entries().map(entry => entry.prepared.txid),
    [prepared.txid],
  );
  assert.match((await rejection(solo.produce(1))).message, /no space left on device/);
  assert.match((await rejection(solo.submit(transfer(BOB, ALICE)))).message, /no space left on device/);
  await solo.stop();
});

test.run();
