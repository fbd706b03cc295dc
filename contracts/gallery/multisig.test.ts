import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
// The owners that the source names.
const { alice, bob, carol, dave: stranger, erin: payee } = chain.accounts;
const wallet = chain.deployLua({ file: 'multisig.lua' });
wallet.as(stranger, { coins: coins(10) }).methods.deposit();
const amount = coins(3);
const propose = () => wallet.as(alice).methods.propose(payee, amount, 'WICC');
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

test('the second owner who approves makes the payment', () => {
  for (const [id, second] of [
    [1, bob],
    [2, carol],
  ] as const) {
    assertBalanceChanges(chain, [[payee, 0n]], () => assert.equal(propose().logs, [`payment ${id}`]));
    assertBalanceChanges(
      chain,
      [
        [payee, amount],
        [wallet, -amount],
      ],
      () => wallet.as(second).methods.approve(id),
    );
    assertFails(() => wallet.as(carol).methods.approve(id), { reason: 'No such payment' });
  }
});

test('any owner proposes, and any other one approves', () => {
  wallet.as(carol).methods.propose(payee, amount, 'WICC');
  assertBalanceChanges(chain, [[payee, amount]], () => wallet.as(alice).methods.approve(1));
});

test('one owner counts once', () => {
  propose();
  assertFails(() => wallet.as(alice).methods.approve(1), { reason: 'You have approved it' });
  assertBalanceChanges(chain, [[payee, amount]], () => wallet.as(bob).methods.approve(1));
});

test('others neither propose nor approve', () => {
  propose();
  const { methods } = wallet.as(stranger);
  assertFails(() => methods.approve(1), { reason: 'Only owners do this' });
  assertFails(() => methods.propose(stranger, amount, 'WICC'), { reason: 'Only owners do this' });
});

test('more approvals can be needed', () => {
  const source = wallet.code.code.toString().replace('local NEEDED = 2', 'local NEEDED = 3');
  const strict = chain.deployLua({ text: source });
  const [approve, cancel] = [bytes(3).u32le(1), bytes(4).u32le(1)];
  strict.as(stranger).call(bytes(1), { coins: coins(10) });
  strict.as(bob).call(bytes(2).regid(payee).u64le(amount).text('WICC'));
  strict.as(carol).call(approve);
  assertFails(() => strict.as(carol).call(approve), { reason: 'You have approved it' });
  assertFails(() => strict.as(bob).call(approve), { reason: 'You have approved it' });
  assertFails(() => strict.as(alice).call(cancel), { reason: 'Only who has proposed it cancels it' });
  assertBalanceChanges(chain, [[payee, amount]], () => strict.as(alice).call(approve));
});

test('who has proposed a payment cancels it, nobody else', () => {
  propose();
  assertFails(() => wallet.as(bob).methods.cancel(1), { reason: 'Only who has proposed it cancels it' });
  wallet.as(alice).methods.cancel(1);
  assertFails(() => wallet.as(bob).methods.approve(1), { reason: 'No such payment' });
  assertFails(() => wallet.as(alice).methods.cancel(1), { reason: 'No such payment' });
  assert.equal(propose().logs, ['payment 2']);
});

test('coins of any kind are kept and paid', () => {
  chain.setBalance(stranger, 5n, 'WUSD');
  wallet.as(stranger, { coins: { symbol: 'WUSD', amount: 5n } }).methods.deposit();
  wallet.as(alice).methods.propose(payee, 1n, 'WUSD');
  assertBalanceChanges(
    chain,
    [
      [payee, 1n, 'WUSD'],
      [wallet, -1n, 'WUSD'],
    ],
    () => wallet.as(bob).methods.approve(1),
  );
});

test('a payment that cannot be made stays proposed', () => {
  wallet.as(alice).methods.propose(payee, coins(11), 'WICC');
  assertFails(() => wallet.as(bob).methods.approve(1), { reason: 'The payment failed' });
  wallet.as(stranger, { coins: coins(1) }).methods.deposit();
  assertBalanceChanges(chain, [[payee, coins(11)]], () => wallet.as(bob).methods.approve(1));
});

test('other calls, and coins that nobody asked for, are refused', () => {
  propose();
  assertFails(() => wallet.methods.deposit(), { reason: 'Nothing is deposited' });
  wallet.as(bob, { coins: 1n }).methods.deposit();
  assertFails(() => wallet.as(alice).methods.propose(payee, 0n, 'WICC'), { reason: 'An amount is needed' });
  assertFails(() => wallet.call(bytes(2).regid(payee).u64le(amount)), { reason: 'No such method' });
  assertFails(() => wallet.call(bytes(1, 0), { coins: 1n }), { reason: 'No such method' });
  for (const method of [3, 4]) {
    assertFails(() => wallet.as(bob).call(bytes(method).u32le(1).u8(0)), { reason: 'No such method' });
  }
  for (const method of [0, 5]) {
    assertFails(() => wallet.call(bytes(method)), { reason: 'No such method' });
    assertFails(() => wallet.call(bytes(method).u32le(1)), { reason: 'No such method' });
    assertFails(() => wallet.call(bytes(method).regid(payee).u64le(amount).text('WICC')), {
      reason: 'No such method',
    });
  }
  assertFails(() => wallet.as(bob, { coins: 1n }).methods.approve(1), {
    reason: 'Only a deposit takes coins',
  });
  wallet.as(alice).methods.propose(payee, 1n, 'W');
});

test.run();
