import { setTimeout } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { isAsShown, readSwitches, readWalk, runWalk } from '../support/nodes/walk.js';

const PAGE = 'docs/stable-coin.md';
const STEPS = readWalk(PAGE);
const LONGEST_WAIT_MS = 10_000;
const walk = suite('the walk through the stable coin');
let node: TestNode;
let outputs: readonly string[];

walk.before(async () => {
  node = await startTestNode({ switches: ['-mining=instant', ...readSwitches(PAGE)] });
});
walk.after(() => node.stop());

/** All orders of the system that are open, in the order of their blocks. */
async function systemOrders(): Promise<readonly JsonObject[]> {
  const orders: JsonObject[] = [];
  for (let height = 2; height <= (await node.call<number>('getblockcount')); height++) {
    orders.push(...((await node.call('getdexsysorders', height)).orders as JsonObject[]));
  }
  return orders;
}

walk('has fewer than 15 commands, and all of them work', async () => {
  assert.ok(STEPS.length > 10 && STEPS.length < 15, `${STEPS.length} commands`);
  outputs = await runWalk(node, STEPS);
  assert.is(outputs.length, STEPS.length);
});

walk('every command answers what the page shows', () => {
  for (const [i, { command, shown }] of STEPS.entries()) {
    if (shown === undefined) assert.is(outputs[i], '', command);
    else assert.ok(isAsShown(outputs[i]!, shown), `${command} answered\n${outputs[i]}\nnot\n${shown}`);
  }
});

walk('the matcher settles the order by which the system sells the collateral', async () => {
  const isSettled = async () => Number((await node.call('getmatcherinfo')).items_total) > 0;
  for (let waited = 0; !(await isSettled()); waited += 20) {
    assert.ok(waited < LONGEST_WAIT_MS, JSON.stringify(await node.call('getmatcherinfo')));
    await setTimeout(20);
  }
  const sale = (await systemOrders()).find(order => order.asset_symbol === 'WICC')!;
  assert.is(sale.total_deal_asset_amount, 50_000_000_000);
});

walk('the system sells collateral and new coins, and buys for interest and penalty', async () => {
  const orders = await systemOrders();
  assert.equal(
    orders.map(order => `${order.order_side} ${order.asset_symbol} ${order.src_type}`),
    [
      'BUY WGRT cdp_interest',
      'BUY WGRT cdp_interest',
      'BUY WGRT cdp_penalty',
      'SELL WICC cdp_asset',
      'SELL WGRT cdp_asset',
    ],
  );
});

walk.run();
