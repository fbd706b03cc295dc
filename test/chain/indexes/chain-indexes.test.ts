import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainIndexes } from '../../../src/chain/indexes/chain-indexes.js';
import { IndexReader } from '../../../src/chain/indexes/index-reader.js';
import { MarketRecorder } from '../../../src/chain/market/market-recorder.js';
import { INDEX_NAMES } from '../../../src/config/index-names.js';
import { INDEX_PREFIX } from '../../../src/storage/layout.js';
import { openMemory } from '../../../src/storage/memory.js';
import { TX } from '../../../src/tx/transactions.js';
import {
  openTestChain,
  regIdOf,
  signed,
  type TestChain,
  transfer,
  USERS,
} from '../../support/chains/test-chain.js';
import { scaled } from '../../support/random/scale.js';
import { SeededRandom } from '../../support/random/seeded-random.js';
import { lasting } from '../../support/stores/surviving-store.js';
import { listed, readyIndexes, scan } from './index-scan.js';

const ACTIONS = scaled(60, 3000);

/** A chain that grows and shrinks at random, on a store that outlives it. */
class RandomChain {
  readonly store = openMemory();
  readonly random: SeededRandom;
  dev!: TestChain;
  market!: MarketRecorder;
  indexes: ChainIndexes | undefined;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  /** @param isIndexed - whether the indexes follow the chain */
  async open(isIndexed: boolean): Promise<void> {
    this.dev = await openTestChain({ store: lasting(this.store), start: false });
    const { chain, solo } = this.dev;
    this.market = new MarketRecorder(chain, this.store);
    chain.record(this.market);
    this.indexes = undefined;
    if (isIndexed) {
      const { store, market } = this;
      this.indexes = await ChainIndexes.open({ chain, store, market, names: INDEX_NAMES });
      chain.record(this.indexes);
    }
    await solo.start();
  }

  get reader(): IndexReader {
    return new IndexReader({ store: this.store, names: INDEX_NAMES, tip: () => this.dev.chain.tip });
  }

  async reopen(isIndexed: boolean): Promise<void> {
    await this.dev.close();
    await this.open(isIndexed);
  }

  async complete(): Promise<void> {
    while (this.indexes !== undefined && !this.indexes.areComplete) await this.indexes.build();
  }

  async act(): Promise<void> {
    // Without indexes there is nothing to compare: that lasts some steps at a time.
    if (this.indexes === undefined && this.random.integer(0, 2) === 0) await this.reopen(true);
    const { solo, chain } = this.dev;
    const height = chain.tip.header.height;
    const depth = this.random.integer(1, 3);
    switch (this.random.integer(0, 11)) {
      case 0:
        if (height > depth) await solo.disconnectBlocks(depth);
        return;
      case 1:
        if (height <= depth) return;
        await solo.invalidateBlock(chain.blocks.header(height - depth + 1)!.hash);
        await this.grow(depth + 1);
        return;
      case 2:
        await this.reopen(this.random.integer(0, 2) > 0);
        return;
      case 3:
        await this.indexes?.drop(INDEX_NAMES[this.random.integer(0, INDEX_NAMES.length - 1)]!);
        return;
      case 4:
      case 5:
      case 6:
        // Parts of building and blocks by turns: what is built while the chain goes on has to fit.
        for (let n = this.random.integer(1, 40); n > 0; n--) {
          const building = this.indexes?.build();
          if (this.random.integer(0, 9) === 0) await this.grow(1);
          await building;
        }
        return;
      default:
        await this.grow(this.random.integer(1, 3));
    }
  }

  async grow(blocks: number): Promise<void> {
    const { solo, mempool, chain } = this.dev;
    for (let i = 0; i < blocks; i++) {
      for (let n = this.random.integer(0, 4); n > 0; n--) {
        const [from, to] = [this.#user(), this.#user()];
        if (this.random.integer(0, 2) > 0) mempool.admit(transfer(from, to, { amount: this.#amount() }));
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
        txUid: regIdOf(this.dev.chain.state, from),
        feeSymbol: 'WICC',
        fees: 10_000n,
        coinSymbol: 'WUSD',
        assetSymbol: 'WICC',
        assetAmount: 100_000_000n + this.#amount(),
        price: 20_000_000n,
        signature: Buffer.alloc(0),
      },
      from,
    );
  }

  #amount(): bigint {
    return BigInt(this.random.integer(10_000, 1_000_000));
  }

  #user() {
    return USERS[this.random.integer(0, USERS.length - 1)]!;
  }
}

function requireEqual(chain: RandomChain): void {
  const { random } = chain;
  const expected = scan(chain.dev.chain, chain.market);
  const ready = readyIndexes(chain.reader);
  const subjects = [...expected.keys()].filter(key => ready.some(name => key.startsWith(`${name} `)));
  const has = listed(chain.reader, subjects, random);
  for (const subject of subjects) {
    assert.equal(has.get(subject), expected.get(subject), `${subject}, SEED=${random.seed}`);
  }
}

/** Number of stored entries, those that say how far an index is left out. */
function entries(chain: RandomChain): number {
  const prefix = Buffer.from(INDEX_PREFIX, 'latin1');
  const all = [...chain.store.iterate({ gte: prefix, lt: Buffer.from('\xffb', 'latin1') })];
  return all.filter(([key]) => key[2] !== 'p'.charCodeAt(0)).length;
}

test(`after each of ${ACTIONS} random steps, reorganisations, restarts, gaps and drops, complete indexes are what a scan of the chain finds`, async () => {
  const random = new SeededRandom();
  const chain = new RandomChain(random);
  await chain.open(true);
  await chain.complete();
  let compared = 0;
  for (let i = 0; i < ACTIONS; i++) {
    await chain.act();
    await chain.dev.chain.settled();
    if (chain.indexes === undefined) continue;
    compared += readyIndexes(chain.reader).length;
    requireEqual(chain);
  }
  assert.ok(compared > 0, `${compared} indexes of ${ACTIONS} steps were complete, SEED=${random.seed}`);
  await chain.reopen(true);
  await chain.complete();
  assert.equal(readyIndexes(chain.reader), [...INDEX_NAMES]);
  requireEqual(chain);
  // No entry is left of what is not in the chain any more.
  const before = entries(chain);
  for (const name of INDEX_NAMES) await chain.indexes?.drop(name);
  assert.is(entries(chain), 0);
  await chain.reopen(true);
  await chain.complete();
  assert.is(entries(chain), before, `SEED=${random.seed}`);
  await chain.dev.close();
});

test('of a block that is taken back nothing is left in an index that was not kept for a while before it was complete', async () => {
  const chain = new RandomChain(new SeededRandom(2));
  await chain.open(false);
  await chain.grow(6);
  await chain.reopen(true);
  // The old entries are cleared, and the indexes begin; the blocks that follow are taken in, the others are not.
  for (let n = 0; n <= INDEX_NAMES.length; n++) await chain.indexes?.build();
  await chain.grow(3);
  await chain.reopen(false);
  await chain.grow(1);
  await chain.reopen(true);
  await chain.dev.solo.disconnectBlocks(4);
  await chain.grow(1);
  await chain.complete();
  requireEqual(chain);
  const before = entries(chain);
  for (const name of INDEX_NAMES) await chain.indexes?.drop(name);
  await chain.reopen(true);
  await chain.complete();
  assert.is(entries(chain), before);
  await chain.dev.close();
});

test('an index that is switched off or incomplete says so', async () => {
  const chain = new RandomChain(new SeededRandom(1));
  await chain.open(false);
  await chain.grow(3);
  const tip = () => chain.dev.chain.tip;
  const none = new IndexReader({ store: chain.store, names: [], tip });
  assert.equal(none.status('addresses'), { state: 'off', done: 0, total: 0, from: 0 });
  assert.equal(chain.reader.status('addresses'), {
    state: 'building',
    done: 0,
    total: tip().header.height + 1,
    from: 0,
  });
  await chain.reopen(true);
  assert.is(chain.reader.status('holders').state, 'building');
  await chain.complete();
  const blocks = tip().header.height + 1;
  assert.equal(chain.reader.status('addresses'), { state: 'ready', done: blocks, total: blocks, from: 0 });
  await chain.dev.close();
});

test.run();
