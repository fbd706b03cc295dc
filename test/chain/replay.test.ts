import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { decodeBlock } from '../../src/tx/block.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { newUser, openTestChain, transfer, USERS, type User } from '../support/chains/test-chain.js';
import { scaled } from '../support/random/scale.js';
import { fingerprint } from '../support/stores/chain-contents.js';

const PEOPLE: readonly User[] = [...USERS.slice(0, 3), newUser(50), newUser(51)];
const person = fc.nat({ max: PEOPLE.length - 1 });

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      from: person,
      to: person,
      amount: fc.bigInt(10_000n, 300_000n),
      fee: fc.bigInt(10_000n, 30_000n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('produce' as const),
      count: fc.integer({ min: 1, max: 3 }),
      later: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('disconnect' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('invalidate' as const),
      back: fc.nat({ max: 3 }),
      reconsider: fc.boolean(),
    }),
  },
);

test('whatever is submitted, made and taken back: the state is that of a replay of the blocks on a new store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const dev = await openTestChain();
      const { chain, mempool, solo, clock } = dev;
      for (const [i, action] of steps.entries()) {
        if (action.kind === 'submit') {
          const { from, to, amount, fee } = action;
          const options = { amount, fee, memo: `step ${i}`, validHeight: chain.tip.header.height };
          try {
            await solo.submit(transfer(PEOPLE[from]!, PEOPLE[to]!, options));
          } catch (error) {
            assert.instance(error, TransactionRejected);
          }
        } else if (action.kind === 'produce') {
          await clock.advance(action.later);
          await solo.produce(action.count);
        } else {
          const { height } = chain.tip.header;
          if (action.kind === 'disconnect') {
            await solo.disconnectBlocks(Math.min(action.count, height - 1));
          } else if (height - action.back >= 2) {
            const { hash } = chain.blocks.header(height - action.back)!;
            await solo.invalidateBlock(hash);
            if (action.reconsider) await solo.reconsiderBlock(hash);
          }
        }
      }
      const replay = await openTestChain({ clock });
      for (let height = 2; height <= chain.tip.header.height; height++) {
        await replay.solo.submitBlock(decodeBlock(chain.blocks.rawBlock(height)!, wireRulesOf(REGTEST)));
      }
      assert.is(fingerprint(replay.chain, replay.state), fingerprint(chain, dev.state));
      // Whatever still waits can be executed on this state, in this order.
      const waiting = mempool.entries().map(({ prepared }) => prepared);
      for (const prepared of waiting) replay.mempool.admit(prepared);
      await dev.close();
      await replay.close();
    }),
    { numRuns: scaled(30, 1000) },
  );
});

test.run();
