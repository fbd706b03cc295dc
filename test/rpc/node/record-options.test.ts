import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newUser, transfer, USERS } from '../../support/chains/test-chain.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';

const [ALICE, BOB, CAROL] = ['0-13', '0-14', '0-15'] as const;
const COIN = 100_000_000;

interface Detail {
  readonly confirmed_height?: number;
  readonly receipts?: readonly unknown[];
  readonly tx_trace?: unknown;
}

let sent = 0;

async function send(node: TestNode, from: string, to: string): Promise<string> {
  return (await node.call<{ txid: string }>('submitsendtx', from, to, COIN, 10_000, `${++sent}`)).txid;
}

/** A confirmed call of the system contract, which has a trace. */
async function transferByContract(node: TestNode): Promise<string> {
  const data = JSON.stringify({ from: ALICE, to: BOB, quantity: '1.00000000 WICC', memo: '' });
  const { txid } = await node.call<{ txid: string }>('submittx', ALICE, '0-800', 'transfer', data);
  await node.call('generate', 1);
  return txid;
}

test('genreceipt=0 keeps no receipts, neither of transactions nor of paid rewards, and the chain verifies', async () => {
  const node = await startTestNode({ switches: ['-genreceipt=0'] });
  const txid = await send(node, ALICE, BOB);
  await node.call('generate', 120);
  assert.equal((await node.call<Detail>('gettxdetail', txid)).receipts, []);
  const { tx } = await node.call<{ tx: string[] }>('getblock', 10);
  assert.equal((await node.call<Detail>('gettxdetail', tx[0]!)).receipts, []);
  assert.is(await node.call('verifychain'), true);
  await node.stop();
});

test('txtrace=0 keeps no traces; by default they are there', async () => {
  const without = await startTestNode({ switches: ['-txtrace=0'] });
  const untraced = await without.call<Detail>('gettxdetail', await transferByContract(without));
  assert.type(untraced.confirmed_height, 'number');
  assert.is(untraced.tx_trace, undefined);
  await without.stop();
  const traced = await startTestNode();
  assert.ok((await traced.call<Detail>('gettxdetail', await transferByContract(traced))).tx_trace);
  assert.is(await traced.call('verifychain'), true);
  await traced.stop();
});

test('txindex=0 finds transactions of the memory pool and of block 0 only', async () => {
  const node = await startTestNode({ switches: ['-txindex=0'] });
  const txid = await send(node, ALICE, BOB);
  assert.ok('txid' in (await node.call('gettxdetail', txid)));
  await node.call('generate', 1);
  assert.equal(Object.keys(await node.call('gettxdetail', txid)), []);
  const { tx } = await node.call<{ tx: string[] }>('getblock', 0);
  assert.is((await node.call<Detail>('gettxdetail', tx[1]!)).confirmed_height, 0);
  await node.stop();
});

test('failures of a block are kept with logfailures only', async () => {
  for (const [switches, expected] of [
    [[], 0],
    [['-logfailures'], 1],
  ] as const) {
    const node = await startTestNode({ switches });
    // The second can pay after the first, but offers more for a place in the block: so it is tried before.
    const receiver = newUser(1);
    for (const { raw } of [
      transfer(USERS[0]!, receiver, { amount: 10n * BigInt(COIN) }),
      transfer(receiver, USERS[0]!, { amount: BigInt(COIN), fee: 1_000_000n }),
    ]) {
      await node.call('submittxraw', raw.toString('hex'));
    }
    await node.call('generate', 1);
    const height = await node.call<number>('getblockcount');
    const { failures } = await node.call<{ failures: unknown[] }>('getblockfailures', height);
    assert.is(failures.length, expected);
    await node.stop();
  }
});

test('genblocklimit: production pauses after so many blocks, what waits stays, and blocks can be asked for', async () => {
  const node = await startTestNode({ switches: ['-mining=instant', '-genblocklimit=2'] });
  await send(node, ALICE, BOB);
  await send(node, BOB, CAROL);
  assert.is(await node.call('getblockcount'), 3);
  const waiting = await send(node, CAROL, ALICE);
  await delay(20);
  assert.is(await node.call('getblockcount'), 3);
  assert.equal(await node.call('getrawmempool'), [waiting]);
  await node.call('generate', 1);
  assert.is((await node.call<Detail>('gettxdetail', waiting)).confirmed_height, 4);
  await node.stop();
});

test('genblocklimit=0 makes no block by itself', async () => {
  const node = await startTestNode({ switches: ['-mining=instant', '-genblocklimit=0'] });
  await send(node, ALICE, BOB);
  assert.is(await node.call('getblockcount'), 1);
  await node.stop();
});

test('blockmaxsize bounds the blocks that are made', async () => {
  const node = await startTestNode({ switches: ['-blockmaxsize=3000'] });
  for (let i = 0; i < 20; i++) await send(node, ALICE, BOB);
  await node.call('generate', 1);
  const { size, tx_count: count } = await node.call<{ size: number; tx_count: number }>('getblock', 2);
  assert.ok(size <= 3000 && count > 2 && count < 22, `${size} bytes, ${count} transactions`);
  await node.call('generate', 10);
  assert.equal(await node.call('getrawmempool'), []);
  await node.stop();
});

test.run();
