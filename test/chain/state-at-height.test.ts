import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stateAtHeight } from '../../src/chain/state-at-height.js';
import { STATE_SCHEMA } from '../../src/state/schema.js';
import type { StateReader } from '../../src/state/state.js';
import type { AnyTable } from '../../src/state/table.js';
import { newUser, openTestChain, type TestChain, transfer, USERS } from '../support/chains/test-chain.js';

/** All entries of the consensus state, encoded. */
function entriesOf(state: StateReader): string[] {
  return STATE_SCHEMA.tables
    .filter(({ consensus }) => consensus)
    .flatMap((table: AnyTable) =>
      [...state.iterate(table)].map(
        ([key, value]) =>
          `${table.name} ${hex(table.key.encode(key))} ${table.value.encode(value).toString('hex')}`,
      ),
    );
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

/** A block in which somebody gets coins for the first time. */
async function grow({ chain, mempool, solo }: TestChain, seed: number): Promise<void> {
  const validHeight = chain.tip.header.height;
  mempool.admit(transfer(USERS[seed % 3]!, newUser(seed), { validHeight }));
  mempool.admit(transfer(USERS[seed % 3]!, USERS[(seed + 1) % 3]!, { validHeight }));
  await solo.produce(1);
}

/** Turns that are due after every block, in which others change the chain. */
function turnsWith(change: (turn: number) => Promise<unknown>) {
  let turn = 0;
  return {
    areDue: true,
    async give() {
      await change(turn++);
    },
  };
}

test('an early state is the same whether blocks are connected while it is made or not', async () => {
  const dev = await openTestChain();
  const expected = new Map<number, string[]>();
  for (let seed = 0; seed < 4; seed++) {
    await grow(dev, seed);
    expected.set(dev.chain.tip.header.height, entriesOf(dev.chain.state));
  }
  for (const [height, entries] of expected) {
    const turns = turnsWith(turn => grow(dev, 100 * height + turn));
    assert.equal(entriesOf(await stateAtHeight(dev.chain, height, turns)), entries, `block ${height}`);
  }
  await dev.close();
});

test('it is made anew when blocks are disconnected meanwhile', async () => {
  const dev = await openTestChain();
  for (let seed = 0; seed < 3; seed++) await grow(dev, seed);
  const { height } = dev.chain.tip.header;
  const entries = entriesOf(dev.chain.state);
  for (let seed = 3; seed < 8; seed++) await grow(dev, seed);
  const turns = turnsWith(async turn => {
    if (turn === 2) await dev.solo.invalidateBlock(dev.chain.tip.hash);
    if (turn === 3) await grow(dev, 50);
  });
  assert.equal(entriesOf(await stateAtHeight(dev.chain, height, turns)), entries);
  await dev.close();
});

test.run();
