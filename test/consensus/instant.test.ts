import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { producerKeys } from '../../src/consensus/solo/producer-keys.js';
import { openMemory } from '../../src/storage/memory.js';
import { openStore } from '../../src/storage/open.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { balanceOf, newUser, openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { FaultyStore } from '../support/stores/faulty-store.js';
import { HeldStore } from '../support/stores/slow-store.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not reject');
}

function turns(count: number): Promise<void> {
  return count === 0
    ? Promise.resolve()
    : new Promise<void>(r => setImmediate(r)).then(() => turns(count - 1));
}

test('a submitted transaction is in a block on the disk before the call answers', async () => {
  const { chain, mempool, solo, close } = await openTestChain({ mode: 'instant' });
  const prepared = transfer(ALICE, BOB, { amount: 50_000n });
  const before = balanceOf(chain.state, BOB);
  const { block } = await solo.submit(prepared);
  assert.equal(block, { hash: chain.tip.hash, height: 2, index: 2 });
  assert.equal(chain.blocks.transactionLocation(prepared.txid)?.height, 2);
  assert.is(balanceOf(chain.state, BOB), before + 50_000n);
  assert.is(mempool.load.transactions, 0);
  await close();
});

test('transactions that are submitted together share a block', async () => {
  const { solo, close } = await openTestChain({ mode: 'instant' });
  const all = await Promise.all(Array.from({ length: 30 }, () => solo.submit(transfer(ALICE, BOB))));
  assert.equal(new Set(all.map(({ block }) => block?.height)), new Set([2]));
  assert.equal(
    all.map(({ block }) => block!.index).sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, i) => i + 2),
  );
  await close();
});

test('transactions that arrive while a block is being written form the next one together', async () => {
  const store = new HeldStore(openMemory());
  const { chain, solo, close } = await openTestChain({ mode: 'instant', store });
  store.hold();
  const first = solo.submit(transfer(ALICE, BOB));
  await turns(5);
  assert.is(chain.head.header.height, 2, 'the first block is on its way');
  const later = [solo.submit(transfer(BOB, ALICE))];
  await turns(5);
  later.push(solo.submit(transfer(ALICE, BOB)), solo.submit(transfer(BOB, ALICE)));
  await turns(5);
  assert.is(chain.tip.header.height, 1);
  store.release();
  assert.is((await first).block?.height, 2);
  assert.equal(
    (await Promise.all(later)).map(({ block }) => block?.height),
    [3, 3, 3],
  );
  await close();
});

test('a refused transaction gets its reason and makes no block', async () => {
  const { chain, solo, close } = await openTestChain({ mode: 'instant' });
  const error = await rejection(solo.submit(transfer(newUser(1), BOB)));
  assert.instance(error, TransactionRejected);
  assert.is((error as TransactionRejected).reason, 'account-not-exist');
  assert.is(chain.tip.header.height, 1);
  await close();
});

test('the same transaction twice at once: one is confirmed, the other told that it waits already', async () => {
  const { solo, close } = await openTestChain({ mode: 'instant' });
  const prepared = transfer(ALICE, BOB);
  const [first, second] = await Promise.allSettled([solo.submit(prepared), solo.submit(prepared)]);
  assert.is(first.status, 'fulfilled');
  assert.is(second.status === 'rejected' && (second.reason as Error).message, 'tx-already-in-mempool');
  assert.is((await rejection(solo.submit(prepared))).message, 'tx-duplicate-confirmed');
  await close();
});

test('a transaction that needs one with a lower fee is confirmed one block later, before its call answers', async () => {
  const { solo, close } = await openTestChain({ mode: 'instant' });
  const poor = newUser(2);
  const [fund, spend] = await Promise.all([
    solo.submit(transfer(ALICE, poor, { amount: 500_000n, fee: 10_000n })),
    solo.submit(transfer(poor, BOB, { amount: 100_000n, fee: 90_000n })),
  ]);
  assert.is(fund.block?.height, 2);
  assert.is(spend.block?.height, 3);
  await close();
});

test('a transaction too large for any block waits, and the call says so', async () => {
  const { chain, mempool, solo, close } = await openTestChain({ mode: 'instant', maxBlockSize: 1100 });
  const prepared = transfer(ALICE, BOB);
  assert.equal(await solo.submit(prepared), { txid: prepared.txid, block: undefined });
  assert.ok(mempool.has(prepared.txid));
  assert.is(chain.tip.header.height, 1, 'no empty block was made');
  await close();
});

test('instant blocks may share a second; with strict time they keep the interval', async () => {
  const loose = await openTestChain({ mode: 'instant' });
  const now = loose.clock.now() / 1000;
  for (let i = 0; i < 3; i++) await loose.solo.submit(transfer(ALICE, BOB));
  assert.equal(
    [2, 3, 4].map(height => loose.chain.blocks.header(height)!.header.time),
    [now, now, now],
  );
  await loose.clock.advance(2);
  await loose.solo.submit(transfer(ALICE, BOB));
  assert.is(loose.chain.tip.header.time, now + 2);
  await loose.close();

  const strict = await openTestChain({ mode: 'instant', strictTime: true });
  for (let i = 0; i < 3; i++) await strict.solo.submit(transfer(ALICE, BOB));
  const { fromR2 } = REGTEST.blockInterval;
  assert.equal(
    [2, 3, 4].map(height => strict.chain.blocks.header(height)!.header.time),
    [now, now + fromR2, now + 2 * fromR2],
  );
  await strict.close();
});

test('without the key of the producer whose turn it is, the transaction waits and the problem is told', async () => {
  const { chain, mempool, solo, problems, close } = await openTestChain({
    mode: 'instant',
    keys: producerKeys(REGTEST, []),
    start: false,
  });
  const error = await rejection(solo.start());
  assert.match(
    error.message,
    /block 1 cannot be made: at \d+ it is the turn of producer 0-\d+ .*not among the 0/,
  );
  assert.is(chain.tip.header.height, 0);
  await close();

  const store = openMemory();
  await (await openTestChain({ store })).solo.stop();
  const without = await openTestChain({ mode: 'instant', store, keys: producerKeys(REGTEST, []) });
  const prepared = transfer(ALICE, BOB);
  const answer = await rejection(without.solo.submit(prepared));
  assert.match(answer.message, new RegExp(`transaction ${prepared.txid} waits .* block 2 cannot be made`));
  assert.match(without.solo.problem!.message, /block 2 cannot be made/);
  assert.is(without.problems.length, 1);
  assert.ok(without.mempool.has(prepared.txid));
  await without.close();
  assert.equal(problems, []);
  assert.is(mempool.load.transactions, 0);
});

test('when the block cannot be written, the call fails with the reason', async () => {
  const inner = openMemory();
  await (await openTestChain({ store: inner })).solo.stop();
  const { chain, mempool, solo, problems } = await openTestChain({
    mode: 'instant',
    store: new FaultyStore(inner, 2, 'refuse'),
  });
  await solo.submit(transfer(ALICE, BOB));
  const prepared = transfer(ALICE, BOB);
  assert.match((await rejection(solo.submit(prepared))).message, /no space left on device/);
  assert.is(chain.tip.header.height, 2);
  assert.ok(mempool.has(prepared.txid));
  assert.is(problems.length, 1);
  await solo.stop();
});

test('a fault of the program in one transaction does not stop the others', async () => {
  const { chain, mempool, solo, problems, close } = await openTestChain({ mode: 'instant' });
  const bad = transfer(ALICE, BOB);
  const { begin } = chain.ledger;
  chain.ledger.begin = (...args) => {
    const execution = begin.apply(chain.ledger, args);
    const { execute } = execution;
    execution.execute = prepared => {
      if (prepared.txid === bad.txid) throw new TypeError('injected fault');
      return execute.call(execution, prepared);
    };
    return execution;
  };
  const [good, faulty] = await Promise.allSettled([solo.submit(transfer(BOB, ALICE)), solo.submit(bad)]);
  assert.is(good.status, 'fulfilled');
  assert.is(faulty.status === 'rejected' && (faulty.reason as Error).message, 'injected fault');
  assert.is(problems.length, 1);
  assert.match(problems[0]!.message, new RegExp(bad.txid));
  assert.not(mempool.has(bad.txid));
  await close();
});

test('stopping waits for what is under way and takes nothing more', async () => {
  const path = temporaryDirectory();
  const { store } = await openStore({ path, engine: 'rocksdb', cacheBytes: 8 << 20 });
  const dev = await openTestChain({ mode: 'instant', store });
  const submitted = Array.from({ length: 20 }, () => dev.solo.submit(transfer(ALICE, BOB)));
  const closed = dev.close();
  assert.match((await rejection(dev.solo.submit(transfer(ALICE, BOB)))).message, /is stopping/);
  const outcomes = await Promise.all(submitted);
  await closed;
  const again = await openTestChain({
    store: (await openStore({ path, engine: 'auto', cacheBytes: 8 << 20 })).store,
  });
  for (const { txid, block } of outcomes) {
    const location = again.chain.blocks.transactionLocation(txid);
    assert.is(location?.height, block?.height, 'what was confirmed is on the disk');
  }
  await again.close();
});

test('with deferred mining the call answers before the block is made', async () => {
  const { chain, solo, close } = await openTestChain({ mode: 'instant', deferMining: true });
  const { block, txid } = await solo.submit(transfer(ALICE, BOB));
  assert.is(block, undefined);
  await turns(10);
  assert.is(chain.blocks.transactionLocation(txid)?.height, 2);
  await close();
});

test('while it is paused transactions wait; resuming makes a block of them', async () => {
  const { chain, mempool, solo, close } = await openTestChain({ mode: 'instant' });
  solo.pause();
  const prepared = transfer(ALICE, BOB);
  assert.is((await solo.submit(prepared)).block, undefined);
  assert.is(mempool.load.transactions, 1);
  solo.resume();
  await turns(10);
  assert.is(chain.tip.header.height, 2);
  assert.is(mempool.load.transactions, 0);
  await close();
});

test('submitting goes on while blocks are taken back and put back', async () => {
  const { chain, mempool, solo, close } = await openTestChain({ mode: 'instant' });
  for (let i = 0; i < 5; i++) await solo.submit(transfer(ALICE, BOB));
  const { hash } = chain.blocks.header(4)!;
  const invalidated = solo.invalidateBlock(hash);
  const during = solo.submit(transfer(BOB, ALICE));
  await invalidated;
  assert.ok((await during).block);
  assert.is(mempool.load.transactions, 0, 'what was taken back is in blocks again');
  assert.is(chain.blocks.heightOf(hash), undefined);
  await close();
});

test.run();
