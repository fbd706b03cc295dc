import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { recordedShape, shapeOf } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const node = await startTestNode();
const network = suite('network');
network.after(() => node.stop());

network('a node that makes all blocks alone has no connections', async () => {
  assert.is(await node.call('getconnectioncount'), 0);
  assert.equal(await node.call('getpeerinfo'), []);
  assert.equal(await node.call('getpeerinfo', true), []);
  assert.is(await node.call('ping'), null);
  const info = await node.call('getnetworkinfo');
  assert.equal(shapeOf(info), recordedShape('getnetworkinfo'));
  assert.equal([info.version, info.protocolversion, info.connections], [3_050_100, 10_001, 0]);
  const totals = await node.call('getnettotals');
  assert.equal(shapeOf(totals), recordedShape('getnettotals'));
});

network('nodes are added and removed once each', async () => {
  assert.is(await node.call('addnode', '192.0.2.1:18922', 'add'), null);
  assert.equal(await node.fail('addnode', '192.0.2.1:18922', 'add'), {
    code: -1003,
    message: 'Error: Node already added',
  });
  const [entry] = await node.call<JsonObject[]>('getaddednodeinfo', false);
  assert.equal({ ...entry }, { addednode: '192.0.2.1:18922' });
  assert.equal(
    shapeOf(await node.call<JsonObject[]>('getaddednodeinfo', true, '192.0.2.1:18922')),
    recordedShape('getaddednodeinfo', r => Array.isArray(r) && r.length > 0 && 'connected' in r[0]),
  );
  assert.is(await node.call('addnode', '192.0.2.1:18922', 'remove'), null);
  assert.equal(await node.fail('addnode', '192.0.2.1:18922', 'remove'), {
    code: -1004,
    message: 'Error: Node not added before.',
  });
  assert.equal(await node.fail('getaddednodeinfo', true, '192.0.2.1:18922'), {
    code: -1004,
    message: 'Error: Node has not been added.',
  });
});

network('addnode refuses this machine and unknown commands', async () => {
  assert.equal(await node.fail('addnode', '127.0.0.1:1', 'onetry'), {
    code: -1005,
    message: "Error: Node can't be a localhost.",
  });
  assert.is(await node.call('addnode', '192.0.2.2:1', 'onetry'), null);
  const { code, message } = await node.fail('addnode', '192.0.2.2:1', 'bogus');
  assert.is(code, -1);
  assert.match(message, /^addnode "node" "command"\n/);
  assert.is((await node.fail('addnode', '192.0.2.2:1')).code, -1);
});

network('getchaininfo lists blocks, the newest first', async () => {
  await node.call('generate', 5);
  const blocks = await node.call<JsonObject[]>('getchaininfo', 3);
  assert.equal(shapeOf(blocks), recordedShape('getchaininfo'));
  assert.equal(
    blocks.map(({ height }) => height),
    [6, 5, 4],
  );
  const older = await node.call<JsonObject[]>('getchaininfo', 2, 3);
  assert.equal(
    older.map(({ height }) => height),
    [3, 2],
  );
  const { bp_uid, time } = await node.call('getblock', 3);
  assert.equal([older[0]!.miner, older[0]!.time], [bp_uid, time]);
});

network('getchaininfo refuses counts and heights that the chain does not have', async () => {
  assert.equal(await node.fail('getchaininfo', 7), {
    code: -32602,
    message: 'The input count out of range! count=7, height=6, max_count=10000',
  });
  assert.is((await node.fail('getchaininfo', 0)).code, -32602);
  assert.is((await node.fail('getchaininfo', 1, -1)).code, -32602);
  assert.equal(await node.fail('getchaininfo', 1, 7), {
    code: -32602,
    message: 'The height exceed the tip height! height=7, tip_height=6',
  });
});

network.run();
