import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addInPlace, isBelowOrder, isHigh, negateInPlace, ORDER } from '../../src/crypto/scalar.js';

/** The order of secp256k1 as SEC 2 prints it. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

test('the order is that of the curve', () => assert.is(toNumber(ORDER), N));

test('comparisons switch exactly at the order and at its half', () => {
  assert.ok(isBelowOrder(toBytes(N - 1n)));
  assert.not(isBelowOrder(toBytes(N)));
  assert.not(isHigh(toBytes((N - 1n) / 2n)));
  assert.ok(isHigh(toBytes((N + 1n) / 2n)));
});

test('the negative of k is n - k', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, N - 1n), k => {
      const scalar = toBytes(k);
      negateInPlace(scalar);
      assert.is(toNumber(scalar), N - k);
    }),
  );
});

test('a sum is the one modulo n, also where it does not fit into 32 bytes or is n itself', () => {
  const below = fc.oneof(fc.bigInt(0n, N - 1n), fc.bigInt(N - 1000n, N - 1n), fc.bigInt(0n, 1000n));
  const check = (one: bigint, other: bigint): void => {
    const scalar = toBytes(one);
    addInPlace(scalar, toBytes(other));
    assert.is(toNumber(scalar), (one + other) % N);
  };
  fc.assert(fc.property(below, below, check));
  check(N - 5n, 5n);
});

test.run();
