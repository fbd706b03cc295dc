import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { DecodeError } from '../../src/codec/errors.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { BlockRejected } from '../../src/ledger/block-rejected.js';
import { type Block, decodeBlock } from '../../src/tx/block.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import {
  newUser,
  openTestChain,
  type TestChain,
  transfer,
  USERS,
  type User,
} from '../support/chains/test-chain.js';
import { fuzzedBytes } from '../support/random/fuzzed-bytes.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { fingerprint } from '../support/stores/chain-contents.js';

/*
 * A long chain of random blocks. A second chain takes each of them from its bytes, after it has
 * refused damaged forms of it; now and then both take blocks back. They have to agree all the time.
 */

const BLOCKS = scaled(200, 10_000);
const RULES = wireRulesOf(REGTEST);
const MOST_TRANSFERS = 6;
/** Damaged forms of each block. */
const DAMAGED = 3;

function randomTransfer(random: SeededRandom, people: readonly User[], height: number): PreparedTransaction {
  const from = people[random.integer(0, people.length - 1)]!;
  const to = people[random.integer(0, people.length - 1)]!;
  const amount = BigInt(10 ** random.integer(0, 14));
  const validHeight = height + (random.integer(0, 19) === 0 ? 400 : 0);
  return transfer(from, to, { amount, validHeight, fee: BigInt(random.integer(9_000, 30_000)) });
}

/** Submits a damaged block. @returns whether it was refused; a signature can have another form that is valid too */
async function isRefused(chain: TestChain, raw: Buffer): Promise<boolean> {
  let block: Block;
  try {
    block = decodeBlock(raw, RULES);
  } catch (error) {
    assert.instance(error, DecodeError, String(error));
    return true;
  }
  try {
    await chain.solo.submitBlock(block);
    return false;
  } catch (error) {
    assert.instance(error, BlockRejected, String(error));
    return true;
  }
}

test(`${BLOCKS} random blocks: two chains agree, damaged blocks change nothing, and what is taken back comes again`, async () => {
  const random = new SeededRandom();
  console.log(`random numbers of SEED=${random.seed}`);
  const maker = await openTestChain();
  const follower = await openTestChain({ clock: maker.clock });
  const people = [...USERS, ...Array.from({ length: 6 }, (_, i) => newUser(i))];
  let refused = 0;
  for (let made = 0; made < BLOCKS; made++) {
    const { height } = maker.chain.tip.header;
    await maker.clock.advance(random.integer(0, 4));
    for (let left = random.integer(0, MOST_TRANSFERS); left > 0; left--) {
      try {
        maker.mempool.admit(randomTransfer(random, people, height));
      } catch (error) {
        assert.instance(error, TransactionRejected, String(error));
      }
    }
    await maker.solo.produce(1);
    const raw = maker.chain.blocks.rawBlock(height + 1)!;
    const before = fingerprint(follower.chain, follower.state);
    for (let i = 0; i < DAMAGED; i++) {
      const damaged = fuzzedBytes(raw, random);
      if (damaged.equals(raw)) continue;
      if (await isRefused(follower, damaged)) {
        refused++;
        assert.is(fingerprint(follower.chain, follower.state), before, 'a refused block changes nothing');
      } else {
        await follower.solo.disconnectBlocks(1);
        assert.is(fingerprint(follower.chain, follower.state), before);
      }
    }
    await follower.solo.submitBlock(decodeBlock(raw, RULES));
    const after = fingerprint(maker.chain, maker.state);
    assert.is(fingerprint(follower.chain, follower.state), after);
    if (random.integer(0, 19) === 0) {
      const count = random.integer(1, Math.min(5, height));
      const blocks = Array.from({ length: count }, (_, i) => follower.chain.blocks.rawBlock(height + 1 - i)!);
      await follower.solo.disconnectBlocks(count);
      for (const back of blocks.reverse()) await follower.solo.submitBlock(decodeBlock(back, RULES));
      assert.is(fingerprint(follower.chain, follower.state), after);
    }
  }
  assert.ok(refused > BLOCKS * 2);
  assert.equal(maker.problems, []);
  assert.is((await reexecuteChain(follower.chain, 500)).problem, undefined);
  await maker.close();
  await follower.close();
});

test.run();
