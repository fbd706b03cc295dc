import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const test = suite('time and state of development chains');
const { alice, bob } = EXAMPLE;
const directory = temporaryDirectory();
const node = await startTestNode();
test.after(() => node.stop());

type Tip = { height: number; hash: string };
const free = async (account: string, symbol = 'WICC', from: TestNode = node): Promise<bigint> => {
  const { tokens } = await from.call<{ tokens: Record<string, { free_amount: number | bigint }> }>(
    'getaccountinfo',
    account,
  );
  return BigInt(tokens[symbol]?.free_amount ?? 0);
};
const tip = async (from: TestNode = node): Promise<Tip & { time: number }> => {
  const height = await from.call<number>('getblockcount');
  const { curr_block_hash: hash, time } = await from.call<JsonObject>('getblock', height);
  return { height, hash: hash as string, time: time as number };
};

test('dev_mine makes blocks', async () => {
  const { height } = await tip();
  assert.is((await node.call<string[]>('dev_mine')).length, 1);
  const hashes = await node.call<string[]>('dev_mine', 3);
  const after = await tip();
  assert.equal([after.height, after.hash], [height + 4, hashes[2]]);
  assert.is((await node.fail('dev_mine', 0)).code, -8);
});

test('dev_setTime and dev_increaseTime move the clock of the chain', async () => {
  const { time } = await tip();
  assert.equal({ ...(await node.call('dev_increaseTime', 86_400)) }, { time: time + 86_400 });
  await node.call('dev_mine');
  assert.is((await tip()).time, time + 86_400);
  await node.call('dev_setTime', time + 100_000);
  await node.call('dev_mine', 2);
  assert.ok((await tip()).time >= time + 100_000);
  assert.is((await node.fail('dev_setTime', time)).code, -8);
});

test('dev_increaseTime adds up when it is called twice, also behind dev_setTime', async () => {
  const { time } = await tip();
  await node.call('dev_increaseTime', 100_000);
  assert.equal({ ...(await node.call('dev_increaseTime', 50)) }, { time: time + 100_050 });
  await node.call('dev_mine');
  assert.is((await tip()).time, time + 100_050);
  await node.call('dev_setTime', time + 200_000);
  assert.equal({ ...(await node.call('dev_increaseTime', 7)) }, { time: time + 200_007 });
  await node.call('dev_mine');
});

test('dev_setBalance sets coins of anybody, in a block that is verified with them', async () => {
  const before = await tip();
  const { height } = await node.call<Tip>('dev_setBalance', alice, 'WUSD:100:wi');
  assert.is(height, before.height + 1);
  assert.is(await free(alice, 'WUSD'), 10_000_000_000n);
  await node.call('dev_setBalance', EXAMPLE.carol, 5);
  assert.is(await free(EXAMPLE.carol), 5n);
  assert.is(await node.call<boolean>('verifychain', 4, 0), true);
  assert.match((await node.fail('dev_setBalance', alice, 'NOSUCH:1')).message, /There is no coin NOSUCH/);
});

test('dev_impersonate lets the node send for accounts without their keys', async () => {
  const stranger = 'ab'.repeat(20);
  await node.call('dev_setBalance', '1-1', 'WICC:50:wi');
  assert.is((await node.fail('submitsendtx', '1-1', alice, 'WICC:1:wi')).code, -2001);
  assert.is((await node.call<{ regid: string }>('dev_impersonate', '1-1')).regid, '1-1');
  const before = await free(alice);
  await node.call('submitsendtx', '1-1', alice, 'WICC:1:wi');
  await node.call('dev_mine');
  assert.is((await free(alice)) - before, 100_000_000n);
  assert.is(await node.call<boolean>('verifychain', 4, 0), true);
  await node.call('dev_stopImpersonating', '1-1');
  assert.is((await node.fail('submitsendtx', '1-1', alice, 'WICC:1:wi')).code, -2001);
  assert.is((await node.fail('dev_stopImpersonating', '1-1')).code, -8);
  assert.is((await node.fail('dev_impersonate', stranger)).code, -5);
});

test('dev_revert takes blocks, balances, clock and waiting transactions back, as often as one likes', async () => {
  const { id, hash } = await node.call<Tip & { id: number }>('dev_snapshot');
  const before = [await tip(), await free(bob)];
  for (let i = 0; i < 2; i++) {
    const { txid } = await node.call<{ txid: string }>('submitsendtx', alice, bob, 'WICC:1:wi');
    await node.call('dev_mine', 3);
    await node.call('dev_increaseTime', 1_000_000);
    await node.call('dev_setBalance', bob, 1);
    await node.call('submitsendtx', alice, bob, 'WICC:2:wi');
    const reverted = await node.call<Tip>('dev_revert', id);
    assert.is(reverted.hash, hash);
    assert.equal([await tip(), await free(bob)], before);
    assert.equal(await node.call('getrawmempool'), []);
    assert.equal({ ...(await node.call('gettxdetail', txid)) }, {});
    await node.call('dev_mine');
    assert.ok((await tip()).time < (before[0] as { time: number }).time + 1_000_000);
    await node.call('dev_revert', id);
  }
});

test('going back to a snapshot forgets later ones', async () => {
  const first = await node.call<{ id: number }>('dev_snapshot');
  const second = await node.call<{ id: number }>('dev_snapshot');
  await node.call('dev_revert', first.id);
  const { code, message } = await node.fail('dev_revert', second.id);
  assert.is(code, -8);
  assert.match(message, new RegExp(`There is no snapshot ${second.id}; there are: `));
});

test('dev_dumpState and dev_loadState carry a chain to another node', async () => {
  const path = join(directory, 'carried.dump');
  await node.call('submitsendtx', alice, bob, 'WICC:3:wi');
  await node.call('dev_mine', 2);
  const dumped = await node.call<Tip & { digest: string }>('dev_dumpState', path);
  assert.is(dumped.hash, (await tip()).hash);
  const other = await startTestNode();
  await other.call('dev_mine', 5);
  const loaded = await other.call('dev_loadState', path);
  assert.equal({ ...loaded }, { ...dumped });
  assert.equal(await tip(other), await tip());
  assert.equal(
    [await free(bob, 'WICC', other), await free(alice, 'WUSD', other)],
    [await free(bob), await free(alice, 'WUSD')],
  );
  assert.is(await other.call<boolean>('verifychain', 4, 0), true);
  await other.call('submitsendtx', bob, alice, 'WICC:1:wi');
  await other.call('dev_mine');
  assert.is((await tip(other)).height, dumped.height + 1);
  await other.stop();
});

test('files that cannot be written or read are refused with a reason', async () => {
  const missing = join(directory, 'nowhere', 'x.dump');
  assert.is((await node.fail('dev_dumpState', missing)).code, -1);
  assert.is((await node.fail('dev_loadState', missing)).code, -1);
  const inside = join(node.node.context.options.dataDirectory, 'x.dump');
  assert.match((await node.fail('dev_dumpState', inside)).message, /is among the files of this node/);
  const { code, message } = await node.fail('dev_loadState', '/proc/version');
  assert.is(code, -8);
  assert.match(message, /is no dump of a chain/);
});

test('dev_reset takes the chain back to its beginning', async () => {
  assert.is((await node.call<Tip>('dev_reset')).height, 1);
  assert.is(await free(bob), 100_000_000_000_000n);
  await node.call('dev_mine');
  assert.is((await tip()).height, 2);
});

test('with the option state a chain is kept in a file from one run to the next', async () => {
  const path = join(directory, 'kept.dump');
  const first = await startTestNode({ switches: [`-state=${path}`] });
  await first.call('submitsendtx', alice, bob, 'WICC:7:wi');
  await first.call('dev_increaseTime', 5_000_000);
  await first.call('dev_mine', 3);
  const [left, balance] = [await tip(first), await free(bob, 'WICC', first)];
  await first.stop();
  assert.ok(existsSync(path));
  const second = await startTestNode({ switches: [`-state=${path}`] });
  assert.equal([await tip(second), await free(bob, 'WICC', second)], [left, balance]);
  await second.call('dev_mine');
  const next = await tip(second);
  assert.is(next.height, left.height + 1);
  assert.ok(next.time - left.time < 60, 'the clock goes on as it did');
  await second.stop();
  const third = await startTestNode({ switches: [`-state=${path}`] });
  assert.is((await tip(third)).hash, next.hash);
  await third.stop();
});

test('a file that could not be written at the end is refused at the start', async () => {
  const refusal = await startTestNode({
    switches: [`-state=${join(directory, 'missing', 'kept.dump')}`],
  }).then(
    started => started.stop().then(() => 'it started'),
    (error: Error) => error.message,
  );
  assert.match(
    refusal,
    /option state: the folder of .*kept\.dump cannot be written: .*no such file or directory/,
  );
});

test('public networks have none of it', async () => {
  let refusal = '';
  try {
    await startTestNode({ switches: ['-nettype=main', `-state=${join(directory, 'main.dump')}`] });
  } catch (error) {
    refusal = (error as Error).message;
  }
  assert.match(refusal, /option state is for development networks/);
  const main = await startTestNode({ switches: ['-nettype=main'] });
  const calls: [string, ...unknown[]][] = [
    ['dev_mine'],
    ['dev_setTime', 1],
    ['dev_increaseTime', 1],
    ['dev_setBalance', '0-1', 5],
    ['dev_impersonate', '0-1'],
    ['dev_stopImpersonating', '0-1'],
    ['dev_snapshot'],
    ['dev_revert', 1],
    ['dev_reset'],
    ['dev_dumpState', join(directory, 'x')],
    ['dev_loadState', join(directory, 'x')],
  ];
  for (const [method, ...params] of calls) {
    const { code, message } = await main.fail(method as 'dev_mine', ...(params as []));
    assert.is(code, -8, method);
    assert.match(message, /only on a development network such as regtest, not on main/);
  }
  await main.stop();
});

test.run();
