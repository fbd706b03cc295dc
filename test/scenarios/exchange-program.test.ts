import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { packageRoot } from '../../src/config/package-root.js';
import { encodeAddress } from '../../src/crypto/address.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { saltedHash } from '../../src/rpc/http/users.js';
import { newUser } from '../support/chains/test-chain.js';
import { freePort } from '../support/nodes/free-port.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

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
const PASSWORD = 'only for this test';

const customers = Array.from({ length: CUSTOMERS }, (_, i) =>
  encodeAddress(REGTEST.addressVersion, keyIdOf(Buffer.from(newUser(i).publicKey, 'hex'))),
);

/** The program of the guide in a project of its own, compiled with all checks. */
function compiledProgram(): string {
  const root = packageRoot();
  const project = temporaryDirectory();
  const [, source] = /^```ts exchange\.ts\n(.*?)^```$/ms.exec(
    readFileSync(join(root, 'docs', 'guides', 'exchange.md'), 'utf8'),
  ) as RegExpExecArray;
  writeFileSync(join(project, 'exchange.ts'), source!);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  mkdirSync(join(project, 'node_modules', '@types'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules', 'coind'));
  for (const name of ['wicc-wallet-lib', '@types/node']) {
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options =
    '--module nodenext --target es2023 --strict --noUncheckedIndexedAccess --skipLibCheck --types node';
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...options.split(' '), 'exchange.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout);
  return join(project, 'exchange.js');
}

interface Report {
  readonly height: number;
  readonly credits: readonly { readonly id: string; readonly amount: string }[];
  readonly payments: readonly { readonly id: string; readonly txid: string; readonly paid: boolean }[];
}

/** The program and the node, both of which can be killed. */
class World {
  readonly random = new SeededRandom();
  readonly #program = compiledProgram();
  readonly #directory = temporaryDirectory();
  readonly #nodeDirectory = temporaryDirectory();
  #port = 0;
  #node!: NodeProcess;
  #running: ChildProcess | undefined;
  #errors = '';
  #deposits = 0;
  #withdrawals = 0;

  async open(): Promise<void> {
    this.#port = await freePort();
    mkdirSync(this.#directory, { recursive: true });
    const named = Object.fromEntries(customers.map((address, i) => [address, `customer ${i}`]));
    writeFileSync(join(this.#directory, 'customers.json'), JSON.stringify(named));
    await this.startNode();
    this.startProgram();
  }

  get node(): NodeProcess {
    return this.#node;
  }

  async startNode(): Promise<void> {
    const auth = `-rpcauth=exchange:00$${saltedHash('00', PASSWORD)}`;
    const switches = ['-mining=manual', auth, `-rpcbind=127.0.0.1:${this.#port}`];
    this.#node = await NodeProcess.start({ directory: this.#nodeDirectory, switches });
  }

  startProgram(): void {
    const child = spawn(process.execPath, [this.#program], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk));
    this.#running = child;
  }

  async killProgram(): Promise<void> {
    const child = this.#running;
    if (child === undefined) return;
    this.#running = undefined;
    assert.is(child.exitCode, null, `the program ended by itself:\n${this.#errors}`);
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  async killNode(): Promise<void> {
    await this.#node.kill();
    await this.startNode();
  }

  async close(): Promise<void> {
    await this.killProgram();
    await this.#node.kill();
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
    await this.#node.call('submitsendmultitx', EXAMPLE.alice, receivers);
  }

  request(): void {
    if (this.#withdrawals >= WITHDRAWALS) return;
    const id = `w${++this.#withdrawals}`;
    // Most of them are equal but for their ids.
    const line = { id, to: EXAMPLE.carol, amount: 100_000 };
    appendFileSync(join(this.#directory, 'withdrawals.jsonl'), `${JSON.stringify(line)}\n`);
  }

  async generate(count: number): Promise<void> {
    await this.#node.call('generate', count);
  }

  /** Takes back blocks, less than a credit needs, and makes others. */
  async reorganize(): Promise<void> {
    const depth = this.random.integer(1, CONFIRMATIONS - 2);
    const height = await this.#node.call<number>('getblockcount');
    if (height < depth + 2) return;
    const { curr_block_hash: hash } = await this.#node.call('getblock', height - depth + 1);
    await this.#node.call('invalidateblock', hash as string);
    await this.generate(depth + 1);
  }

  report(): Report {
    const { stdout, stderr, status } = spawnSync(process.execPath, [this.#program, 'report'], {
      env: this.#environment,
      encoding: 'utf8',
    });
    assert.is(status, 0, stderr);
    return JSON.parse(stdout) as Report;
  }

  get #environment() {
    return {
      ...process.env,
      DIRECTORY: this.#directory,
      NODE_URL: `http://127.0.0.1:${this.#port}`,
      CREDENTIALS: `exchange:${PASSWORD}`,
      HOT_KEY: DEVELOPMENT_KEYS.accounts[1]!,
      HOT_REGID: EXAMPLE.bobRegId,
      CONFIRMATIONS: String(CONFIRMATIONS),
    };
  }
}

/** What is in the chain: deposits that have enough blocks behind them, and payments by memo. */
async function inChain(node: NodeProcess) {
  const tip = await node.call<number>('getblockcount');
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
  const world = new World();
  const { random } = world;
  await world.open();
  try {
    let kills = 0;
    while (!world.isDone) {
      await world.deposit();
      if (random.integer(0, 1) === 0) world.request();
      if (random.integer(0, 2) > 0) await world.generate(random.integer(1, 2));
      const what = random.integer(0, 9);
      if (what < 2) await world.reorganize();
      if (what > 1 && what < 6) {
        await delay(random.integer(0, 300));
        await world.killProgram();
        world.startProgram();
        kills++;
      }
      if (what === 9) {
        await world.killNode();
        kills++;
      }
    }
    assert.ok(kills > 0);
    // Until everything is paid and credited: as long as it takes.
    for (let isComplete = false; !isComplete; ) {
      await world.generate(1);
      await delay(300);
      const { payments, credits } = world.report();
      const paid = payments.filter(one => one.paid).length;
      isComplete = paid === WITHDRAWALS && credits.length >= DEPOSITS;
    }
    await world.generate(CONFIRMATIONS);
    const expected = await inChain(world.node);
    let report = world.report();
    while (report.height < expected.tip) {
      await delay(200);
      report = world.report();
    }
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
  } finally {
    await world.close();
  }
});

test.run();
