import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf } from '../../support/answers/answer-shape.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const { alice, bob } = EXAMPLE;
const ZERO = '0'.repeat(64);

async function withNode(work: (node: TestNode) => Promise<void>): Promise<void> {
  const node = await startTestNode();
  try {
    await work(node);
  } finally {
    await node.stop();
  }
}

test('a transaction of a block that is taken back waits again, and is confirmed again', () =>
  withNode(async node => {
    const { txid } = await node.call('submitsendtx', alice, bob, 'WICC:1:wi');
    const [hash] = await node.call<string[]>('generate', 1);
    assert.is((await node.call('gettxdetail', txid as string)).confirmed_height, 2);
    assert.equal({ ...(await node.call('invalidateblock', hash!)) }, { msg: 'success' });
    assert.is(await node.call('getblockcount'), 1);
    assert.not.ok('confirmed_height' in (await node.call('gettxdetail', txid as string)));
    assert.equal({ ...(await node.call('listtx')) }, { confirmed_tx: [], unconfirmed_tx: [txid] });
    assert.equal({ ...(await node.call('reconsiderblock', hash!)) }, { msg: 'success' });
    assert.is(await node.call('getblockcount'), 2);
    assert.is((await node.call('gettxdetail', txid as string)).block_hash, hash);
    assert.equal({ ...(await node.call('listtx')) }, { confirmed_tx: [txid], unconfirmed_tx: [] });
  }));

test('blocks that are taken back leave balances as they were before', () =>
  withNode(async node => {
    await node.call('generate', 2);
    const before = await node.call('gettotalcoins');
    const bobBefore = await node.call('getaccountinfo', bob);
    await node.call('submitsendtx', alice, bob, 'WICC:1:wi');
    await node.call('generate', 3);
    const answer = await node.call('disconnectblock', 3);
    assert.equal(shapeOf(answer), recordedShape('disconnectblock'));
    const { curr_block_hash } = await node.call('getblock', 3);
    assert.is(answer.tip, `hash:${curr_block_hash} hight:3`);
    assert.equal(await node.call('gettotalcoins'), before);
    assert.equal(await node.call('getaccountinfo', bob), bobBefore);
  }));

test('nothing is taken back for zero, and never all of the chain', () =>
  withNode(async node => {
    await node.call('generate', 1);
    for (const count of [0, -3]) {
      assert.match((await node.call('disconnectblock', count)).tip as string, /hight:2$/);
    }
    assert.equal(await node.fail('disconnectblock', 2), { code: -8, message: 'Invalid number' });
    assert.equal(await node.fail('invalidateblock', ZERO), { code: -5, message: 'Block not found' });
    assert.equal(await node.fail('reconsiderblock', ZERO), { code: -5, message: 'Block not found' });
    const { hash } = await node.call('getblockhash', 0);
    assert.is((await node.fail('invalidateblock', hash as string)).code, -9);
  }));

test('the memory pool is listed in the order of the bytes of the txids, with details where asked for', () =>
  withNode(async node => {
    const txids: string[] = [];
    for (let i = 0; i < 6; i++) {
      txids.push((await node.call('submitsendtx', alice, bob, 10_000 + i)).txid as string);
    }
    const reversed = (txid: string) => Buffer.from(txid, 'hex').reverse().toString('hex');
    const expected = txids.toSorted((a, b) => (reversed(a) < reversed(b) ? -1 : 1));
    assert.equal(await node.call('getrawmempool'), expected);
    const detailed = await node.call<Record<string, JsonObject>>('getrawmempool', true);
    const recorded = recordedShape('getrawmempool', r => !Array.isArray(r)) as {
      members: [string, unknown][];
    };
    assert.equal(shapeOf(detailed[txids[0]!]!), recorded.members[0]![1] as never);
    assert.is(detailed[txids[0]!]!.fees, 10_000);
    assert.is(Object.keys(detailed).length, 6);
  }));

test('a dropped transaction waits no longer', () =>
  withNode(async node => {
    const { txid } = await node.call('submitsendtx', alice, bob, 10_000);
    assert.equal({ ...(await node.call('droptxfrommempool', txid as string)) }, {});
    assert.equal(await node.call('getrawmempool'), []);
    assert.equal({ ...(await node.call('listtx')) }, { confirmed_tx: [], unconfirmed_tx: [] });
    assert.equal({ ...(await node.call('droptxfrommempool', txid as string)) }, {});
    assert.equal(await node.fail('droptxfrommempool', ZERO), {
      code: -32602,
      message: `Invalid txid=${ZERO}`,
    });
  }));

test('the cache of recent transactions is the same after it was read anew', () =>
  withNode(async node => {
    const { txid } = await node.call('submitsendtx', alice, bob, 10_000);
    const { rawtx } = await node.call('gettxdetail', txid as string);
    await node.call('generate', 1);
    assert.equal({ ...(await node.call('reloadtxcache')) }, { info: 'reload tx cache succeed' });
    assert.equal(await node.fail('submittxraw', rawtx as string), {
      code: -2001,
      message: 'CommitTx failed: code=16, reason=tx-duplicate-confirmed',
    });
  }));

test('a block is written to a file, but not into the data directory', () =>
  withNode(async node => {
    const path = join(temporaryDirectory(), 'block.bin');
    const { hash } = await node.call('getblockhash', 1);
    assert.is(await node.call('saveblocktofile', hash as string, path), 'save succeed');
    assert.is(readFileSync(path).toString('hex'), await node.call('getblock', 1, false, false));
    assert.equal(await node.fail('saveblocktofile', ZERO, path), {
      code: -1,
      message: 'block hash is not exist!',
    });
    assert.is((await node.fail('saveblocktofile', hash as string, join(node.directory, 'x'))).code, -2003);
    assert.is((await node.fail('saveblocktofile', hash as string, '/nonexistent-directory/x')).code, -1);
  }));

test.run();
