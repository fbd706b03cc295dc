import { cpSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Mempool } from '../../src/chain/mempool.js';
import type { JsonObject } from '../../src/codec/json-value.js';
import { transfer, USERS } from '../support/chains/test-chain.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * A node answers before what waited when it stopped is back in its pool: how long the first answer takes must not
 * depend on how much that is. Whoever needs the pool, or changes the chain, waits.
 */

const test = suite('requests while the pool is loaded');
const WAITING = scaled(120, 20_000);
const FIRST_ARRIVAL = 1_700_000_000;
const SENDERS = USERS.slice(0, 3);

interface Arrived {
  readonly txid: string;
  readonly time: number;
}

interface Stopped {
  readonly directory: string;
  /** In the order of their arrival. */
  readonly waiting: readonly Arrived[];
}

/** The directory of a node that was stopped with transactions that wait. */
async function stoppedNode(): Promise<Stopped> {
  const directory = temporaryDirectory();
  const node = await start(directory);
  const { transactions, mempool } = node.node.context;
  const kept: Promise<void>[] = [];
  for (let i = 0; i < WAITING; i++) {
    const prepared = transfer(SENDERS[i % SENDERS.length]!, USERS[4]!);
    const time = FIRST_ARRIVAL + i;
    mempool.restore(prepared, time);
    transactions.expect(prepared.txid);
    kept.push(transactions.keep(prepared, time));
  }
  await Promise.all(kept);
  const waiting = arrivedIn(node);
  assert.is(waiting.length, WAITING);
  await node.stop();
  return { directory, waiting };
}

function arrivedIn({ node }: TestNode): Arrived[] {
  return node.context.mempool.entries().map(({ prepared: { txid }, time }) => ({ txid, time }));
}

const original = Mempool.prototype.verify;
const started: TestNode[] = [];

async function start(directory: string, ...switches: readonly string[]): Promise<TestNode> {
  const node = await startTestNode({ directory, switches });
  started.push(node);
  return node;
}

test.after.each(async () => {
  Mempool.prototype.verify = original;
  for (const node of started.splice(0)) await node.stop();
});

/** Lets the first signatures of the pool be verified only when that is allowed. @returns allows it */
function loadingWaits(): () => void {
  let allow = (): void => undefined;
  const allowed = new Promise<void>(done => {
    allow = () => {
      Mempool.prototype.verify = original;
      done();
    };
  });
  Mempool.prototype.verify = async function (many) {
    await allowed;
    await original.call(this, many);
  };
  return allow;
}

/** Whether a call has its answer by the time at which a later one has its own. */
async function isAnswered(call: Promise<unknown>, node: TestNode): Promise<boolean> {
  let answered = false;
  const note = (): void => {
    answered = true;
  };
  call.then(note, note);
  await node.call('getblockcount');
  return answered;
}

test('what only reads the chain is answered at once, with how far the pool is; all that waited is there for whoever asks for the pool, in its order', async () => {
  const { directory, waiting } = await stoppedNode();
  const allow = loadingWaits();
  const node = await start(directory);
  const height = await node.call<number>('getblockcount');
  const info = await node.call('getmempoolinfo');
  assert.equal([info.loaded, info.unloaded, info.own], [false, WAITING, WAITING]);
  assert.is(
    (await node.call('getinfo')).errors,
    `the memory pool is being loaded: 0 of ${WAITING} transactions are back in it`,
  );
  const listed = node.call<string[]>('getrawmempool');
  const detail = node.call('gettxdetail', waiting.at(-1)!.txid);
  const sent = node.call<{ txid: string }>('submitsendtx', '0-13', '0-14', 1_000_000);
  const made = node.call<string[]>('generate', 1);
  for (const call of [listed, detail, sent, made]) assert.not.ok(await isAnswered(call, node));
  assert.is(await node.call('getblockcount'), height, 'no block is made meanwhile');

  allow();
  const txids = waiting.map(({ txid }) => txid);
  assert.equal([...(await listed)].sort(), [...txids].sort());
  assert.is((await detail).txid, txids.at(-1));
  assert.is((await sent).txid.length, 64);
  const [hash] = await made;
  const block = await node.call<JsonObject>('getblock', hash!);
  const packed = new Set(block.tx as string[]);
  assert.ok(
    txids.slice(0, 100).every(txid => packed.has(txid)),
    'the block has what waited',
  );
  const after = await node.call('getmempoolinfo');
  assert.equal([after.loaded, after.unloaded], [true, 0]);
  assert.is((await node.call('getinfo')).errors, '');
});

test('order and times of arrival are those of before', async () => {
  const { directory, waiting } = await stoppedNode();
  const node = await start(directory);
  await node.node.context.consensus.released();
  assert.equal(arrivedIn(node), waiting);
});

test('a node that makes blocks by itself makes none before all are back, and then with the oldest first', async () => {
  const { directory, waiting } = await stoppedNode();
  const allow = loadingWaits();
  const node = await start(directory, '-mining=instant');
  const height = await node.call<number>('getblockcount');
  await node.call('getinfo');
  assert.is(await node.call('getblockcount'), height);
  allow();
  await node.call('getrawmempool');
  const { mempool, chain } = node.node.context;
  while (mempool.load.transactions > 0) await new Promise(resolve => setImmediate(resolve));
  await chain.settled();
  for (const { txid } of waiting) assert.ok(chain.blocks.transactionLocation(txid), txid);
});

test('a stop or the end of the process while the pool is loaded loses nothing; who waits is told that the node stops', async () => {
  const { directory, waiting } = await stoppedNode();
  const allow = loadingWaits();
  const node = await start(directory);
  const refusals = [
    node.fail('getrawmempool'),
    node.fail('submitsendtx', '0-13', '0-14', 1_000_000),
    node.fail('generate', 1),
  ];
  assert.is((await node.call('getmempoolinfo')).loaded, false);
  const killed = temporaryDirectory();
  cpSync(directory, killed, { recursive: true, filter: path => !path.includes('.lock-') });
  const stopping = node.stop();
  allow();
  for (const refusal of refusals) assert.match((await refusal).message, /^the node is stopping/);
  await stopping;
  for (const left of [directory, killed]) {
    const again = await start(left);
    await again.node.context.consensus.released();
    assert.equal(arrivedIn(again), waiting);
    await again.stop();
  }
});

test.run();
