import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';

const chain = Devnet.start();
const { bob, carol } = chain.accounts;
const box = chain.deployLua({ file: '__name__.lua' });
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

test('what was paid in is paid out', () => {
  box.as(bob, { coins: coins(5) }).methods.deposit();
  box.as(bob, { coins: coins(1) }).methods.deposit();
  assertBalanceChanges(
    chain,
    [
      [bob, coins(2)],
      [box, -coins(2)],
    ],
    () => box.as(bob).methods.withdraw(coins(2)),
  );
});

test('what was paid out is gone', () => {
  const { deposit } = box.as(bob, { coins: coins(5) }).methods;
  const { withdraw } = box.as(bob).methods;
  deposit();
  withdraw(coins(2));
  assertFails(() => withdraw(coins(4)), { reason: 'Not that much was paid in' });
  withdraw(coins(3));
  assertFails(() => withdraw(1n), { reason: 'Not that much was paid in' });
});

test('nobody takes out more than they have paid in', () => {
  box.as(bob, { coins: coins(5) }).methods.deposit();
  const { withdraw } = box.as(carol).methods;
  assertFails(() => withdraw(coins(1)), { reason: 'Not that much was paid in' });
  assertFails(() => withdraw(0n), { reason: 'Not that much was paid in' });
});

test('a deposit needs coins', () => {
  assertFails(() => box.methods.deposit(), { reason: 'Nothing was paid in' });
});

test('other calls are refused', () => {
  assertFails(() => box.call(bytes(0xf1, 0x11)), { reason: /begin with f0/ });
  assertFails(() => box.call(bytes(0xf0, 0x13)), { reason: /Method 13 not found/ });
});

test.run();
