import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { packageRoot } from '../../src/config/package-root.js';
import { encodeAddress } from '../../src/crypto/address.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { newUser } from '../support/chains/test-chain.js';
import { LastingNode } from '../support/nodes/lasting-node.js';
import { journalOf } from '../support/nodes/subscriber-process.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * A subscriber in a process of its own with fifty filters, and its node: both are killed at random while blocks are
 * made and taken back. What the journal of the subscriber has at the end is what the blocks of the chain have, asked by
 * other methods. Cursors older than pruning, and events that are lost or doubled on purpose, are in
 * rpc/events/exactly-once.
 */

const RESTARTS = scaled(6, 200);
const FILTERS = 50;
/** Milliseconds up to which a kill waits after something was begun. */
const LATEST_KILL = 150;
const PROGRAM = join(packageRoot(), 'dist', 'test', 'support', 'nodes', 'subscriber-process.js');

/** More than there are filters: what happens to the others is not sent. */
const ADDRESSES = Array.from({ length: 80 }, (_, i) =>
  encodeAddress(REGTEST.addressVersion, keyIdOf(Buffer.from(newUser(i).publicKey, 'hex'))),
);
const [, ...WATCHED] = ADDRESSES.slice(0, FILTERS);

class Subscriber {
  readonly journal = join(temporaryDirectory(), 'journal.jsonl');
  readonly #node: LastingNode;
  #running: ChildProcess | undefined;
  #errors = '';

  constructor(node: LastingNode) {
    this.#node = node;
  }

  start(): void {
    const filters = [
      { event: 'block' },
      ...WATCHED.map((address, i) => ({ event: i % 2 === 0 ? 'receipt' : 'transaction', address })),
    ];
    const { url, credentials } = this.#node;
    const words = [PROGRAM, this.journal, url, credentials, JSON.stringify(filters)];
    this.#running = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#running.stderr?.on('data', (chunk: Buffer) => (this.#errors += chunk));
  }

  kills = 0;

  async kill(): Promise<void> {
    const child = this.#running;
    if (child === undefined) return;
    this.kills++;
    this.#running = undefined;
    assert.is(child.exitCode, null, `the subscriber ended by itself:\n${this.#errors}`);
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  /** What is left of all events when those of blocks that were taken back are taken back too, as texts. */
  get events(): string[] {
    const kept: { readonly block: string; readonly text: string }[] = [];
    for (const line of journalOf(this.journal).lines) {
      assert.not('restartedAt' in line, 'nothing was pruned');
      const event = line as JsonObject;
      if (event.event === 'reorganization') {
        while (kept.at(-1)?.block === event.hash) kept.pop();
        continue;
      }
      kept.push({ block: String(event.cursor).split(':')[1]!, text: textOf(event) });
    }
    return kept.map(({ text }) => text);
  }
}

/** What is compared of an event. */
function textOf({
  event,
  height,
  hash,
  txid,
  receipt_type,
  from_addr,
  to_addr,
  coin_amount,
}: JsonObject): string {
  switch (event) {
    case 'block':
      return `block ${height} ${hash}`;
    case 'transaction':
      return `transaction ${height} ${txid}`;
    default:
      return `receipt ${height} ${txid} ${receipt_type} ${from_addr} ${to_addr} ${coin_amount}`;
  }
}

/** The same of the blocks of the chain, by methods that know nothing of events. */
async function inChain(node: LastingNode): Promise<string[]> {
  const texts: string[] = [];
  const tip = await node.height;
  for (let height = 0; height <= tip; height++) {
    const block = await node.call('getblock', height);
    texts.push(textOf({ event: 'block', height, hash: block.curr_block_hash! }));
    for (const txid of height === 0 ? [] : (block.tx as string[])) {
      const { receipts, transfers } = await node.call('gettxdetail', txid);
      const takesPart = ((transfers ?? []) as JsonObject[]).map(({ to_addr }) => String(to_addr));
      if (takesPart.some(address => WATCHED.indexOf(address) % 2 === 1)) {
        texts.push(textOf({ event: 'transaction', height, txid }));
      }
      for (const receipt of (receipts ?? []) as JsonObject[]) {
        const place = WATCHED.indexOf(String(receipt.to_addr));
        if (place === -1 || place % 2 === 1) continue;
        texts.push(textOf({ ...receipt, event: 'receipt', height, txid }));
      }
    }
  }
  return texts;
}

test(`a subscriber with ${FILTERS} filters that is killed ${RESTARTS} times, as its node is, has every event once and in order`, async () => {
  const random = new SeededRandom();
  const node = await LastingNode.start();
  const subscriber = new Subscriber(node);
  let nodeKills = 0;
  const pay = async (): Promise<void> => {
    const receivers = Array.from({ length: random.integer(1, 12) }, () => ({
      to_uid: ADDRESSES[random.integer(0, ADDRESSES.length - 1)]!,
      symbol_amount_unit: `WICC:${random.integer(100_000, 900_000)}:sawi`,
    }));
    await node.call('submitsendmultitx', EXAMPLE.alice, receivers);
  };
  const act = async (): Promise<void> => {
    for (let n = random.integer(0, 3); n > 0; n--) await pay();
    if (random.integer(0, 2) === 0) await node.reorganize(random.integer(1, 4));
    else await node.generate(random.integer(1, 3));
  };
  try {
    for (let round = 0; round < RESTARTS; round++) {
      subscriber.start();
      await act();
      // In the middle of the next one, or of reading.
      const acting = act().then(
        () => undefined,
        (error: unknown) => error,
      );
      await delay(random.integer(0, LATEST_KILL));
      const isNodeKilled = random.integer(0, 2) === 0;
      if (isNodeKilled) {
        await node.kill();
        nodeKills++;
      }
      const failure = await acting;
      if (failure !== undefined && !isNodeKilled) throw failure;
      // Otherwise it has to find out that its node was away, and go on.
      if (random.integer(0, 1) === 0) await subscriber.kill();
      if (isNodeKilled) await node.start();
      await delay(random.integer(0, LATEST_KILL));
      await subscriber.kill();
    }
    subscriber.start();
    await node.generate(1);
    const expected = await inChain(node);
    for (let has = -1; has < expected.length; has = subscriber.events.length) await delay(100);
    await subscriber.kill();
    assert.equal(subscriber.events, expected, `SEED=${random.seed}`);
    assert.ok(expected.length > RESTARTS / 2);
    console.log(
      `${subscriber.kills} kills of the subscriber, ${nodeKills} of the node: ${expected.length} events of ${await node.height} blocks, each once`,
    );
  } finally {
    await subscriber.kill();
    await node.kill();
  }
});

test.run();
