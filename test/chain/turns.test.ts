import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import type { Uid } from '../../src/codec/uid.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { TX } from '../../src/tx/transactions.js';
import { deployedLua, openTestChain, signed, type TestChain, USERS } from '../support/chains/test-chain.js';

/*
 * Others of the thread have their turns between transactions that are admitted, executed again or put into a block,
 * and nothing changes the chain meanwhile. No times are compared, only what comes first.
 */

const ALICE = USERS[0]!;
/** Each call takes longer than a slice. */
const LONG = 'mylib = require "mylib"\nfor i = 1, 10000000 do end';
const CALLS = 3;

let calls = 0;

function call(appUid: Uid): PreparedTransaction {
  const fixed = { version: 1, validHeight: 1, coinAmount: 0n, signature: Buffer.alloc(0) } as const;
  const given = { txUid: ALICE.uid, appUid, fees: 1_100_000_000n, arguments: Buffer.from(`${++calls}`) };
  return signed({ type: TX.LCONTRACT_INVOKE, ...fixed, ...given }, ALICE);
}

/** How many turns others have before something ends. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let ended = false;
  const count = (): void => {
    if (ended) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  ended = true;
  return turns;
}

/** A chain on which some long calls wait. */
async function withLongCalls(): Promise<{ node: TestChain; waiting: PreparedTransaction[] }> {
  const node = await openTestChain();
  const app = await deployedLua(node, ALICE, LONG);
  const waiting = Array.from({ length: CALLS }, () => call(app));
  const turns = await turnsDuring(async () => {
    for (const result of await node.mempool.admitMany(waiting)) {
      if (result instanceof Error) throw result;
    }
  });
  assert.ok(turns >= CALLS - 1, `${turns} turns while ${CALLS} are admitted`);
  return { node, waiting };
}

test('while transactions are admitted and a block of them is made, others have their turns', async () => {
  const { node, waiting } = await withLongCalls();
  const turns = await turnsDuring(() => node.solo.produce(1));
  assert.ok(turns >= CALLS - 1, `${turns} turns while a block of ${CALLS} is made`);
  for (const { txid } of waiting) assert.ok(node.chain.blocks.transactionLocation(txid));
  await node.close();
});

test('while a block that exists is executed again or connected again, others have their turns', async () => {
  const { node } = await withLongCalls();
  const { chain, solo } = node;
  const [hash] = await solo.produce(1);
  const { height } = chain.head.header;
  const turnsOfVerifying = await turnsDuring(async () => {
    assert.equal(await reexecuteChain(chain, 1), { verified: 1, problem: undefined });
  });
  assert.ok(turnsOfVerifying >= CALLS - 1, `${turnsOfVerifying} turns while it is verified`);
  await solo.disconnectBlocks(1);
  const turns = await turnsDuring(() => solo.reconsiderBlock(hash!));
  assert.ok(turns >= CALLS - 1, `${turns} turns while it is connected again`);
  assert.is(chain.blocks.heightOf(hash!), height);
  await node.close();
});

test('while what waits is executed again, others have their turns, and whoever cannot wait has it at once', async () => {
  const { node } = await withLongCalls();
  const { mempool, solo } = node;
  await solo.produce(1);
  await solo.disconnectBlocks(1);
  const turns = await turnsDuring(() => mempool.executedEntries());
  assert.ok(turns >= CALLS - 1, `${turns} turns while ${CALLS} are executed again`);
  await solo.produce(1);
  await solo.disconnectBlocks(1);
  const executed = mempool.executedEntries();
  assert.is(mempool.entries().length, CALLS);
  assert.ok(mempool.entries().every(({ fuel }) => fuel > 0n));
  assert.is((await executed).length, CALLS);
  await node.close();
});

test('a block that is being made is connected before the chain is changed otherwise', async () => {
  const { node, waiting } = await withLongCalls();
  const { chain, mempool, solo } = node;
  const { height } = chain.head.header;
  const made = solo.produce(1);
  await new Promise(setImmediate);
  const more = solo.produce(2);
  const back = solo.disconnectBlocks(1);
  const [[hash]] = await Promise.all([made, more, back]);
  assert.is(chain.blocks.heightOf(hash!), height + 1);
  assert.is(chain.head.header.height, height + 2);
  assert.is(mempool.load.transactions, 0);
  for (const { txid } of waiting) assert.is(chain.blocks.transactionLocation(txid)?.height, height + 1);
  assert.equal(node.problems, []);
  await node.close();
});

test('a time that is set while a block is made is that of the block after it', async () => {
  const { node } = await withLongCalls();
  const { chain, solo } = node;
  const made = solo.produce(1);
  await new Promise(setImmediate);
  const later = chain.head.header.time + 100_000;
  solo.setBlockTime(later);
  await made;
  assert.ok(chain.head.header.time < later);
  await solo.produce(1);
  assert.is(chain.head.header.time, later);
  await node.close();
});

test('what is dropped while a block is made is not in it', async () => {
  const { node, waiting } = await withLongCalls();
  const { chain, mempool, solo } = node;
  const last = waiting.at(-1)!;
  const made = solo.produce(1);
  await new Promise(setImmediate);
  assert.ok(mempool.drop(last.txid));
  await made;
  assert.is(chain.blocks.transactionLocation(last.txid), undefined);
  assert.ok(chain.blocks.transactionLocation(waiting[0]!.txid));
  await node.close();
});

test.run();
