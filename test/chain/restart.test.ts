import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NetworkParameters } from '../../src/config/network.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { openStore } from '../../src/storage/open.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { fingerprint, indexEntries } from '../support/stores/chain-contents.js';
import { type Fault, FaultyStore } from '../support/stores/faulty-store.js';
import { lasting } from '../support/stores/surviving-store.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

async function openRocksDb(path: string): Promise<KeyValueStore> {
  return (await openStore({ path, engine: 'rocksdb', cacheBytes: 8 << 20 })).store;
}

test('a restart from disk keeps tip, state, blocks, indexes and the memory of recent transactions', async () => {
  const path = temporaryDirectory();
  const first = await openTestChain({ store: await openRocksDb(path) });
  const prepared = transfer(ALICE, BOB);
  first.mempool.admit(prepared);
  await first.solo.produce(5);
  const before = fingerprint(first.chain, first.state);
  const { tip } = first.chain;
  await first.close();

  const store = await openRocksDb(path);
  const second = await openTestChain({ store });
  assert.is(fingerprint(second.chain, second.state), before);
  assert.equal(second.chain.tip, tip);
  assert.is(second.chain.blocks.transactionLocation(prepared.txid)!.height, 2);
  assert.throws(() => second.mempool.admit(prepared), /tx-duplicate-confirmed/);
  await second.solo.produce(1);
  assert.is(second.chain.tip.header.height, tip.header.height + 1);
  await second.close();
});

test('a directory of another network is refused, naming both', async () => {
  const store = openMemory();
  await (await openTestChain({ store: lasting(store) })).close();
  const other: NetworkParameters = {
    ...REGTEST,
    name: 'other',
    genesis: { ...REGTEST.genesis, time: REGTEST.genesis.time + 1 },
  };
  try {
    await openTestChain({ store, network: other });
    assert.unreachable('it was opened');
  } catch (error) {
    assert.match(
      (error as Error).message,
      /begins with block [0-9a-f]{64}, but network other begins with [0-9a-f]{64}/,
    );
  }
});

test('a tip whose block is missing is reported as damage', async () => {
  const store = openMemory();
  const dev = await openTestChain({ store: lasting(store) });
  await dev.solo.produce(2);
  await dev.close();
  const key = Buffer.from([0xff, 's'.charCodeAt(0), 0, 0, 0, 3]);
  await store.batch([{ type: 'del', key }]);
  try {
    await openTestChain({ store });
    assert.unreachable('it was opened');
  } catch (error) {
    assert.match((error as Error).message, /block 3 belongs to the chain, but is not stored/);
  }
});

/* Writes of a run: 1 block 0, 2 block 1, 3 to 5 blocks with transfers, 6 a mark, 7 and 8 blocks taken back. */
const LAST_WRITE = 8;

/** Makes a chain, transfers, and takes two blocks back; stops at the first failure. */
async function run(store: KeyValueStore): Promise<void> {
  const dev = await openTestChain({ store });
  for (let i = 0; i < 3; i++) {
    dev.mempool.admit(transfer(ALICE, BOB, { memo: `run ${i}` }));
    await dev.solo.produce(1);
  }
  await dev.solo.invalidateBlock(dev.chain.blocks.header(3)!.hash);
}

/** What a run that was cut off after each number of writes has left. */
async function expectations(): Promise<{ entries: string[][]; writes: number }> {
  const inner = openMemory();
  const entries: string[][] = [indexEntries(inner)];
  const recording: KeyValueStore = {
    ...lasting(inner),
    async batch(operations, options) {
      await inner.batch(operations, options);
      entries.push(indexEntries(inner));
    },
  };
  await run(recording);
  return { entries, writes: entries.length - 1 };
}

for (const fault of ['refuse', 'lose answer', 'stop'] satisfies Fault[]) {
  test(`a write that goes wrong (${fault}) leaves the block before or after it, wherever it is`, async () => {
    const { entries, writes } = await expectations();
    assert.is(writes, LAST_WRITE);
    for (let failAt = 1; failAt <= LAST_WRITE; failAt++) {
      const inner = openMemory();
      const faulty = new FaultyStore(inner, failAt, fault);
      const outcome = run(faulty).then(
        () => 'done',
        () => 'failed',
      );
      const stopped = faulty.reached.then(() => 'stopped');
      const result = await Promise.race(fault === 'stop' ? [outcome, stopped] : [outcome]);
      assert.is(result, fault === 'stop' ? 'stopped' : 'failed', `write ${failAt}`);
      const survived = fault === 'lose answer' ? failAt : failAt - 1;
      assert.equal(indexEntries(inner), entries[survived], `write ${failAt}`);

      const reopened = await openTestChain({ store: inner });
      const { height } = reopened.chain.tip.header;
      const expected = survived >= 6 ? 2 : Math.max(survived - 1, 1);
      assert.is(height, expected, `write ${failAt}: a marked block does not stay in the chain`);
      await reopened.solo.produce(1);
      assert.is(reopened.chain.tip.header.height, height + 1);
      await reopened.close();
    }
  });
}

test.run();
