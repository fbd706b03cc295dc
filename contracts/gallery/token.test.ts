import { type AccountLike, assertFails, bytes, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
// The owner is the account that the source names.
const { alice: owner, bob, carol } = chain.accounts;
const token = chain.deployLua({ file: 'token.lua' });
const SUPPLY = 1_000_000n * 100_000_000n;
const deployed = chain.snapshot();
token.as(owner).methods.begin();
const begun = chain.snapshot();

test.before.each(() => chain.revert(begun));

function stored(key: string): bigint | undefined {
  return token.stored(key)?.readBigInt64LE();
}
const hex = (account: AccountLike) => {
  const [height, index] = chain.account(account).regId.split('-').map(Number) as [number, number];
  const bytesOf = Buffer.alloc(6);
  bytesOf.writeUInt32LE(height);
  bytesOf.writeUInt16LE(index, 4);
  return bytesOf.toString('hex');
};
const balance = (account: AccountLike) => stored(`balance${hex(account)}`);
const allowance = (from: AccountLike, spender: AccountLike) => stored(`allowance${hex(from)}${hex(spender)}`);

test('the owner has all tokens, and begins once', () => {
  chain.revert(deployed);
  assertFails(() => token.as(bob).methods.begin(), { reason: 'Only the owner begins' });
  assertFails(() => token.as(owner).methods.send(bob, 1n), { reason: 'Not that many tokens' });
  token.as(owner).methods.begin();
  assert.is(balance(owner), SUPPLY);
  assertFails(() => token.as(owner).methods.begin(), { reason: 'It has begun' });
});

test('tokens are sent, as many as there are', () => {
  token.as(owner).methods.send(bob, 5n);
  assert.equal([balance(owner), balance(bob)], [SUPPLY - 5n, 5n]);
  assertFails(() => token.as(bob).methods.send(carol, 6n), { reason: 'Not that many tokens' });
  token.as(bob).methods.send(carol, 4n);
  token.as(owner).methods.send(carol, 3n);
  token.as(bob).methods.send(carol, 1n);
  assert.equal([balance(bob), balance(carol)], [undefined, 8n]);
  assertFails(() => token.as(bob).methods.send(carol, 1n), { reason: 'Not that many tokens' });
});

test('nothing, and less than nothing, is not sent', () => {
  const amounts = [0n, 2n ** 64n - 1n, 2n ** 63n];
  for (const amount of amounts) {
    assertFails(() => token.as(owner).methods.send(bob, amount), { reason: 'Not that many tokens' });
    assertFails(() => token.as(bob).methods.spend(bob, carol, amount), {
      reason: /Not that many tokens|not approved/,
    });
  }
});

test('who sends to himself has what he had', () => {
  token.as(owner).methods.send(owner, 7n);
  assert.is(balance(owner), SUPPLY);
});

test('another spends what was approved, and no more', () => {
  token.as(owner).methods.approve(bob, 10n);
  assert.is(allowance(owner, bob), 10n);
  token.as(bob).methods.spend(owner, carol, 4n);
  assert.equal([balance(owner), balance(bob), balance(carol)], [SUPPLY - 4n, undefined, 4n]);
  assert.is(allowance(owner, bob), 6n);
  assertFails(() => token.as(bob).methods.spend(owner, carol, 7n), { reason: 'That much was not approved' });
  token.as(bob).methods.spend(owner, bob, 6n);
  assert.is(allowance(owner, bob), undefined);
  assertFails(() => token.as(bob).methods.spend(owner, bob, 1n), { reason: 'That much was not approved' });
});

test('an allowance is of one owner for one spender', () => {
  token.as(owner).methods.approve(bob, 10n);
  assertFails(() => token.as(carol).methods.spend(owner, carol, 1n), {
    reason: 'That much was not approved',
  });
  assertFails(() => token.as(owner).methods.spend(bob, carol, 1n), { reason: 'That much was not approved' });
});

test('approving again replaces what was approved', () => {
  token.as(owner).methods.approve(bob, 10n);
  token.as(owner).methods.approve(bob, 3n);
  assertFails(() => token.as(bob).methods.spend(owner, bob, 4n), { reason: 'That much was not approved' });
  token.as(owner).methods.approve(bob, 0n);
  assert.is(allowance(owner, bob), undefined);
  assertFails(() => token.as(owner).methods.approve(bob, 2n ** 63n), { reason: 'The amount is negative' });
});

test('more can be approved than there is, and is not spent then', () => {
  token.as(bob).methods.approve(carol, 10n);
  assertFails(() => token.as(carol).methods.spend(bob, carol, 1n), { reason: 'Not that many tokens' });
  assert.is(allowance(bob, carol), 10n);
});

test('other calls, and coins, are refused', () => {
  const calls = [
    bytes(1),
    bytes(2).regid(bob).u64le(1n),
    bytes(3).regid(bob).u64le(1n),
    bytes(4).regid(owner).regid(bob).u64le(0n),
  ];
  for (const each of calls) {
    assertFails(() => token.as(owner).call(each, { coins: 1n }), { reason: 'It takes no coins' });
    assertFails(() => token.as(owner).call(each.u8(0)), { reason: 'No such method' });
  }
  for (const method of [0, 5]) {
    assertFails(() => token.as(owner).call(bytes(method)), { reason: 'No such method' });
    assertFails(() => token.as(owner).call(bytes(method).regid(bob).u64le(1n)), { reason: 'No such method' });
    assertFails(() => token.as(owner).call(bytes(method).regid(owner).regid(bob).u64le(1n)), {
      reason: 'No such method',
    });
  }
});

test.run();
