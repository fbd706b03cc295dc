import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob } = EXAMPLE;

const node = await startTestNode();
const mining = suite('mining');
mining.after(() => node.stop());

mining('setgenerate makes exactly as many blocks as it is told, and names them', async () => {
  const before = await node.call<number>('getblockcount');
  const answer = await node.call('setgenerate', true, 3);
  assert.equal(without(shapeOf(answer), ['blocks']), recordedShape('setgenerate'));
  assert.is(answer.msg, 'in  mining');
  assert.is(await node.call('getblockcount'), before + 3);
  const [, , last] = answer.blocks as string[];
  assert.is((await node.call('getblock', last!)).height, before + 3);
  assert.is(((await node.call('setgenerate', true)).blocks as string[]).length, 1);
  assert.equal({ ...(await node.call('setgenerate', false)) }, { msg: 'stoping  mining', blocks: [] });
});

mining('setgenerate refuses other types and no blocks', async () => {
  assert.equal(await node.fail('setgenerate', 'true'), {
    code: -1,
    message: 'value is type str, expected bool',
  });
  assert.equal(await node.fail('setgenerate', true, 0), { code: -8, message: 'Invalid genblocklimit' });
  assert.is((await node.fail('generate', 0)).code, -8);
  assert.is((await node.fail('setgenerate')).code, -1);
});

mining('getmininginfo tells of the last block that was made here', async () => {
  await node.call('submitsendtx', alice, bob, 10_000);
  const info = await node.call('getmininginfo');
  assert.equal(shapeOf(info), recordedShape('getmininginfo'));
  const { size, tx_count, height } = await node.call('getblock', await node.call<number>('getblockcount'));
  assert.equal(
    [info.blocks, info.currentblocksize, info.currentblocktx, info.pooledtx],
    [height, size, tx_count, 1],
  );
  await node.call('generate', 1);
});

mining('getminedblocks lists what this process made, the newest first', async () => {
  const blocks = await node.call<JsonObject[]>('getminedblocks', 2);
  assert.equal(
    shapeOf(blocks),
    recordedShape('getminedblocks', r => Array.isArray(r) && r.length > 0),
  );
  const tip = await node.call<number>('getblockcount');
  assert.equal(
    blocks.map(({ height }) => height),
    [tip, tip - 1],
  );
  const { curr_block_hash, prev_block_hash } = await node.call('getblock', tip);
  assert.equal([blocks[0]!.txid, blocks[0]!.preblockhash], [curr_block_hash, prev_block_hash]);
  assert.is((await node.call<JsonObject[]>('getminedblocks')).length, tip);
});

mining('blocks are made by those whose turn it is', async () => {
  for (const height of [2, 3, 4]) {
    const { bp_uid, time } = await node.call('getblock', height);
    const turn = await node.call('getminerbyblocktime', height, Number(time));
    assert.equal(shapeOf(turn), recordedShape('getminerbyblocktime'));
    assert.is(turn.miner_regid, bp_uid);
    assert.is((await node.call('getaccountinfo', bp_uid as string)).address, turn.miner_addr);
  }
  assert.equal(await node.fail('getminerbyblocktime', 0, 0), {
    code: -8,
    message: 'invalid blockHeight=0 <= 0\n',
  });
  assert.is((await node.fail('getminerbyblocktime', 1, 0)).code, -8);
  assert.is((await node.fail('getminerbyblocktime', 1)).code, -1);
});

mining('listdelegates ranks the producers and shows their accounts', async () => {
  const { delegates } = await node.call<{ delegates: JsonObject[] }>('listdelegates');
  assert.is(delegates.length, 11);
  const [{ members }] = (
    recordedShape('listdelegates') as { members: [string, [{ members: [string, unknown][] }]][] }
  ).members[0]![1];
  assert.equal(
    Object.keys(delegates[0]!),
    members.map(([key]) => key),
  );
  const { active_votes, ...account } = delegates[0]!;
  assert.is(active_votes, account.received_votes);
  const info = await node.call('getaccountinfo', account.regid as string);
  for (const key of Object.keys(account)) assert.equal(account[key], info[key], key);
  assert.is((await node.call<{ delegates: JsonObject[] }>('listdelegates', 3)).delegates.length, 3);
  for (const count of [0, 12]) {
    assert.equal(await node.fail('listdelegates', count), {
      code: -8,
      message: 'Delegate number not between 1 and 11',
    });
  }
  assert.equal({ ...(await node.call('gettotalbpssize')) }, { total_bps_size: 11 });
});

mining('the time of the next block can be set, but not back', async () => {
  const { time } = await node.call('getblock', await node.call<number>('getblockcount'));
  const next = Number(time) + 1000;
  assert.equal({ ...(await node.call('setblocktime', next)) }, { time: next });
  const [hash] = await node.call<string[]>('generate', 1);
  assert.is((await node.call('getblock', hash!)).time, next);
  assert.is((await node.fail('setblocktime', next - 1)).code, -8);
  assert.equal({ ...(await node.call('setblocktime', 0)) }, { time: 0 });
});

mining('submitblock refuses what is no block, and blocks that are known', async () => {
  assert.equal(await node.fail('submitblock', '00'), { code: -10, message: 'Block decode failed' });
  const known = await node.call('submitblock', await node.call<string>('getblock', 2, false, false));
  assert.equal(shapeOf(known), recordedShape('submitblock'));
  assert.equal({ ...known }, { status: 'rejected', reject_code: 0, info: 'duplicate' });
});

mining('setautomine changes when blocks are made', async () => {
  assert.equal({ ...(await node.call('setautomine', 'INSTANT')) }, { mode: 'instant' });
  await node.call('setgenerate', true, 1);
  const { txid } = await node.call('submitsendtx', alice, bob, 10_000);
  assert.is((await node.call('gettxdetail', txid as string)).confirmations, 0);
  assert.equal({ ...(await node.call('setautomine', 'manual')) }, { mode: 'manual' });
  const waiting = await node.call('submitsendtx', alice, bob, 10_001);
  assert.not.ok('confirmations' in (await node.call('gettxdetail', waiting.txid as string)));
  assert.is((await node.fail('setautomine', 'sometimes')).code, -8);
});

mining.run();

test('a block of another node with the same beginning is accepted by submitblock', async () => {
  const [maker, taker] = [await startTestNode(), await startTestNode()];
  await maker.call('submitsendtx', alice, bob, 'WICC:1:wi');
  const [hash] = await maker.call<string[]>('generate', 1);
  const raw = await maker.call<string>('getblock', hash!, false, false);
  assert.equal({ ...(await taker.call('submitblock', raw)) }, { status: 'OK', txid: hash });
  assert.is((await taker.call('getblock', 2)).curr_block_hash, hash);
  await Promise.all([maker.stop(), taker.stop()]);
});

test('in instant mode a transaction is confirmed when its submission answers, and many at once share blocks', async () => {
  const instant = await startTestNode({ switches: ['-mining=instant'] });
  const { txid } = await instant.call('submitsendtx', alice, bob, 10_000);
  assert.is((await instant.call('gettxdetail', txid as string)).confirmed_height, 2);
  assert.equal({ ...(await instant.call('listtx')) }, { confirmed_tx: [txid], unconfirmed_tx: [] });
  await Promise.all(
    Array.from({ length: 10 }, (_, i) => instant.call('submitsendtx', alice, bob, 20_000 + i)),
  );
  assert.is((await instant.call('getwalletinfo')).coinfirmed_tx_num, 11);
  await instant.stop();
});

test('a network of fewer producers is started with the option bps', async () => {
  const small = await startTestNode({ switches: ['-bps=1'] });
  await small.call('generate', 3);
  assert.is((await small.call<{ delegates: JsonObject[] }>('listdelegates')).delegates.length, 1);
  assert.is((await small.call('getblock', 3)).bp_uid, '0-2');
  await small.stop();
});

test('a wallet without any account on chain has no key for mining', async () => {
  const foreign = await startTestNode({ switches: ['-nettype=test', '-rpcuser=u', '-rpcpassword=p'] });
  assert.equal(await foreign.fail('setgenerate', true, 1), { code: -8, message: 'No key for mining' });
  await foreign.stop();
});

test.run();
