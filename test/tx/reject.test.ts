import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REJECT, reject, TransactionRejected } from '../../src/tx/reject.js';

test('a rejection carries its code and reason', () => {
  assert.throws(
    () => reject(REJECT.UPDATE_ACCOUNT_FAIL, 'sub-account-fees-failed'),
    (error: unknown) =>
      error instanceof TransactionRejected &&
      error.code === 50 &&
      error.reason === 'sub-account-fees-failed' &&
      error.message === error.reason,
  );
});

test('a rejection records no stack, and errors after it do', () => {
  const limit = Error.stackTraceLimit;
  const rejection = new TransactionRejected(REJECT.REJECT_INVALID, 'tx-invalid-height');
  assert.not.match(rejection.stack!, '    at ');
  assert.is(Error.stackTraceLimit, limit);
  assert.match(new Error('fault').stack!, '    at ');
});

test('codes fit the byte that clients are told', () => {
  assert.ok(Object.values(REJECT).every(code => code > 0 && code < 256));
  assert.is(REJECT.CDP_LIQUIDATE_FAIL, REJECT.UCOIN_STAKE_FAIL);
});

test.run();
