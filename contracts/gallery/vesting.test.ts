import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
const { alice: granter, bob: beneficiary, carol: stranger } = chain.accounts;
const vesting = chain.deployLua({ file: 'vesting.lua' });
const amount = coins(5) + 7n;
const begin = chain.height + 10;
const [cliff, finish] = [begin + 30, begin + 100];
const paying = vesting.as(granter, { coins: amount }).methods;
const grant = () => paying.grant(beneficiary, begin, cliff, finish);
const { claim } = vesting.as(beneficiary).methods;
const { revoke } = vesting.as(granter).methods;
const dueAt = (height: number) => (amount * BigInt(height - begin)) / 100n;
/** Mines, so that the next call is in the block of a height. */
const goTo = (height: number) => chain.mine(height - 1 - chain.height);
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

test('from the cliff on as much is due as time has passed, rounded down', () => {
  assert.equal(grant().logs, ['grant 1']);
  goTo(cliff - 1);
  assertFails(() => claim(1), { reason: 'Nothing is due' });
  goTo(cliff);
  const first = dueAt(cliff);
  assertBalanceChanges(
    chain,
    [
      [beneficiary, first],
      [vesting, -first],
    ],
    () => claim(1),
  );
  goTo(cliff + 13);
  assertBalanceChanges(chain, [[beneficiary, dueAt(cliff + 13) - first]], () => claim(1));
});

test('at the end, and later, all is due, once', () => {
  for (const height of [finish, finish + 50]) {
    chain.revert(deployed);
    grant();
    goTo(height);
    assertBalanceChanges(
      chain,
      [
        [beneficiary, amount],
        [vesting, -amount],
      ],
      () => claim(1),
    );
    assertFails(() => claim(1), { reason: 'Nothing is due' });
  }
  chain.revert(deployed);
  grant();
  goTo(finish - 1);
  assertBalanceChanges(chain, [[beneficiary, dueAt(finish - 1)]], () => claim(1));
});

test('what is revoked goes back, what was due stays due', () => {
  grant();
  goTo(cliff);
  const first = dueAt(cliff);
  claim(1);
  goTo(cliff + 20);
  const due = dueAt(cliff + 20);
  assertBalanceChanges(
    chain,
    [
      [granter, amount - due],
      [vesting, due - amount],
    ],
    () => revoke(1),
  );
  assertFails(() => revoke(1), { reason: 'All of it is due' });
  assertBalanceChanges(chain, [[beneficiary, due - first]], () => claim(1));
  assertFails(() => claim(1), { reason: 'Nothing is due' });
});

test('before the cliff all of it can be revoked, at the end nothing', () => {
  grant();
  goTo(cliff - 1);
  assertBalanceChanges(chain, [[granter, amount]], () => revoke(1));
  assertFails(() => claim(1), { reason: 'Nothing is due' });
  grant();
  goTo(finish);
  assertFails(() => revoke(2), { reason: 'All of it is due' });
});

test('nobody else claims or revokes', () => {
  grant();
  goTo(cliff);
  for (const who of [granter, stranger]) {
    assertFails(() => vesting.as(who).methods.claim(1), { reason: 'It is not yours' });
  }
  for (const who of [beneficiary, stranger]) {
    assertFails(() => vesting.as(who).methods.revoke(1), { reason: 'You have not granted it' });
  }
  assertFails(() => claim(2), { reason: 'No such grant' });
  assertFails(() => revoke(2), { reason: 'No such grant' });
});

test('grants have ids of their own, and coins of any kind', () => {
  grant();
  chain.setBalance(granter, 90n, 'WUSD');
  const other = vesting.as(granter, { coins: { symbol: 'WUSD', amount: 90n } }).methods;
  assert.equal(other.grant(beneficiary, begin, begin, finish).logs, ['grant 2']);
  goTo(begin + 1);
  assertFails(() => claim(2), { reason: 'Nothing is due' });
  goTo(begin + 2);
  assertBalanceChanges(chain, [[beneficiary, 1n, 'WUSD']], () => claim(2));
  assertBalanceChanges(chain, [[granter, 88n, 'WUSD']], () => revoke(2));
});

test('the largest amount over the longest time does not wrap', () => {
  chain.setBalance(granter, coins(90_000_000_000), 'WICC');
  const large = coins(80_000_000_000);
  vesting.as(granter, { coins: large }).methods.grant(beneficiary, begin, begin, begin + 2 ** 31 - 1);
  goTo(begin + 2);
  const due = (large * 2n) / (2n ** 31n - 1n);
  assertBalanceChanges(chain, [[beneficiary, due]], () => claim(1));
});

test('heights are in order, coins are needed', () => {
  assertFails(() => vesting.as(granter).methods.grant(beneficiary, begin, cliff, finish), {
    reason: 'Coins are needed',
  });
  vesting.as(granter, { coins: 1n }).methods.grant(beneficiary, 0, 1, 1);
  assertBalanceChanges(chain, [[beneficiary, 1n]], () => claim(1));
  for (const [a, b, c] of [
    [cliff, begin, finish],
    [begin, finish + 1, finish],
    [begin, begin, begin],
  ] as const) {
    assertFails(() => paying.grant(beneficiary, a, b, c), { reason: 'The heights are in no order' });
  }
  paying.grant(beneficiary, begin, finish, finish);
  assertFails(() => paying.grant(beneficiary, 5, 5, 5 + 2 ** 31), { reason: 'That takes too long' });
});

test('other calls, and coins that nobody asked for, are refused', () => {
  grant();
  goTo(cliff);
  const all = bytes(1).regid(beneficiary).u32le(begin).u32le(cliff).u32le(finish);
  assertFails(() => vesting.call(all.u8(0), { coins: amount }), { reason: 'No such method' });
  for (const method of [2, 3]) {
    assertFails(() => vesting.call(bytes(method).u32le(1).u8(0)), { reason: 'No such method' });
  }
  for (const method of [0, 4]) {
    assertFails(() => vesting.call(bytes(method).u32le(1)), { reason: 'No such method' });
    assertFails(
      () => vesting.call(bytes(method).regid(beneficiary).u32le(begin).u32le(cliff).u32le(finish)),
      {
        reason: 'No such method',
      },
    );
  }
  assertFails(() => vesting.as(beneficiary, { coins: 1n }).methods.claim(1), { reason: 'It takes no coins' });
  assertFails(() => vesting.as(granter, { coins: 1n }).methods.revoke(1), { reason: 'It takes no coins' });
});

test.run();
