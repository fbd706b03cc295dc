import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MAIN } from '../../src/config/networks/main.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { IMPERSONATION_SIGNATURE, signaturesOf } from '../../src/ledger/impersonation.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';

const test = suite('impersonation');
const nothing = { isValid: () => false };
const prepared = {} as PreparedTransaction;

test('its signature is valid for everybody on a development network, and no other is', () => {
  const signatures = signaturesOf(REGTEST, nothing);
  assert.is(signatures.isValid(prepared, IMPERSONATION_SIGNATURE, ''), true);
  assert.is(signatures.isValid(prepared, IMPERSONATION_SIGNATURE.subarray(1), ''), false);
  assert.is(signatures.isValid(prepared, new Uint8Array(), ''), false);
  assert.is(signaturesOf(REGTEST, { isValid: () => true }).isValid(prepared, new Uint8Array(), ''), true);
});

test('public networks do not know it', () => {
  assert.is(signaturesOf(MAIN, nothing), nothing);
});

test.run();
