import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { required } from '../../src/codec/required.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { restoredPoolText, restorePool } from '../../src/node/restore-pool.js';
import { openMemory } from '../../src/storage/memory.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { TransactionIndex } from '../../src/wallet/transaction-index.js';
import { openTestChain, type TestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { startTestNode } from '../support/nodes/node.js';

const test = suite('pool of an earlier process');
const rules = wireRulesOf(REGTEST);
const [ALICE, BOB] = [USERS[0]!, USERS[1]!];
const ARRIVAL = 1_700_000_000;

async function indexOf(pending: readonly PreparedTransaction[]): Promise<TransactionIndex> {
  const index = new TransactionIndex(openMemory(), () => true);
  for (const [i, prepared] of pending.entries()) {
    index.expect(prepared.txid);
    await index.keep(prepared, ARRIVAL + i);
  }
  return index;
}

function partsOf({ chain, mempool }: TestChain, index: TransactionIndex) {
  return { index, chain, mempool, rules, onProblem: (error: Error) => assert.unreachable(error.message) };
}

function numbered(count: number, from = ALICE, to = BOB): PreparedTransaction[] {
  return Array.from({ length: count }, (_, i) =>
    transfer(from, to, { memo: `${from.publicKey.slice(0, 8)} ${i}` }),
  );
}

test('all come back in the order in which they arrived, with the time of their arrival', async () => {
  const dev = await openTestChain();
  const pending = [...numbered(40), ...numbered(40, BOB, ALICE), ...numbered(3, USERS[2]!)];
  const { restored, refused, expired } = await restorePool(partsOf(dev, await indexOf(pending)));
  assert.is(restored, pending.length);
  assert.is(refused.size + expired.length, 0);
  assert.equal(
    dev.mempool.entries().map(({ prepared, time }) => [prepared.txid, time]),
    pending.map(({ txid }, i) => [txid, ARRIVAL + i]),
  );
  await dev.close();
});

test('no limit of the pool keeps out what was accepted before', async () => {
  const limits = { transactions: 20, perSender: 2 };
  const dev = await openTestChain({ limits });
  const pending = numbered(50);
  assert.is((await restorePool(partsOf(dev, await indexOf(pending)))).restored, 50);
  assert.throws(() => dev.mempool.admit(transfer(ALICE, BOB, { memo: 'one more' })), /sender|full/);
  await dev.close();
});

test('what is not valid at present stays stored with its reason, and is too old for good only after twice the window', async () => {
  const dev = await openTestChain();
  const depth = REGTEST.transactionCacheDepth;
  const [valid, early, past] = [
    transfer(ALICE, BOB),
    transfer(ALICE, BOB, { validHeight: 100_000 }),
    transfer(ALICE, BOB, { memo: 'past', validHeight: 1 }),
  ];
  const index = await indexOf([early, valid, past]);
  const parts = partsOf(dev, index);
  const first = await restorePool(parts);
  assert.is(first.restored, 2);
  assert.equal([...first.refused.keys()], [early.txid]);
  assert.equal([...index.refusals.keys()], [early.txid]);
  assert.match(
    restoredPoolText(first)!,
    /^2 pending transactions are back in the pool; 1 are refused at present: /,
  );

  dev.mempool.clear(new Error('for the test'));
  await dev.solo.produce(2 * depth + 2);
  const second = await restorePool(parts);
  assert.equal(second.expired, [valid.txid, past.txid]);
  assert.equal(
    index.waiting().map(({ txid }) => txid),
    [early.txid],
  );
  await dev.close();
});

test('a transaction on which the program fails is reported and kept, and the others are restored', async () => {
  const dev = await openTestChain();
  const [faulty, good] = [transfer(ALICE, BOB, { memo: 'faulty' }), transfer(ALICE, BOB)];
  const index = await indexOf([faulty, good]);
  const problems: Error[] = [];
  const mempool = {
    has: (txid: string) => dev.mempool.has(txid),
    verify: (many: readonly PreparedTransaction[]) => dev.mempool.verify(many),
    ready: () => dev.mempool.ready(),
    restore(prepared: PreparedTransaction, time: number): void {
      if (prepared.txid === faulty.txid) throw new TypeError('no such thing');
      dev.mempool.restore(prepared, time);
    },
  };
  const parts = { ...partsOf(dev, index), mempool, onProblem: (error: Error) => problems.push(error) };
  assert.is((await restorePool(parts)).restored, 1);
  assert.is(problems.length, 1);
  assert.ok(index.waiting().some(({ txid }) => txid === faulty.txid));
  await dev.close();
});

test('more transactions than a transaction may be blocks old all get into blocks, also where each makes a block', async () => {
  const dev = await openTestChain({ mode: 'instant' });
  const { chain, mempool, solo } = dev;
  const pending = numbered(REGTEST.transactionCacheDepth + 50);
  const held = solo.hold();
  await restorePool(partsOf(dev, await indexOf(pending)));
  assert.is(chain.tip.header.height, 1, 'no block is made before all are in the pool');
  held.release();
  while (mempool.load.transactions > 0) await new Promise(resolve => setImmediate(resolve));
  await chain.settled();
  for (const { txid } of pending) assert.ok(chain.blocks.transactionLocation(txid), txid);
  await dev.close();
});

test('a deep block that is invalidated loses no own transaction: all wait, and are in blocks again when it is reconsidered', async () => {
  const COUNT = 20;
  const BLOCKS_BETWEEN = Math.ceil((2 * REGTEST.transactionCacheDepth) / COUNT);
  const node = await startTestNode();
  try {
    const { chain, transactions } = node.node.context;
    const txids: string[] = [];
    for (let i = 0; i < COUNT; i++) {
      const { txid } = await node.call<{ txid: string }>(
        'submitsendtx',
        '0-13',
        '0-14',
        'WICC:1:WI',
        'WICC:0.01:WI',
        `${i}`,
      );
      txids.push(txid);
      await node.call('generate', BLOCKS_BETWEEN);
    }
    const { hash, header } = chain.tip;
    const deep = required(chain.blocks.header(2), 'block 2').hash;
    await node.call('invalidateblock', deep);
    assert.is(chain.tip.header.height, 1);
    await node.call('getrawmempool');
    const waiting = new Set(transactions.waiting().map(({ txid }) => txid));
    assert.ok(txids.every(txid => waiting.has(txid)));
    assert.ok(transactions.refusals.size > 0, 'the newest are valid only further up');
    await node.call('reconsiderblock', deep, true);
    assert.equal([chain.tip.hash, chain.tip.header.height], [hash, header.height]);
    for (const txid of txids) assert.ok(chain.blocks.transactionLocation(txid), txid);
    assert.equal(transactions.waiting(), []);
  } finally {
    await node.stop();
  }
});

test.run();
