import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FreeRelayLimiter } from '../../src/chain/free-relay-limiter.js';
import { transfer, USERS } from '../support/chains/test-chain.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];
const NOW = 1_800_000_000;
const free = transfer(ALICE, BOB, { fee: 999n });

/** How many free transactions pass at a time. */
function passing(limiter: FreeRelayLimiter, now: number): number {
  for (let count = 0; ; count++) {
    try {
      limiter.pass(free, now);
    } catch (error) {
      assert.match(String(error), /insufficient priority/);
      return count;
    }
  }
}

test('ten minutes of free transactions pass at once, then as many as ages take off the count', () => {
  const limiter = new FreeRelayLimiter(15);
  assert.is(passing(limiter, NOW), Math.ceil(150_000 / free.raw.length));
  assert.is(passing(limiter, NOW), 0);
  const afterAMinute = passing(limiter, NOW + 60) * free.raw.length;
  assert.ok(afterAMinute > 13_000 && afterAMinute < 16_000, `${afterAMinute} bytes`);
});

test('a fee of 1000 sawi is none of its business', () => {
  const limiter = new FreeRelayLimiter(0);
  assert.is(passing(limiter, NOW), 0);
  limiter.pass(transfer(ALICE, BOB, { fee: 1000n }), NOW);
});

test.run();
