import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AccountLike,
  assertBalanceChanges,
  assertFails,
  assertReceipt,
  bytes,
  coins,
  Devnet,
} from '../../../src/testing/index.js';

const test = suite('vesting contract');

const AMOUNT = 123_456_789n;
const methods = {
  lock: (to: AccountLike, height: number) => bytes(0xf0, 0x11).address(to).u32le(height),
  release: () => bytes(0xf0, 0x12),
};

const chain = Devnet.start();
const { alice, bob, carol } = chain.accounts;
const vesting = chain.deployLua({ file: 'contracts/lua/vesting.lua', methods });
const start = chain.snapshot();
const DUE = chain.height + 6;
const lock = (amount = AMOUNT, height = DUE, to: AccountLike = bob) =>
  vesting.call(methods.lock(to, height), { coins: amount });

test.before.each(() => chain.revert(start));

test('keeps coins frozen for the beneficiary until their height', () => {
  assertBalanceChanges(
    chain,
    [
      [alice, -AMOUNT],
      [vesting, AMOUNT],
      [bob, 0n],
    ],
    () => lock(),
  );
  assert.equal(vesting.appAccount(bob), { free: 0n, frozen: [{ amount: AMOUNT, height: DUE }] });
  assertFails(() => vesting.as(bob).methods.release(), { reason: 'Nothing is due' });
});

test('pays at the height, not a block before', () => {
  lock();
  chain.mine(DUE - chain.height - 2);
  assertFails(() => vesting.as(bob).views.release(), { reason: 'Nothing is due' });
  chain.mine();
  const outcome = assertBalanceChanges(
    chain,
    [
      [bob, AMOUNT],
      [vesting, -AMOUNT],
    ],
    () => vesting.as(bob).methods.release(),
  );
  assert.is(outcome.height, DUE);
  for (const type of ['CONTRACT_ACCOUNT_OPERATE_SUB', 'CONTRACT_ACCOUNT_OPERATE_ADD'] as const) {
    assertReceipt(chain, outcome, { type, amount: AMOUNT });
  }
});

test('pays once', () => {
  lock();
  chain.mine(DUE);
  vesting.as(bob).methods.release();
  assertFails(() => vesting.as(bob).methods.release(), { reason: 'Nothing is due' });
});

test('pays only who is entitled', () => {
  lock();
  chain.mine(DUE);
  for (const other of [alice, carol]) {
    assertFails(() => vesting.as(other).methods.release(), { reason: 'Nothing is due' });
  }
});

test('pays several locks of one beneficiary together, each when it is due', () => {
  lock(5n, DUE);
  lock(7n, DUE);
  lock(11n, DUE + 20);
  chain.mine(DUE);
  assertBalanceChanges(chain, [[bob, 12n]], () => vesting.as(bob).methods.release());
  chain.mine(20);
  assertBalanceChanges(chain, [[bob, 11n]], () => vesting.as(bob).methods.release());
});

test('keeps beneficiaries apart', () => {
  lock(5n, DUE, bob);
  lock(7n, DUE, carol);
  chain.mine(DUE);
  assertBalanceChanges(chain, [[carol, 7n]], () => vesting.as(carol).methods.release());
  assertBalanceChanges(chain, [[bob, 5n]], () => vesting.as(bob).methods.release());
});

for (const amount of [1n, 255n, 2n ** 32n, 2n ** 46n]) {
  test(`keeps ${amount} sawi to the last one`, () => {
    lock(amount);
    chain.mine(DUE);
    assertBalanceChanges(chain, [[bob, amount]], () => vesting.as(bob).methods.release());
  });
}

for (const ago of [0, 1, 2]) {
  test(`refuses a height that is ${ago} before the call's own`, () => {
    const height = chain.height + 1 - ago;
    assertFails(() => lock(AMOUNT, height), { reason: `Height ${height} is not in the future` });
  });
}

for (const ahead of [1, 2, 1000, 100_000]) {
  test(`takes a height that is ${ahead} after the call's own`, () => {
    const height = chain.height + 1 + ahead;
    lock(AMOUNT, height);
    assert.is(vesting.appAccount(bob).frozen[0]!.height, height);
  });
}

test('refuses locks of nothing', () => {
  assertFails(() => lock(0n), { reason: 'Nothing to lock' });
});

for (const symbol of ['WUSD', 'TRINKET']) {
  test(`refuses ${symbol}, for which nobody is to get WICC`, () => {
    const mallory = chain.createAccount('mallory', { WICC: coins(1000) });
    if (symbol !== 'WUSD') chain.issueAsset(mallory, { symbol, supply: AMOUNT });
    for (const account of [mallory, bob]) chain.setBalance(account, AMOUNT, symbol);
    lock();
    const before = [chain.balance(mallory, symbol), chain.balance(vesting), vesting.appAccount(bob)];
    const paid = { coins: { symbol, amount: AMOUNT } };
    const reason = 'Only WICC is taken';
    assertFails(() => vesting.as(mallory).call(methods.lock(mallory, DUE), paid), { reason });
    assertFails(() => vesting.as(bob).call(methods.release(), paid), { reason });
    assert.equal([chain.balance(mallory, symbol), chain.balance(vesting), vesting.appAccount(bob)], before);
    chain.mine(DUE);
    assertFails(() => vesting.as(mallory).methods.release(), { reason: 'Nothing is due' });
    assertBalanceChanges(chain, [[bob, AMOUNT]], () => vesting.as(bob).methods.release());
  });
}

test('refuses to lock more than the sender has', () => {
  assertFails(() => lock(10n ** 17n), { reason: 'operate-minus-account-failed' });
});

for (const length of [0, 1, 3, 10, 39, 41, 100]) {
  test(`refuses ${length} bytes of arguments`, () => {
    const args = Buffer.alloc(length, 0x11);
    args[0] = 0xf0;
    assertFails(() => vesting.call(args.subarray(0, length), { coins: 5n }));
  });
}

for (const method of [0x00, 0x01, 0x10, 0x13, 0x7f, 0x80, 0xf0, 0xff]) {
  test(`has no method ${method.toString(16)}`, () => {
    const reason = `Method ${method.toString(16).padStart(2, '0')} not found or parameter error`;
    assertFails(() => vesting.call(bytes(0xf0, method)), { reason });
  });
}

test('refuses another magic byte', () => {
  assertFails(() => vesting.call(bytes(0xf1, 0x12)), { reason: 'Arguments begin with f0 and a method' });
});

test.run();
