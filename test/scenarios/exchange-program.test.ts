import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { encodeAddress } from '../../src/crypto/address.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { newUser } from '../support/chains/test-chain.js';
import { GuideProgram } from '../support/guides/guide-program.js';
import { disturb } from '../support/guides/guide-world.js';
import { LastingNode } from '../support/nodes/lasting-node.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

/*
 * The program of docs/guides/exchange.md as it stands there, compiled, against a node in a process of its own. Both are
 * killed at random while deposits come, withdrawals are asked for and blocks are taken back; what it has booked at
 * the end is compared with what is in the chain.
 */

const DEPOSITS = scaled(150, 10_000);
const WITHDRAWALS = scaled(12, 500);
const CONFIRMATIONS = 4;
/** Deposits of one transaction at most: a transfer has up to a hundred receivers. */
const MOST_RECEIVERS = scaled(12, 100);
const CUSTOMERS = 20;
const MILLI = 100_000n;

const customers = Array.from({ length: CUSTOMERS }, (_, i) =>
  encodeAddress(REGTEST.addressVersion, keyIdOf(Buffer.from(newUser(i).publicKey, 'hex'))),
);

interface Report {
  readonly height: number;
  readonly credits: readonly { readonly id: string; readonly amount: string }[];
  readonly payments: readonly { readonly id: string; readonly txid: string; readonly paid: boolean }[];
}

/** Deposits that come, and withdrawals that are asked for. */
class World {
  readonly random = new SeededRandom();
  #deposits = 0;
  #withdrawals = 0;

  constructor(
    readonly node: LastingNode,
    readonly program: GuideProgram,
  ) {
    const named = Object.fromEntries(customers.map((address, i) => [address, `customer ${i}`]));
    writeFileSync(join(program.directory, 'customers.json'), JSON.stringify(named));
  }

  get isDone(): boolean {
    return this.#deposits >= DEPOSITS && this.#withdrawals >= WITHDRAWALS;
  }

  /** A transfer to customers, some of them several times. */
  async deposit(): Promise<void> {
    const receivers = Array.from({ length: this.random.integer(1, MOST_RECEIVERS) }, () => ({
      to_uid: customers[this.random.integer(0, CUSTOMERS - 1)]!,
      symbol_amount_unit: `WICC:${MILLI + BigInt(++this.#deposits)}:sawi`,
    }));
    await this.node.call('submitsendmultitx', EXAMPLE.alice, receivers);
  }

  request(): void {
    if (this.#withdrawals >= WITHDRAWALS) return;
    const id = `w${++this.#withdrawals}`;
    // Most of them are equal but for their ids.
    const line = { id, to: EXAMPLE.carol, amount: 100_000 };
    appendFileSync(join(this.program.directory, 'withdrawals.jsonl'), `${JSON.stringify(line)}\n`);
  }

  report(): Report {
    return this.program.report<Report>();
  }
}

/** What is in the chain: deposits that have enough blocks behind them, and payments by memo. */
async function inChain(node: LastingNode) {
  const tip = await node.height;
  const deposits: string[] = [];
  const payments = new Map<string, string[]>();
  for (let height = 1; height <= tip; height++) {
    const { tx_details } = await node.call('getblock', height, true);
    for (const tx of tx_details as JsonObject[]) {
      if (tx.tx_type !== 'UCOIN_TRANSFER_TX') continue;
      const ordinals = new Map<string, number>();
      for (const transfer of tx.transfers as JsonObject[]) {
        const to = transfer.to_addr as string;
        const ordinal = ordinals.get(to) ?? 0;
        ordinals.set(to, ordinal + 1);
        if (!customers.includes(to) || tip - height < CONFIRMATIONS) continue;
        deposits.push(`${tx.txid as string}:${to}:${ordinal} ${String(transfer.coin_amount)}`);
      }
      const memo = tx.memo as string;
      if (memo.startsWith('w')) payments.set(memo, [...(payments.get(memo) ?? []), tx.txid as string]);
    }
  }
  return { tip, deposits: deposits.sort(), payments };
}

test(`the exchange program of the guide credits each of ${DEPOSITS} deposits and pays each withdrawal once, whatever is killed`, async () => {
  const node = await LastingNode.start();
  const program = new GuideProgram('exchange', {
    NODE_URL: node.url,
    CREDENTIALS: node.credentials,
    HOT_KEY: DEVELOPMENT_KEYS.accounts[1]!,
    HOT_REGID: EXAMPLE.bobRegId,
    CONFIRMATIONS: String(CONFIRMATIONS),
  });
  const world = new World(node, program);
  const { random } = world;
  program.start();
  try {
    const kills = { program: 0, node: 0 };
    while (!world.isDone) {
      await world.deposit();
      if (random.integer(0, 1) === 0) world.request();
      if (random.integer(0, 2) > 0) await node.generate(random.integer(1, 2));
      await disturb(world, CONFIRMATIONS, kills);
    }
    assert.ok(kills.program + kills.node > 0);
    // What a block had last is what the block that takes its place has first; the program has seen both.
    await node.generate(1);
    await world.deposit();
    await node.generate(1);
    await program.reaches(await node.height);
    await node.reorganize(1);
    // Until everything is paid and credited: as long as it takes.
    for (let isComplete = false; !isComplete; ) {
      await node.generate(1);
      await delay(300);
      const { payments, credits } = world.report();
      const paid = payments.filter(one => one.paid).length;
      isComplete = paid === WITHDRAWALS && credits.length >= DEPOSITS;
    }
    await node.generate(CONFIRMATIONS);
    const expected = await inChain(node);
    await program.reaches(expected.tip);
    const report = world.report();
    const message = `SEED=${random.seed}`;
    assert.equal(
      report.credits.map(({ id, amount }) => `${id} ${amount}`).sort(),
      expected.deposits,
      message,
    );
    assert.equal(
      new Map(report.payments.map(({ id, txid }) => [id, [txid]])),
      new Map([...expected.payments]),
      message,
    );
    assert.is(expected.payments.size, WITHDRAWALS);
    await program.kill();
    program.assertReportChangesNothing();
    console.log(
      `${kills.program} kills of the program, ${kills.node} of the node: ${expected.deposits.length} deposits credited, ${WITHDRAWALS} withdrawals paid, each once`,
    );
  } finally {
    await program.kill();
    await node.kill();
  }
});

test.run();
