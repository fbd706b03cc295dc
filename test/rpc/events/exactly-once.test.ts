import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prune } from '../../../src/chain/prune.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { encodeAddress } from '../../../src/crypto/address.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { ChainEvents } from '../../../src/rpc/events/chain-events.js';
import type { FromEventSource } from '../../../src/rpc/events/event-messages.js';
import { TX } from '../../../src/tx/transactions.js';
import { regIdOf, signed, transfer, USERS } from '../../support/chains/test-chain.js';
import { EventNode } from '../../support/nodes/event-node.js';
import { type EventMessage, EventReader } from '../../support/nodes/event-reader.js';
import { scaled } from '../../support/random/scale.js';
import { SeededRandom } from '../../support/random/seeded-random.js';

/*
 * Subscribers are killed and started again at random while blocks are made, taken back and pruned and the node itself
 * is started again. What each of them has at the end must be what the chain has.
 */

const RESTARTS = scaled(15, 200);
/** To start a thread takes a second on a busy machine. */
const RESTARTS_WITH_THREAD = scaled(3, 60);
const SUBSCRIBERS = 6;
/** Blocks that are kept at least: more than a reorganisation takes back. */
const KEPT = 8;

const ADDRESSES = USERS.map(({ publicKey }) =>
  encodeAddress(REGTEST.addressVersion, keyIdOf(Buffer.from(publicKey, 'hex'))),
);
const PAIRS = ['WICC:WUSD', 'WGRT:WUSD'];

interface Filter {
  readonly event: string;
  readonly address?: string;
  readonly pair?: string;
}

/** What a subscriber would have to be able to do by itself: apply events, and take back those of blocks that are gone. */
class Model {
  readonly filters: readonly Filter[];
  /** The height from which on it has events. */
  start = 0;
  from: number | string = 0;
  readonly events: EventMessage[] = [];

  constructor(filters: readonly Filter[]) {
    this.filters = filters;
  }

  apply(message: EventMessage): void {
    if (message.error !== undefined) {
      assert.is(message.error.code, 'not-kept', message.error.message);
      this.start = message.error.lowest!;
      this.from = this.start;
      this.events.length = 0;
      return;
    }
    if (message.event === 'reorganization') {
      while (this.events.length > 0 && hashOf(this.events.at(-1)!) === message.hash) this.events.pop();
    } else if (message.event !== undefined && message.event !== 'pool') this.events.push(message);
    if (message.cursor !== undefined) this.from = message.cursor;
  }
}

function hashOf({ cursor }: EventMessage): string {
  return cursor!.split(':')[1]!;
}

/** Whether an event fits a filter, found out from what it says. */
function fits(event: EventMessage, filter: Filter): boolean {
  if (event.event !== filter.event) return false;
  const { address, pair } = filter;
  if (pair !== undefined && event.pair !== pair) return false;
  if (address === undefined) return true;
  const named = [event.address, event.from_addr, event.to_addr, event.buyer, event.seller];
  return named.includes(address) || ((event.addresses as string[] | undefined) ?? []).includes(address);
}

/** The events of the blocks of a chain, as they were before any of them was pruned. */
class Archive {
  readonly #byHash = new Map<string, readonly EventMessage[]>();

  /** Reads all blocks that are kept. */
  read({ dev: { chain }, market }: EventNode): void {
    const events = new ChainEvents(chain, market);
    const head = { height: chain.tip.header.height, hash: chain.tip.hash };
    for (let height = 0; height <= head.height; height++) {
      const hash = chain.blocks.header(height)!.hash;
      if (this.#byHash.has(hash)) continue;
      const before = height === 0 ? '' : chain.blocks.header(height - 1)!.hash;
      const following = events.after({ height: height - 1, hash: before }, head, false);
      if (!('blocks' in following)) throw new Error(`block ${height} has no events`);
      this.#byHash.set(
        hash,
        following.blocks[0]!.events.map(({ text }) => JSON.parse(text) as EventMessage),
      );
    }
  }

  /** What the chain has for a subscriber. */
  expected({ dev: { chain } }: EventNode, { filters, start }: Model): EventMessage[] {
    const all: EventMessage[] = [];
    for (let height = start; height <= chain.tip.header.height; height++) {
      all.push(...this.#byHash.get(chain.blocks.header(height)!.hash)!);
    }
    return all.filter(event => filters.some(filter => fits(event, filter)));
  }
}

function randomFilters(random: SeededRandom): Filter[] {
  const kinds = ['block', 'transaction', 'receipt', 'order', 'pool'];
  return Array.from({ length: random.integer(1, 50) }, () => {
    const event = kinds[random.integer(0, kinds.length - 1)]!;
    const address = ADDRESSES[random.integer(0, ADDRESSES.length - 1)]!;
    const pair = PAIRS[random.integer(0, PAIRS.length - 1)]!;
    if (event === 'block') return { event };
    const isPair = event === 'order' && random.integer(0, 1) === 0;
    return random.integer(0, 3) === 0 ? { event } : { event, address, ...(isPair && { pair }) };
  });
}

/** Lets the chain grow, and shrink. */
class Chain {
  readonly #node: EventNode;
  readonly #random: SeededRandom;

  constructor(node: EventNode, random: SeededRandom) {
    this.#node = node;
    this.#random = random;
  }

  async act(): Promise<void> {
    const { solo, chain } = this.#node.dev;
    const depth = this.#random.integer(1, 3);
    switch (this.#random.integer(0, 3)) {
      case 0:
        if (chain.tip.header.height - depth < chain.blocks.lowestKept + 2) return this.grow();
        await solo.invalidateBlock(chain.blocks.header(chain.tip.header.height - depth + 1)!.hash);
        await this.grow(depth + 1);
        return;
      case 1:
        if (chain.tip.header.height - depth < chain.blocks.lowestKept + 2) return this.grow();
        await solo.disconnectBlocks(depth);
        await this.grow(1);
        return;
      default:
        await this.grow();
    }
  }

  async grow(blocks = this.#random.integer(1, 3)): Promise<void> {
    const { solo, mempool, chain } = this.#node.dev;
    for (let i = 0; i < blocks; i++) {
      for (let n = this.#random.integer(0, 3); n > 0; n--) {
        const [from, to] = [this.#user(), this.#user()];
        if (this.#random.integer(0, 2) > 0) mempool.admit(transfer(from, to));
        else mempool.admit(this.#order(from, chain.tip.header.height));
      }
      await solo.produce(1);
    }
  }

  #order(from: (typeof USERS)[number], validHeight: number) {
    return signed(
      {
        type: TX.DEX_LIMIT_SELL_ORDER,
        version: 1,
        validHeight,
        txUid: regIdOf(this.#node.dev.chain.state, from),
        feeSymbol: 'WICC',
        fees: 10_000n,
        coinSymbol: 'WUSD',
        assetSymbol: 'WICC',
        assetAmount: 100_000_000n + BigInt(this.#random.integer(0, 1_000_000)),
        price: 20_000_000n,
        signature: Buffer.alloc(0),
      },
      from,
    );
  }

  #user() {
    return USERS[this.#random.integer(0, USERS.length - 1)]!;
  }
}

interface Run {
  readonly ownThread: boolean;
  readonly restarts: number;
  readonly tamper?: (message: FromEventSource) => readonly FromEventSource[];
}

/** @returns for each subscriber what it has and what it should have */
async function run({ ownThread, restarts, tamper }: Run, random: SeededRandom) {
  const node = await EventNode.start({ ownThread, ...(tamper && { tamper }) });
  const chain = new Chain(node, random);
  const archive = new Archive();
  const models = [
    new Model([{ event: 'transaction' }, { event: 'block' }, { event: 'receipt' }, { event: 'order' }]),
    ...Array.from({ length: SUBSCRIBERS - 1 }, () => new Model(randomFilters(random))),
  ];
  for (let round = 0; round < restarts; round++) {
    const readers = models.map(model => {
      let left = random.integer(0, 40);
      return new EventReader(node.served, { events: model.filters, from: model.from }, message => {
        model.apply(message);
        return left-- > 0;
      });
    });
    for (let i = random.integer(1, 3); i > 0; i--) await chain.act();
    if (round === Math.floor(restarts / 2)) {
      archive.read(node);
      await prune(node.dev.chain, KEPT);
    }
    if (random.integer(0, 2) === 0) await node.restart();
    else
      await Promise.all(
        readers.filter(() => random.integer(0, 1) === 0).map(reader => reader.live().catch(() => undefined)),
      );
    await Promise.all(readers.map(reader => reader.end()));
  }
  for (const model of models) {
    // A cursor that is too old is refused first.
    for (let isRefused = true; isRefused; ) {
      const reader = new EventReader(node.served, { events: model.filters, from: model.from }, message => {
        model.apply(message);
        return true;
      });
      await reader.live();
      await reader.end();
      isRefused = reader.messages.some(({ error }) => error !== undefined);
    }
  }
  archive.read(node);
  const outcome = models.map(model => ({ has: model.events, should: archive.expected(node, model) }));
  const { failures } = node.served;
  await node.stop();
  assert.equal(failures, []);
  return outcome;
}

async function everyEventOnce(ownThread: boolean, restarts: number): Promise<void> {
  const random = new SeededRandom();
  const outcomes = await run({ ownThread, restarts }, random);
  for (const { has, should } of outcomes) assert.equal(has, should, `SEED=${random.seed}`);
  assert.ok(outcomes[0]!.should.length > 20);
}

test(`${RESTARTS} times killed at random, a subscriber has every event once and in order`, () =>
  everyEventOnce(false, RESTARTS));

test('the same where a thread of its own serves', () => everyEventOnce(true, RESTARTS_WITH_THREAD));

test('an event that the node loses or sends twice on purpose is noticed', async () => {
  for (const change of ['lose', 'double'] as const) {
    const tamper = (message: FromEventSource): FromEventSource[] => {
      if (message.type === 'block') return [{ ...message, block: tampered(message.block, change) }];
      if (message.type !== 'answer' || message.answer === undefined || !('blocks' in message.answer))
        return [message];
      return [
        { ...message, answer: { blocks: message.answer.blocks.map(block => tampered(block, change)) } },
      ];
    };
    const random = new SeededRandom(4711);
    const [outcome] = await run({ ownThread: false, restarts: 2, tamper }, random);
    assert.not.equal(outcome!.has, outcome!.should, change);
  }
});

function tampered<T extends { readonly height: number; readonly events: readonly unknown[] }>(
  block: T,
  change: 'lose' | 'double',
): T {
  if (block.height % 3 !== 0) return block;
  const [first, ...rest] = block.events;
  return { ...block, events: change === 'lose' ? rest : [first, first, ...rest] };
}

test.run();
