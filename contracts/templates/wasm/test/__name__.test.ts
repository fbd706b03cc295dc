import { assertBalanceChanges, assertFails, coins, type DevAccount, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
const { alice, bob, carol } = chain.accounts;
const assets = chain.wasmContract('0-800');
const box = await chain.deployWasm({ file: 'contract/__name__.ts', from: alice });
const deployed = chain.snapshot();

function payIn(from: DevAccount, quantity: string): void {
  assets.as(from).call('transfer', [from, box, quantity, '']);
}

test.before.each(() => chain.revert(deployed));

test('what was paid in is paid out', () => {
  payIn(bob, '5.00000000 WICC');
  payIn(bob, '1.00000000 WICC');
  assertBalanceChanges(
    chain,
    [
      [bob, coins(2)],
      [box, -coins(2)],
    ],
    () => box.as(bob).call('withdraw', [bob, '2.00000000 WICC']),
  );
  assert.is(box.view('saved', [bob]), coins(4));
  assert.is(box.view('saved', [carol]), 0n);
});

test('nobody takes out more than they have paid in, or what is not theirs', () => {
  payIn(bob, '5.00000000 WICC');
  const withdraw = (caller: DevAccount, owner: DevAccount, quantity: string) => () =>
    box.as(caller).call('withdraw', [owner, quantity]);
  assertFails(withdraw(bob, bob, '6.00000000 WICC'), { reason: /more than was paid in/ });
  assertFails(withdraw(carol, carol, '1.00000000 WICC'), { reason: /nothing has been paid in/ });
  assertFails(withdraw(carol, bob, '1.00000000 WICC'), { code: 'missing_auth_exception' });
  assertFails(withdraw(bob, bob, '0.00000000 WICC'), { reason: /must be positive/ });
});

test('other coins cannot be paid in', () => {
  assertFails(() => payIn(alice, '1.00000000 WUSD'));
});

test.run();
