import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient } from '../../src/client/index.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { GuideProgram } from '../support/guides/guide-program.js';
import { disturb } from '../support/guides/guide-world.js';
import { LastingNode } from '../support/nodes/lasting-node.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

/*
 * The program of docs/guides/market-maker.md as it stands there, compiled. It and its node are killed at random while
 * the price moves, others deal with its orders and blocks are taken back: after each block of the chain it has one order of
 * a side at most, and in the end one of each at the price.
 */

const ROUNDS = scaled(25, 1_000);
const CONFIRMATIONS = 4;
const MIDDLE = 20_000_000;
const SPREAD = 0.01;
const TOLERANCE = 0.005;
const { alice, bobRegId } = EXAMPLE;

interface Report {
  readonly height: number;
  readonly orders: readonly { readonly id: string; readonly side: string; readonly status: string }[];
}

interface OrderInChain {
  readonly side: string;
  readonly price: number;
  /** After the last block that changed it. */
  isOpen: boolean;
}

/** The orders of an account in the chain. @throws Error where two of a side are open after a block */
async function ordersInChain(node: LastingNode): Promise<Map<string, OrderInChain>> {
  const orders = new Map<string, OrderInChain>();
  const requireOneOfASide = (): void => {
    for (const side of ['buy', 'sell']) {
      const open = [...orders].filter(([, order]) => order.isOpen && order.side === side);
      assert.ok(open.length <= 1, `${open.length} ${side} orders are open`);
    }
  };
  // The block behind what is looked at says that all of it has come.
  const tip = await node.height;
  await node.generate(1);
  const { url, credentials } = node;
  const filters = [{ event: 'block' as const }, { event: 'order' as const, address: bobRegId }];
  for await (const event of createClient({ url, credentials }).events(filters, { from: 0 })) {
    if (event.event === 'block') {
      requireOneOfASide();
      if (event.height > tip) break;
    } else if (event.event === 'order') {
      const { order_id: id, side, price, status } = event;
      assert.not(status === 'placed' && orders.has(id), `${id} was placed twice`);
      orders.set(id, { side, price: Number(price), isOpen: status === 'placed' || status === 'dealt' });
    }
  }
  return orders;
}

async function prepared(): Promise<LastingNode> {
  const node = await LastingNode.start('-dexmatcher=1', '-price=WICC:USD=0.2');
  await node.generate(10);
  await node.call('submitcdpstaketx', alice, 'WICC:100000:wi', 'WUSD:5000:wi');
  await node.generate(1);
  await node.call('submitsendtx', alice, bobRegId, 'WUSD:2000:wi');
  await node.generate(1);
  return node;
}

test('the market maker of the guide has one order of a side at most after every block, whatever is killed', async () => {
  const random = new SeededRandom();
  const node = await prepared();
  const program = new GuideProgram('market-maker', {
    NODE_URL: node.url,
    CREDENTIALS: node.credentials,
    KEY: DEVELOPMENT_KEYS.accounts[1]!,
    REGID: bobRegId,
    CONFIRMATIONS: String(CONFIRMATIONS),
  });
  let price = MIDDLE;
  const movePrice = (): void => {
    price = Math.round(MIDDLE * (1 + random.integer(-300, 300) / 10_000));
    writeFileSync(join(program.directory, 'price'), String(price));
  };
  movePrice();
  program.start();
  const kills = { program: 0, node: 0 };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (random.integer(0, 3) === 0) movePrice();
      if (random.integer(0, 1) === 0) {
        const assets = `WICC:${random.integer(20_000_000, 150_000_000)}:sawi`;
        await node.call('submitdexsellmarketordertx', alice, 'WUSD', assets);
        await node.call(
          'submitdexbuymarketordertx',
          alice,
          `WUSD:${random.integer(10_000_000, 30_000_000)}:sawi`,
          'WICC',
        );
      }
      await node.generate(random.integer(1, 2));
      await delay(random.integer(0, 200));
      await disturb({ node, program, random }, CONFIRMATIONS, kills);
    }
    // As long as it takes, until there is one of each side where the price is.
    const wanted = { buy: price * (1 - SPREAD), sell: price * (1 + SPREAD) };
    const isThere = (orders: ReadonlyMap<string, OrderInChain>): boolean =>
      Object.entries(wanted).every(([side, at]) =>
        [...orders.values()].some(
          order => order.isOpen && order.side === side && Math.abs(order.price - at) <= TOLERANCE * at + 1,
        ),
      );
    let orders = await ordersInChain(node);
    while (!isThere(orders)) {
      await delay(200);
      orders = await ordersInChain(node);
    }
    const { orders: signed } = program.report<Report>();
    const ids = new Set(signed.map(({ id }) => id));
    assert.is(ids.size, signed.length);
    for (const id of orders.keys()) assert.ok(ids.has(id), `${id} is in no journal`);
    assert.ok(orders.size >= 2);
    await program.kill();
    program.assertReportChangesNothing();
    console.log(
      `${kills.program} kills of the program, ${kills.node} of the node: ${orders.size} orders in ${await node.height} blocks`,
    );
  } catch (error) {
    console.log(`SEED=${random.seed}`);
    throw error;
  } finally {
    await program.kill();
    await node.kill();
  }
});

test.run();
