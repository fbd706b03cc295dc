import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ComparedNode, firstDifference } from '../../src/cli/network/compare.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { STATE_SCHEMA } from '../../src/state/schema.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';

const COIN = 100_000_000;
const START = 1_800_000_000;

const nodes = [await startTestNode(), await startTestNode()] as const;
const [one, other] = nodes.map(
  (node, i): ComparedNode => ({
    name: `node${i + 1}`,
    calls: { call: (method, ...params) => node.call(method, ...params) },
  }),
) as [ComparedNode, ComparedNode];

test.after(async () => {
  for (const node of nodes) await node.stop();
});

/** A block with a transfer, at the same time on each node. */
async function pay(node: TestNode, amount: number): Promise<number> {
  await node.call('setblocktime', START + 10 * Number(await node.call('getblockcount')));
  await node.call('submitsendtx', EXAMPLE.alice, EXAMPLE.bob, amount, 100_000);
  await node.call('generate', 1);
  return Number(await node.call('getblockcount'));
}

test('nodes that have done the same have no difference', async () => {
  const [height] = await Promise.all(nodes.map(node => pay(node, COIN)));
  assert.is(await firstDifference(one, other, 1, height!), undefined);
});

test('the first key that differs is found in the lowest block that has one, whichever node has changed it', async () => {
  const [low] = [await pay(nodes[0], COIN), await pay(nodes[1], COIN + 1)];
  const [high] = [await pay(nodes[0], COIN), await pay(nodes[1], COIN)];
  const found = await firstDifference(one, other, low - 1, high);
  if (found === undefined) throw new Error('no difference was found');
  assert.is(found.height, low);
  const table = STATE_SCHEMA.tables.find(
    ({ prefix }) => prefix === Number.parseInt(found.key.slice(0, 2), 16),
  );
  assert.is(found.table, table?.name);
  assert.is.not(found.values[0], found.values[1]);
  for (const [i, node] of nodes.entries()) {
    const { entries } = await node.call<{ entries: { value?: string }[] }>('getstateentries', [found.key], {
      height: low,
    });
    assert.is(entries[0]?.value, found.values[i]);
  }
  const swapped = await firstDifference(other, one, low, low);
  assert.equal(swapped, { ...found, values: [found.values[1], found.values[0]] });
  assert.is((await firstDifference(one, other, high, high))?.height, high, 'the balances still differ');
});

test.run();
