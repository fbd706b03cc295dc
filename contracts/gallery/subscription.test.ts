import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
const { alice: subscriber, bob: provider, carol: stranger } = chain.accounts;
const contract = chain.deployLua({ file: 'subscription.lua' });
const [price, period] = [coins(2), 10];
const left = coins(7);
const subscribe = (paid = left) =>
  contract.as(subscriber, { coins: paid }).methods.subscribe(provider, price, period);
const { collect } = contract.as(stranger).methods;
const { cancel } = contract.as(subscriber).methods;
/** Mines, so that the next call is in the block of a height. */
const goTo = (height: number) => chain.mine(height - 1 - chain.height);
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

/** Subscribes. @returns the height at which the first period begins */
function begun(paid = left): number {
  return subscribe(paid).height;
}

test('a period is due when it begins, to the block, whoever asks', () => {
  const start = begun();
  assertBalanceChanges(
    chain,
    [
      [provider, price],
      [contract, -price],
    ],
    () => collect(1),
  );
  goTo(start + period - 1);
  assertFails(() => collect(1), { reason: 'Nothing is due' });
  goTo(start + period);
  assertBalanceChanges(chain, [[provider, price]], () => collect(1));
  assertFails(() => collect(1), { reason: 'Nothing is due' });
});

test('several periods are collected at once', () => {
  const start = begun();
  goTo(start + 2 * period);
  assertBalanceChanges(chain, [[provider, 3n * price]], () => collect(1));
  goTo(start + 3 * period - 1);
  assertFails(() => collect(1), { reason: 'Nothing is due' });
});

test('periods for which there are no coins are not owed, and the next one begins when it did before', () => {
  const start = begun(price);
  goTo(start + 2 * period + 3);
  assertBalanceChanges(chain, [[provider, price]], () => collect(1));
  contract.as(stranger, { coins: price }).methods.refill(1);
  goTo(start + 3 * period - 1);
  assertFails(() => collect(1), { reason: 'Nothing is due' });
  goTo(start + 3 * period);
  assertBalanceChanges(chain, [[provider, price]], () => collect(1));
});

test('cancelling pays what is due, and gives the rest back', () => {
  const start = begun();
  collect(1);
  goTo(start + period);
  assertBalanceChanges(
    chain,
    [
      [provider, price],
      [subscriber, left - 2n * price],
    ],
    () => cancel(1),
  );
  assert.is(chain.balance(contract), 0n);
  for (const call of [() => cancel(1), () => collect(1)])
    assertFails(call, { reason: 'No such subscription' });
});

test('cancelling between periods gives everything back that is left, and nothing where nothing is', () => {
  begun();
  collect(1);
  assertBalanceChanges(
    chain,
    [
      [provider, 0n],
      [subscriber, left - price],
    ],
    () => cancel(1),
  );
  begun(price);
  assertBalanceChanges(
    chain,
    [
      [provider, price],
      [subscriber, 0n],
    ],
    () => cancel(2),
  );
});

test('only the subscriber cancels', () => {
  begun();
  for (const who of [provider, stranger]) {
    assertFails(() => contract.as(who).methods.cancel(1), { reason: 'It is not yours' });
  }
});

test('anybody refills, with coins of its kind', () => {
  begun(price);
  assertFails(() => contract.as(stranger).methods.refill(1), { reason: 'Coins of its kind are needed' });
  chain.setBalance(stranger, 5n, 'WUSD');
  const wrong = contract.as(stranger, { coins: { symbol: 'WUSD', amount: 5n } }).methods;
  assertFails(() => wrong.refill(1), { reason: 'Coins of its kind are needed' });
  const { refill } = contract.as(stranger, { coins: 1n }).methods;
  refill(1);
  assertFails(() => refill(2), { reason: 'No such subscription' });
  assertBalanceChanges(
    chain,
    [
      [provider, price],
      [subscriber, 1n],
    ],
    () => cancel(1),
  );
});

test('subscriptions have ids of their own, and coins of any kind', () => {
  assert.equal(subscribe().logs, ['subscription 1']);
  chain.setBalance(subscriber, 5n, 'WUSD');
  const other = contract.as(subscriber, { coins: { symbol: 'WUSD', amount: 5n } }).methods;
  assert.equal(other.subscribe(provider, 1n, 1).logs, ['subscription 2']);
  chain.mine();
  assertBalanceChanges(chain, [[provider, 3n, 'WUSD']], () => collect(2));
  assertBalanceChanges(
    chain,
    [
      [provider, 1n, 'WUSD'],
      [subscriber, 1n, 'WUSD'],
    ],
    () => cancel(2),
  );
});

test('the coins are enough for a period, which has blocks, and the price is something', () => {
  const reason = 'The coins are not enough for a period';
  assertFails(() => subscribe(price - 1n), { reason });
  const { methods } = contract.as(subscriber, { coins: price });
  assertFails(() => methods.subscribe(provider, 0n, period), { reason });
  assertFails(() => methods.subscribe(provider, 2n ** 63n, period), { reason });
  assertFails(() => methods.subscribe(provider, price, 0), { reason: 'A period has blocks' });
  methods.subscribe(provider, price, 1);
});

test('other calls, and coins that nobody asked for, are refused', () => {
  begun();
  const all = (method: number) => bytes(method).regid(provider).u64le(price).u32le(period);
  assertFails(() => contract.call(all(1).u8(0), { coins: price }), { reason: 'No such method' });
  for (const method of [2, 3, 4]) {
    assertFails(() => contract.as(subscriber).call(bytes(method).u32le(1).u8(0)), {
      reason: 'No such method',
    });
  }
  for (const method of [0, 5]) {
    assertFails(() => contract.as(subscriber).call(bytes(method).u32le(1)), { reason: 'No such method' });
    assertFails(() => contract.as(subscriber).call(all(method)), { reason: 'No such method' });
  }
  for (const method of [3, 4]) {
    assertFails(() => contract.as(subscriber).call(bytes(method).u32le(1), { coins: 1n }), {
      reason: 'It takes no coins',
    });
  }
});

test.run();
