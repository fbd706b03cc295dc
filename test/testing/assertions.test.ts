import { AssertionError } from 'node:assert';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  assertBalanceChanges,
  assertFails,
  assertReceipt,
  bytes,
  coins,
  Devnet,
} from '../../src/testing/index.js';

const test = suite('assertions of the test harness');

const chain = Devnet.start();
const { alice, bob, carol } = chain.accounts;
const contract = chain.deployLua({
  text: 'mylib = require "mylib"\n\nerror("no " .. contract[1])',
  name: 'no.lua',
});
const failing = () => contract.call(bytes(7));

function messageOf(assertion: () => unknown): string {
  try {
    assertion();
  } catch (error) {
    assert.instance(error, AssertionError);
    return (error as Error).message;
  }
  throw new Error('the assertion passed');
}

test('assertFails takes code, reason and line, and gives the failure', () => {
  assertFails(failing);
  assertFails(failing, { code: 50 });
  assertFails(failing, { code: 'UPDATE_ACCOUNT_FAIL' });
  assertFails(failing, { reason: 'no 7' });
  assertFails(failing, { reason: /^no \d$/ });
  assert.is(assertFails(failing, { line: 3 }).location!.file, 'no.lua');
});

test('assertFails fails where a call succeeds, or fails in another way', () => {
  assert.match(
    messageOf(() => assertFails(() => chain.transfer(alice, bob, coins(1)))),
    /the call succeeded/,
  );
  assert.match(
    messageOf(() => assertFails(failing, { code: 16 })),
    /another code\.\nno\.lua: 07 failed/,
  );
  assert.match(
    messageOf(() => assertFails(failing, { code: 'REJECT_DUST' })),
    /another code/,
  );
  assert.match(
    messageOf(() => assertFails(failing, { reason: 'yes' })),
    /another reason/,
  );
  assert.match(
    messageOf(() => assertFails(failing, { reason: /yes/ })),
    /another reason/,
  );
  assert.match(
    messageOf(() => assertFails(failing, { line: 4 })),
    /another line/,
  );
});

test('assertFails does not swallow errors of the test itself', () => {
  assert.throws(() => assertFails(() => chain.balance('nobody')), /names no account/);
});

test('assertBalanceChanges does not count the fees that an account pays itself', () => {
  const result = assertBalanceChanges(
    chain,
    [
      [alice, -coins(2)],
      [bob, coins(2)],
      [carol, 0n],
      [alice, 0n, 'WUSD'],
    ],
    () => chain.transfer(alice, bob, coins(2)),
  );
  assert.is(result.fee.paid, 10_000n);
});

test('assertBalanceChanges says whose balance changed by how much', () => {
  const work = () => chain.transfer(alice, bob, coins(2));
  assert.match(
    messageOf(() => assertBalanceChanges(chain, [[bob, coins(1)]], work)),
    /^WICC of bob should have changed by 100000000 sawi, but changed by 200000000$/,
  );
  assert.match(
    messageOf(() => assertBalanceChanges(chain, [[bob, 1n, 'WUSD']], work)),
    /^WUSD of bob .* by 0$/,
  );
});

test('assertReceipt finds a receipt by some of its members', () => {
  const outcome = chain.transfer(alice, bob, coins(3));
  const receipt = assertReceipt(chain, outcome, {
    type: 'TRANSFER_ACTUAL_COINS',
    from: alice,
    to: bob.regId,
  });
  assert.is(receipt.amount, coins(3));
  assertReceipt(chain, outcome, { symbol: 'WICC', amount: 10_000n });
  assert.match(
    messageOf(() => assertReceipt(chain, outcome, { to: carol })),
    /left no such receipt/,
  );
});

test.run();
