import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromDisplayHex, hash160, ripemd160, sha256, sha256d, toDisplayHex } from '../../src/crypto/hash.js';
import { readVectors } from '../support/vectors/vectors.js';

const ABC = Buffer.from('abc');

test('the hashes are the standard ones', () => {
  assert.is(sha256(ABC).toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.is(ripemd160(ABC).toString('hex'), '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc');
  assert.equal(sha256d(ABC), sha256(sha256(ABC)));
  assert.equal(hash160(ABC), ripemd160(sha256(ABC)));
});

test('reference-transactions.json: txid is the double hash of the preimage in display order', () => {
  const { transactions } = readVectors<{ transactions: { txid: string; preimage_hex?: string }[] }>(
    'reference-transactions',
  );
  const hashed = transactions.filter(tx => tx.preimage_hex !== undefined);
  for (const tx of hashed) {
    assert.is(toDisplayHex(sha256d(Buffer.from(tx.preimage_hex!, 'hex'))), tx.txid);
  }
  assert.is(hashed.length, 70);
});

test('display form and bytes convert into each other and leave their input alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), raw => {
      const before = Buffer.from(raw);
      assert.equal(fromDisplayHex(toDisplayHex(raw)), before);
      assert.equal(Buffer.from(raw), before);
    }),
  );
});

test('a hash of a wrong length or with other characters is refused', () => {
  assert.throws(() => toDisplayHex(Buffer.alloc(31)), /32 bytes, got 31/);
  assert.throws(() => fromDisplayHex('0'.repeat(63)), /64 hex digits/);
  assert.throws(() => fromDisplayHex('g'.repeat(64)), /64 hex digits/);
});

test.run();
