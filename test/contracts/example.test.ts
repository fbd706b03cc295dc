import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  assertBalanceChanges,
  assertFails,
  assertReceipt,
  coins,
  type DevAccount,
  Devnet,
} from '../../src/testing/index.js';

const test = suite('example contract: savings');

const chain = Devnet.start();
const { alice, bob, carol } = chain.accounts;
const savings = await chain.deployWasm({ file: 'contracts/example/index.ts', name: 'savings' });
const bank = chain.wasmContract('0-800');
chain.setBalance(alice, coins(10), 'WUSD');
const start = chain.snapshot();
test.before.each(() => chain.revert(start));

const deposit = (quantity: string, from: DevAccount = alice, to: DevAccount = savings) =>
  bank.as(from).call('transfer', { from, to, quantity, memo: 'save' });
const withdraw = (quantity: string, owner: DevAccount = alice) =>
  savings.as(owner).call('withdraw', { owner, quantity });
const saved = (owner: DevAccount = alice) => savings.view('saved', { owner });

test('nobody has anything at first', () => {
  for (const account of [alice, bob, savings]) assert.is(saved(account), 0n);
});

test('what is paid in adds up, and is shown', () => {
  const first = deposit('1.00000000 WICC');
  const second = deposit('0.50000000 WICC');
  assert.is(saved(), 150_000_000n);
  assert.equal([...first.logs, ...second.logs], ['0-13 has 100000000', '0-13 has 150000000']);
});

for (const quantity of [
  '0.00000001 WICC',
  '0.99999999 WICC',
  '123456.78900000 WICC',
  '999000.00000000 WICC',
]) {
  test(`keeps ${quantity} to the last unit`, () => {
    const sawi = BigInt(quantity.replace(/\D/g, ''));
    assertBalanceChanges(
      chain,
      [
        [alice, -sawi],
        [savings, sawi],
      ],
      () => deposit(quantity),
    );
    assert.is(saved(), sawi);
  });
}

test('owners are kept apart', () => {
  deposit('1.00000000 WICC', alice);
  deposit('2.00000000 WICC', bob);
  assert.equal([saved(alice), saved(bob), saved(carol)], [100_000_000n, 200_000_000n, 0n]);
  assert.is(savings.storedValues().length, 2);
});

test('payments between others do not count', () => {
  deposit('1.00000000 WICC', alice, bob);
  assert.equal([saved(alice), saved(bob)], [0n, 0n]);
});

test('other coins are refused, with the whole payment', () => {
  assertBalanceChanges(chain, [[alice, 0n, 'WUSD']], () => {
    assertFails(() => deposit('1.00000000 WUSD'), {
      code: 'wasm_assert_exception',
      reason: 'only WICC can be paid in',
    });
  });
});

test('an action of another contract with the same name is not listened to', () => {
  assertFails(() => savings.as(bob).call('saved', { owner: alice }));
  assert.is(saved(alice), 0n);
});

test('a withdrawal is paid by an action of the asset contract under the authority of this one', () => {
  deposit('1.00000000 WICC');
  const outcome = assertBalanceChanges(
    chain,
    [
      [alice, 40_000_000n],
      [savings, -40_000_000n],
    ],
    () => withdraw('0.40000000 WICC'),
  );
  assert.is(saved(), 60_000_000n);
  assertReceipt(chain, outcome, { type: 'WASM_TRANSFER_ACTUAL_COINS', from: savings, to: alice });
});

test('a row of nothing is removed', () => {
  deposit('1.00000000 WICC');
  withdraw('0.40000000 WICC');
  withdraw('0.60000000 WICC');
  assert.is(savings.storedValues().length, 0);
});

test('only what was paid in can be withdrawn', () => {
  assertFails(() => withdraw('1.00000000 WICC'), { reason: 'nothing has been paid in' });
  deposit('1.00000000 WICC');
  assertFails(() => withdraw('1.00000001 WICC'), { reason: 'more than was paid in' });
  withdraw('1.00000000 WICC');
  assertFails(() => withdraw('0.00000001 WICC'), { reason: 'nothing has been paid in' });
});

for (const quantity of ['0.00000000 WICC', '1.00000000 WUSD', '1.00000000 WGRT']) {
  test(`a withdrawal of ${quantity} is refused`, () => {
    deposit('2.00000000 WICC');
    assertFails(() => withdraw(quantity), { reason: 'the amount must be positive, in WICC' });
  });
}

test('amounts are written without a sign', () => {
  assert.throws(() => withdraw('-1.00000000 WICC'), /a decimal without sign/);
});

for (const other of [bob, carol]) {
  test(`${other.name} cannot withdraw what is alice's`, () => {
    deposit('1.00000000 WICC');
    const args = { owner: alice, quantity: '1.00000000 WICC' };
    assertFails(() => savings.as(other).call('withdraw', args), {
      code: 'missing_auth_exception',
      reason: 'missing authority of 0-13',
    });
  });
}

test('who has authorized beside the payer, has authorized', () => {
  deposit('1.00000000 WICC');
  savings.as(bob).call('withdraw', { owner: alice, quantity: '1.00000000 WICC' }, { signers: [alice] });
  assert.is(saved(), 0n);
});

test('a refused call leaves no trace', () => {
  const before = chain.stateDigest;
  assertFails(() => withdraw('1.00000000 WICC'));
  assert.is(chain.stateDigest, before);
});

test.run();
