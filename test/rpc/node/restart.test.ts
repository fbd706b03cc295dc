import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const { alice, bob } = EXAMPLE;

test('a node that starts again has the same tip, wallet and waiting transactions', async () => {
  const directory = temporaryDirectory();
  const first = await startTestNode({ directory });
  const { addr } = await first.call('getnewaddr');
  const { txid: confirmed } = await first.call('submitsendtx', alice, bob, 10_000);
  await first.call('generate', 1);
  const { txid: waiting } = await first.call('submitsendtx', alice, bob, 20_000);
  await first.call('encryptwallet', 'pass');
  const tip = (await first.call('getinfo')).tipblock_hash;
  await first.stop();

  const second = await startTestNode({ directory });
  assert.is((await second.call('getinfo')).tipblock_hash, tip);
  assert.ok((await second.call<JsonObject[]>('listaddr')).some(entry => entry.addr === addr));
  assert.equal(
    { ...(await second.call('listtx')) },
    { confirmed_tx: [confirmed], unconfirmed_tx: [waiting] },
  );
  assert.equal(await second.call('getrawmempool'), [waiting]);
  const { wallet_encrypted, wallet_locked } = await second.call('getwalletinfo');
  assert.equal([wallet_encrypted, wallet_locked], [true, true]);
  await second.call('generate', 1);
  assert.equal(
    { ...(await second.call('listtx')) },
    { confirmed_tx: [waiting, confirmed], unconfirmed_tx: [] },
  );
  await second.stop();
});

test('a clock that was set goes on after a restart, until it is set back', async () => {
  const directory = temporaryDirectory();
  const ahead = Math.floor(Date.now() / 1000) + 1_000_000;
  const time = async (node: TestNode): Promise<number> => {
    const [hash] = await node.call<string[]>('generate', 1);
    return Number((await node.call('getblock', hash!)).time);
  };
  const first = await startTestNode({ directory });
  await first.call('setblocktime', ahead);
  await first.stop();
  const second = await startTestNode({ directory });
  assert.ok((await time(second)) >= ahead);
  await second.call('dev_increaseTime', 500_000);
  assert.ok((await time(second)) >= ahead + 500_000);
  await second.stop();
  const third = await startTestNode({ directory });
  assert.ok((await time(third)) >= ahead + 500_000);
  await third.call('dev_reset');
  await third.stop();
  const fourth = await startTestNode({ directory });
  assert.ok((await time(fourth)) < ahead);
  await fourth.stop();
});

test('a file of the clock with anything else in it is named', async () => {
  const directory = temporaryDirectory();
  await (await startTestNode({ directory })).stop();
  const file = join(directory, 'regtest', 'clock-offset');
  writeFileSync(file, 'soon');
  const failure = await startTestNode({ directory }).catch((error: unknown) => error);
  assert.match(
    String(failure),
    /clock-offset is damaged: it is to hold the milliseconds.*has "soon"; put back a copy, or remove the file/,
  );
});

test('waiting transactions that spend what others bring in all survive a restart', async () => {
  const directory = temporaryDirectory();
  const first = await startTestNode({ directory });
  const row: string[] = [alice];
  for (let i = 0; i < 6; i++) {
    const { addr } = await first.call('getnewaddr');
    await first.call('submitsendtx', alice, addr as string, 'WICC:1:wi');
    row.push(addr as string);
  }
  await first.call('generate', 1);
  const height = await first.call<number>('getblockcount');
  for (const [i, to] of row.slice(1).entries()) {
    const amount = `WICC:${1000 - 100 * i}:wi`;
    const params = { sender: row[i]!, to, amount, fee: 'WICC:10000', memo: '', height };
    const { unsigned_txraw } = await first.call('genunsignedtxraw', 'submitsendtx', params);
    const { rawtx } = await first.call('signtxraw', unsigned_txraw as string, [row[i]!]);
    await first.call('submittxraw', rawtx as string);
  }
  const waiting = await first.call<string[]>('getrawmempool');
  assert.is(waiting.length, 6);
  await first.stop();
  const second = await startTestNode({ directory });
  assert.equal(await second.call('getrawmempool'), waiting);
  await second.stop();
});

test('a second node on the same data directory is refused, and the first one goes on', async () => {
  const directory = temporaryDirectory();
  const first = await startTestNode({ directory });
  const outcome = await startTestNode({ directory }).catch((error: unknown) => error);
  assert.instance(outcome, Error);
  assert.match((outcome as Error).message, /lock|in use|another/i);
  assert.is(await first.call('getblockcount'), 1);
  await first.stop();
});

test('the method stop ends the node after it has answered', async () => {
  const node = await startTestNode();
  assert.is(await node.call('stop'), 'coin daemon being stopped...');
  await node.node.stopRequested;
  await node.stop();
});

test.run();
