import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { nextBlockTime } from '../../src/consensus/solo/block-time.js';
import { producerKeys } from '../../src/consensus/solo/producer-keys.js';
import { openMemory } from '../../src/storage/memory.js';
import { FakeClock } from '../support/chains/fake-clock.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

test('a block is made at every interval, empty ones too', async () => {
  const { chain, clock, solo, close } = await openTestChain({ mode: 'interval' });
  await clock.advance(0);
  const first = chain.tip.header;
  assert.is(first.height, 2, 'the chain was behind, so the first comes at once');
  await clock.advance(2);
  assert.is(chain.tip.header.height, 2);
  await clock.advance(1);
  assert.is(chain.tip.header.height, 3);
  await clock.advance(9);
  assert.is(chain.tip.header.height, 6);
  assert.is(chain.tip.header.time, first.time + 12);
  const { block } = await solo.submit(transfer(ALICE, BOB));
  assert.is(block, undefined, 'the call answers when the transaction waits');
  await clock.advance(3);
  assert.is(chain.tip.transactionCount, 3);
  await close();
});

test('the interval can be chosen', async () => {
  const { chain, clock, close } = await openTestChain({ mode: 'interval', interval: 10 });
  await clock.advance(0);
  await clock.advance(9);
  assert.is(chain.tip.header.height, 2);
  await clock.advance(21);
  assert.is(chain.tip.header.height, 5);
  await close();
});

test('pausing and stopping end the production, and leave no timer', async () => {
  const { chain, clock, solo, close } = await openTestChain({ mode: 'interval' });
  await clock.advance(3);
  solo.pause();
  const { height } = chain.tip.header;
  assert.is(clock.scheduled, 0);
  await clock.advance(30);
  assert.is(chain.tip.header.height, height);
  solo.resume();
  await clock.advance(0);
  assert.is(chain.tip.header.height, height + 1);
  await close();
  assert.is(clock.scheduled, 0);
});

test('a producer whose key is missing is told and passed over', async () => {
  const store = openMemory();
  await (await openTestChain({ store })).solo.stop();
  const someKeys = producerKeys(REGTEST, REGTEST.development!.delegates.slice(0, 6));
  const clock = new FakeClock(REGTEST.genesis.time + 1000);
  const { chain, problems, close } = await openTestChain({ mode: 'interval', store, keys: someKeys, clock });
  await clock.advance(300);
  const made = chain.tip.header.height - 1;
  assert.ok(made > 20 && made < 80, `${made} of 100 blocks`);
  assert.ok(
    problems.length > 20 && problems.every(({ message }) => /whose key is not among the 6/.test(message)),
  );
  await close();
});

test('the mode can change while it runs', async () => {
  const { chain, clock, solo, close } = await openTestChain({ mode: 'interval' });
  await clock.advance(0);
  solo.setMode('manual');
  await clock.advance(30);
  assert.is(chain.tip.header.height, 2);
  solo.setMode('instant');
  assert.is((await solo.submit(transfer(ALICE, BOB))).block?.height, 3);
  solo.setMode('interval');
  await clock.advance(3);
  assert.is(chain.tip.header.height, 4);
  assert.is(solo.mode, 'interval');
  await close();
});

test('block times: now, unless that is too close to the block before', () => {
  const table: [now: number, previous: number, spacing: number, expected: number][] = [
    [100, 90, 3, 100],
    [100, 98, 3, 101],
    [100, 100, 0, 100],
    [100, 105, 0, 105],
    [100, 105, 3, 108],
  ];
  for (const [now, previous, spacing, expected] of table) {
    assert.is(nextBlockTime(now, previous, { spacing }), expected);
  }
});

test('a clock that is far behind the newest block is said once, and no block is made until it is set', async () => {
  const FORTY_DAYS = 40 * 86_400;
  const { chain, clock, solo, problems, close } = await openTestChain({ mode: 'interval' });
  await clock.advance(0);
  solo.setBlockTime(chain.tip.header.time + FORTY_DAYS);
  await clock.advance(0);
  const { height } = chain.tip.header;
  solo.clockOffset = 0;
  await clock.advance(1000);
  assert.is(chain.tip.header.height, height);
  assert.is(clock.scheduled, 1);
  assert.match(solo.problem?.message ?? '', /the clock is \d+ seconds behind the newest block.*setblocktime/);
  assert.is(problems.length, 1);
  solo.setBlockTime(chain.tip.header.time + 3);
  await clock.advance(3);
  assert.ok(chain.tip.header.height > height);
  assert.is(solo.problem, undefined);
  await close();
});

test.run();
