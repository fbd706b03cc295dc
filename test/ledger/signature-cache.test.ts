import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyOf } from '../../src/crypto/keys.js';
import { sign } from '../../src/crypto/signature.js';
import { SignatureCache } from '../../src/ledger/signature-cache.js';
import { prepareTransaction } from '../../src/tx/envelope.js';
import { transferTx } from '../support/ledgers/sample-transactions.js';

const prepared = prepareTransaction(transferTx(), { varintPricesFrom: 1 });
const KEY = `02${'11'.repeat(32)}`;
const SIGNATURE = Buffer.from('signature');

/** Verification that accepts one text and counts its calls. */
function counted(capacity?: number) {
  const calls = { count: 0 };
  const signatures = new SignatureCache((_hash, signature) => {
    calls.count++;
    return Buffer.compare(signature, SIGNATURE) === 0;
  }, capacity);
  return { calls, signatures };
}

test('a valid signature is verified once', () => {
  const { calls, signatures } = counted();
  assert.ok(signatures.isValid(prepared, SIGNATURE, KEY));
  assert.ok(signatures.isValid(prepared, Buffer.from(SIGNATURE), KEY));
  assert.is(calls.count, 1);
});

test('another signature of the same transaction is verified by itself', () => {
  const { signatures } = counted();
  assert.ok(signatures.isValid(prepared, SIGNATURE, KEY));
  assert.not.ok(signatures.isValid(prepared, Buffer.from('forged'), KEY));
  assert.ok(signatures.isValid(prepared, SIGNATURE, KEY));
});

test('the same signature for another key is verified by itself', () => {
  const { calls, signatures } = counted();
  signatures.isValid(prepared, SIGNATURE, KEY);
  signatures.isValid(prepared, SIGNATURE, `03${'11'.repeat(32)}`);
  assert.is(calls.count, 2);
});

test('an invalid signature takes no room', () => {
  const { signatures } = counted();
  assert.not.ok(signatures.isValid(prepared, Buffer.from('forged'), KEY));
  assert.is(signatures.size, 0);
});

test('what was verified elsewhere is not verified again', () => {
  const { calls, signatures } = counted();
  signatures.remember(prepared.txid, SIGNATURE, KEY);
  assert.ok(signatures.isValid(prepared, SIGNATURE, KEY));
  assert.is(calls.count, 0);
});

test('the memory is bounded, and the newest half is always in it', () => {
  const { signatures } = counted(10);
  for (let i = 0; i < 100; i++) {
    signatures.remember(String(i), SIGNATURE, KEY);
    assert.ok(signatures.size <= 10);
  }
  const { calls, signatures: full } = counted(10);
  for (let i = 0; i < 100; i++) full.remember(i === 96 ? prepared.txid : String(i), SIGNATURE, KEY);
  full.isValid(prepared, SIGNATURE, KEY);
  assert.is(calls.count, 0);
});

test('without a stand-in, signatures are those of secp256k1', () => {
  const privateKey = Buffer.alloc(32, 7);
  const signature = sign(prepared.sighash, privateKey, { grind: true });
  const publicKey = publicKeyOf(privateKey).toString('hex');
  const signatures = new SignatureCache();
  assert.ok(signatures.isValid(prepared, signature, publicKey));
  assert.not.ok(signatures.isValid(prepared, signature.subarray(1), publicKey));
});

test.run();
