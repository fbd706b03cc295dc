import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { GuideProgram } from '../support/guides/guide-program.js';
import { disturb } from '../support/guides/guide-world.js';
import { LastingNode } from '../support/nodes/lasting-node.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

/*
 * The program of docs/guides/keeper.md as it stands there, compiled. It and its node are killed at random while the
 * price falls and rises, positions are opened and blocks are taken back: each liquidation in the chain is in its journal, no
 * two of one position are nearer to each other than a confirmation takes, and in the end no position is in danger.
 */

const OWNERS = scaled(6, 40);
const ROUNDS = scaled(16, 600);
const CONFIRMATIONS = 4;
/** Less than what many positions cost: those are liquidated in parts. */
const BUDGET = 4_000_000_000;
/** Of a coin in hundredths of a dollar: in danger is at 12 to 13 what was good at 20. */
const PRICES = [20, 16, 13, 12];
/** In percent: where anybody may liquidate, and where the system does. */
const START_RATIO = 150;
const FORCED_RATIO = 104;
/** Blocks until a price is the median. */
const PRICE_WINDOW = 8;
const { alice, bobRegId } = EXAMPLE;

interface Report {
  readonly liquidations: readonly { readonly txid: string }[];
}

class World {
  readonly random = new SeededRandom();
  readonly #owners: string[] = [];

  constructor(
    readonly node: LastingNode,
    readonly program: GuideProgram,
  ) {}

  async open(): Promise<void> {
    const { node } = this;
    await node.generate(10);
    await node.call('submitcdpstaketx', alice, 'WICC:400000:wi', 'WUSD:20000:wi');
    await node.generate(1);
    await node.call('submitsendtx', alice, bobRegId, 'WUSD:15000:wi');
    for (let i = 0; i < OWNERS; i++) {
      const { addr } = await node.call('getnewaddr');
      this.#owners.push(addr as string);
      await node.call('submitsendtx', alice, addr as string, 'WICC:10000:wi');
    }
    await node.generate(1);
  }

  /** A position of a random owner; the ledger refuses it where he has one, or the price is too low for it. */
  async borrow(): Promise<void> {
    const owner = this.#owners[this.random.integer(1, OWNERS - 1)]!;
    const minted = `WUSD:${this.random.integer(45, 95)}:wi`;
    await this.node.call('submitcdpstaketx', owner, 'WICC:1000:wi', minted).catch((error: Error) => {
      assert.match(error.message, /CommitTx failed/);
    });
  }

  /** The position of the one owner who has none yet, which the lowest price puts in danger. */
  async borrowMuch(): Promise<void> {
    await this.node.call('submitcdpstaketx', this.#owners[0]!, 'WICC:1000:wi', 'WUSD:90:wi');
  }

  /** Ratios of collateral to debt at which anybody may liquidate, of the positions of all owners. */
  async ratiosInDanger(): Promise<number[]> {
    const ratios: number[] = [];
    for (const owner of this.#owners) {
      const { user_cdps } = await this.node.call('getusercdp', owner);
      for (const { collateral_ratio } of user_cdps as JsonObject[]) {
        const ratio = Number.parseFloat(String(collateral_ratio));
        if (ratio <= START_RATIO && ratio > FORCED_RATIO) ratios.push(ratio);
      }
    }
    return ratios;
  }

  async price(cents: number): Promise<void> {
    await this.node.call('dev_setPrice', `WICC:USD=0.${cents}`);
  }
}

/** The liquidations of the keeper in the chain, by position with their heights. */
async function inChain(node: LastingNode): Promise<Map<string, { txid: string; height: number }[]>> {
  const found = new Map<string, { txid: string; height: number }[]>();
  const tip = await node.height;
  for (let height = 1; height <= tip; height++) {
    const { tx_details } = await node.call('getblock', height, true);
    for (const { tx_type, txid, cdp_txid } of tx_details as JsonObject[]) {
      if (tx_type !== 'CDP_LIQUIDATE_TX') continue;
      const position = String(cdp_txid);
      found.set(position, [...(found.get(position) ?? []), { txid: String(txid), height }]);
    }
  }
  return found;
}

test('the keeper of the guide liquidates each position in danger, and none twice, whatever is killed', async () => {
  const node = await LastingNode.start('-price=WICC:USD=0.20');
  const program = new GuideProgram('keeper', {
    NODE_URL: node.url,
    CREDENTIALS: node.credentials,
    KEY: DEVELOPMENT_KEYS.accounts[1]!,
    REGID: bobRegId,
    BUDGET: String(BUDGET),
    CONFIRMATIONS: String(CONFIRMATIONS),
  });
  const world = new World(node, program);
  const { random } = world;
  await world.open();
  program.start();
  const kills = { program: 0, node: 0 };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = random.integer(0, 3); n > 0; n--) await world.borrow();
      if (random.integer(0, 2) === 0) await world.price(PRICES[random.integer(0, PRICES.length - 1)]!);
      await node.generate(random.integer(1, 4));
      await delay(random.integer(0, 200));
      await disturb(world, CONFIRMATIONS, kills);
    }
    await world.price(PRICES[0]!);
    await node.generate(PRICE_WINDOW);
    await world.borrowMuch();
    await world.price(PRICES.at(-1)!);
    await node.generate(PRICE_WINDOW);
    // As long as it takes, until nothing is in danger.
    while ((await world.ratiosInDanger()).length > 0) {
      await node.generate(1);
      await delay(200);
    }
    const chain = await inChain(node);
    const signed = new Set(program.report<Report>().liquidations.map(({ txid }) => txid));
    const inBlocks = [...chain.values()].flat().map(({ txid }) => txid);
    for (const txid of inBlocks) assert.ok(signed.has(txid), `${txid} is in no journal`);
    for (const [position, all] of chain) {
      for (const [i, { height }] of all.entries()) {
        const before = all[i - 1];
        if (before === undefined) continue;
        assert.ok(height - before.height > CONFIRMATIONS, `${position} at ${before.height} and ${height}`);
      }
    }
    assert.ok(chain.size > 0);
    await program.kill();
    program.assertReportChangesNothing();
    console.log(
      `${kills.program} kills of the program, ${kills.node} of the node: ${inBlocks.length} liquidations of ${chain.size} positions`,
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
