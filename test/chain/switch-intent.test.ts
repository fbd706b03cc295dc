import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BlockLog } from '../../src/chain/block-log.js';
import { SWITCHING_KEY } from '../../src/chain/block-records.js';
import type { Chain } from '../../src/chain/chain.js';
import { completeChain, genesisHashOf } from '../../src/chain/open-chain.js';
import { positionOf } from '../../src/chain/stored-position.js';
import { BlockRejected } from '../../src/ledger/block-rejected.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { cutLog } from '../../src/storage/record-log/cut-log.js';
import type { LogPosition } from '../../src/storage/record-log/read-log.js';
import { openTestChain, type TestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { fingerprint } from '../support/stores/chain-contents.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* A process can end between any two steps of a sequence: the next start has one of the two chains. */

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

type Entries = readonly (readonly [Buffer, Buffer])[];

/** A memory store that remembers what it held after each batch. */
class RecordingStore implements KeyValueStore {
  readonly engine = 'memory';
  readonly states: Entries[] = [];
  readonly #memory = openMemory();

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    return this.#memory.getMany(keys);
  }

  async batch(...parameters: Parameters<KeyValueStore['batch']>): Promise<void> {
    await this.#memory.batch(...parameters);
    this.states.push([...this.#memory.iterate({})]);
  }

  iterate(range: Parameters<KeyValueStore['iterate']>[0]): Iterable<[Buffer, Buffer]> {
    return this.#memory.iterate(range);
  }

  async close(): Promise<void> {}
}

async function storeOf(entries: Entries): Promise<KeyValueStore> {
  const store = openMemory();
  await store.batch(entries.map(([key, value]) => ({ type: 'put', key, value })));
  return store;
}

/** A chain with the log of a directory beside its store. */
async function openWithLog(store: KeyValueStore, directory: string): Promise<TestChain> {
  const dev = await openTestChain({
    store,
    start: false,
    state: { undoBlocks: 0 },
    openLog: async ({ ledger }) =>
      (await BlockLog.open({ directory, genesisHash: genesisHashOf(ledger), reached: positionOf(store) }))
        .log,
  });
  await completeChain(dev.chain);
  return dev;
}

function copyOf(directory: string): string {
  const copy = join(temporaryDirectory(), 'blocks');
  mkdirSync(copy);
  for (const name of readdirSync(directory)) copyFileSync(join(directory, name), join(copy, name));
  return copy;
}

async function addBlocks({ solo, mempool }: TestChain, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    mempool.admit(transfer(ALICE, BOB));
    await solo.produce(1);
  }
}

interface Sequence {
  /** Makes the chain of before. */
  prepare(dev: TestChain): Promise<void>;
  run(dev: TestChain): Promise<unknown>;
  /** Which of the two a start leads to while the sequence is cut off. */
  readonly endsWith: 'before' | 'after';
}

/** A shorter branch, and the first block of a longer one that was taken back. */
const branches = new WeakMap<Chain, string>();

async function twoBranches(dev: TestChain): Promise<void> {
  await addBlocks(dev, 5);
  const hash = dev.chain.blocks.header(3)!.hash;
  branches.set(dev.chain, hash);
  await dev.solo.invalidateBlock(hash);
  await addBlocks(dev, 2);
}

async function otherChain(dev: TestChain): Promise<void> {
  await addBlocks(dev, 3);
  await edit(dev, 5n);
}

/** Sets something in a block without a transaction. */
async function edit({ solo }: TestChain, amount: bigint): Promise<void> {
  await solo.produceEdited(state => {
    const [key, account] = [...state.iterate(ACCOUNTS)][0]!;
    state.put(ACCOUNTS, key, { ...account, lastVoteHeight: amount });
  });
}

const SEQUENCES: Readonly<Record<string, Sequence>> = {
  'a switch to a longer branch': {
    prepare: twoBranches,
    run: ({ solo, chain }) => solo.reconsiderBlock(branches.get(chain)!),
    endsWith: 'after',
  },
  'a rewind': {
    prepare: dev => addBlocks(dev, 5),
    run: ({ solo }) => solo.rewind(2),
    endsWith: 'before',
  },
  'disconnecting several blocks': {
    prepare: dev => addBlocks(dev, 5),
    run: ({ solo }) => solo.disconnectBlocks(3),
    endsWith: 'before',
  },
  'the adoption of another chain': {
    prepare: otherChain,
    run: async ({ solo }) => {
      const other = await openTestChain();
      await addBlocks(other, 6);
      await solo.adopt(other.chain);
      await other.close();
    },
    endsWith: 'before',
  },
  'the adoption of a chain with the same block but other edits in it': {
    prepare: otherChain,
    run: async ({ solo, chain }) => {
      const other = await openTestChain();
      for (let height = 2; height <= 4; height++) {
        await other.solo.submitBlock(chain.blocks.blockByHeight(height)!);
      }
      other.solo.setBlockTime(chain.tip.header.time);
      await edit(other, 7n);
      assert.is(other.chain.tip.hash, chain.tip.hash);
      await addBlocks(other, 1);
      await solo.adopt(other.chain);
      await other.close();
    },
    endsWith: 'before',
  },
};

for (const [name, { prepare, run, endsWith }] of Object.entries(SEQUENCES)) {
  test(`${name} that is cut off after any step: the next start has the chain ${endsWith} it, from the database or the log`, async () => {
    const directory = join(temporaryDirectory(), 'blocks');
    const store = new RecordingStore();
    const dev = await openWithLog(store, directory);
    await dev.solo.start();
    await prepare(dev);
    await dev.chain.settled();
    const before = fingerprint(dev.chain, dev.state);
    const databaseBefore = store.states.at(-1)!;
    const [firstState, logBefore] = [store.states.length, dev.chain.log!.end];
    await run(dev);
    await dev.chain.settled();
    const after = fingerprint(dev.chain, dev.state);
    assert.is.not(before, after);
    const states = store.states.slice(firstState);
    const places: LogPosition[] = [logBefore];
    let begun: LogPosition | undefined;
    let ended: LogPosition | undefined;
    for await (const { event, end } of dev.chain.log!.eventsAfter(logBefore)) {
      places.push(end);
      if (event.type === 'switching') begun = end;
      if (event.type === 'switched') ended = end;
    }
    assert.ok(begun && ended, 'the sequence is between its two records');
    await dev.close();

    const reopened = async (entries: Entries, place: LogPosition | undefined): Promise<string> => {
      const copy = copyOf(directory);
      if (place !== undefined) await cutLog(copy, place);
      const again = await openWithLog(await storeOf(entries), copy);
      assert.is(again.chain.intent, undefined);
      const found = fingerprint(again.chain, again.state);
      await addBlocks(again, 1);
      await again.close();
      return found;
    };
    const expected = (place: LogPosition): string => {
      if (place.offset >= ended.offset) return after;
      if (place.offset < begun.offset) return before;
      return endsWith === 'before' ? before : after;
    };
    // The database of before, which has not followed yet, and an empty one.
    for (const place of places) {
      assert.is(await reopened(databaseBefore, place), expected(place), `log up to ${place.offset}`);
    }
    assert.is(await reopened([], places.at(-2)!), expected(places.at(-2)!));
    // The database after each of its batches, with as much of the log.
    for (const entries of states) {
      const place = positionOf(await storeOf(entries))!;
      assert.is(await reopened(entries, place), expected(place), `database up to ${place.offset}`);
    }
    assert.ok(states.some(entries => entries.some(([key]) => key.equals(SWITCHING_KEY))));
  });
}

test('a switch to a branch that proves to be invalid goes back, and leaves no intent', async () => {
  const dev = await openTestChain();
  await twoBranches(dev);
  const before = fingerprint(dev.chain, dev.state);
  const { beginSwitch } = dev.chain;
  let begun = 0;
  dev.chain.beginSwitch = intent => {
    begun++;
    return beginSwitch.call(dev.chain, intent);
  };
  const { connect } = dev.chain;
  let connected = 0;
  dev.chain.connect = async (executed, logged) => {
    if (++connected === 2) throw new BlockRejected(16, 'made-up', 'for this test');
    await connect.call(dev.chain, executed, logged);
  };
  const error = await dev.solo.reconsiderBlock(branches.get(dev.chain)!).catch((reason: Error) => reason);
  assert.instance(error, BlockRejected);
  assert.is(begun, 1);
  assert.is(fingerprint(dev.chain, dev.state), before);
  assert.is(dev.chain.intent, undefined);
  await dev.close();
});

test.run();
