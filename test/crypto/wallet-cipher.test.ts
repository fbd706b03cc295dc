import { createHash, randomBytes, scryptSync } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256d } from '../../src/crypto/hash.js';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.js';
import {
  DEFAULT_SCRYPT,
  decryptMasterKey,
  decryptSecret,
  deriveCipherKey,
  encryptMasterKey,
  encryptSecret,
  wipe,
} from '../../src/crypto/wallet-cipher.js';

const SALT = Buffer.from('0102030405060708', 'hex');
const FAST = { method: 'sha512', iterations: 10 } as const;

test('the key derivation vector of spec 07 §19', async () => {
  const parameters = { method: 'sha512', iterations: 25_000 } as const;
  const { key, iv } = await deriveCipherKey(Buffer.from('my passphrase'), SALT, parameters);
  assert.is(key.toString('hex'), '3e27a1df29ba26ccc08294f4ce068b091dd789b5ccb35f5f6aa4587494f89287');
  assert.is(iv.toString('hex'), 'f2f372756e849e3ba71491f52dc00372');
});

test('one iteration is one SHA-512 of passphrase and salt', async () => {
  const passphrase = Buffer.from('p');
  const digest = createHash('sha512').update(passphrase).update(SALT).digest();
  const { key, iv } = await deriveCipherKey(passphrase, SALT, { method: 'sha512', iterations: 1 });
  assert.equal(Buffer.concat([key, iv]), digest.subarray(0, 48));
});

test('scrypt gives key and vector from the first 48 bytes of its output', async () => {
  const parameters = { method: 'scrypt', cost: 1024, blockSize: 8, parallelization: 2 } as const;
  const { key, iv } = await deriveCipherKey(Buffer.from('p'), SALT, parameters);
  const expected = scryptSync('p', SALT, 48, { cost: 1024, blockSize: 8, parallelization: 2 });
  assert.equal(Buffer.concat([key, iv]), expected);
});

test('the default scrypt parameters are within the memory that is asked for', async () => {
  const { key } = await deriveCipherKey(Buffer.from('p'), SALT, DEFAULT_SCRYPT);
  assert.is(key.length, 32);
});

test('parameters outside of what the method allows are refused', async () => {
  for (const parameters of [
    { method: 'sha512', iterations: 0 },
    { method: 'sha512', iterations: 1.5 },
    { method: 'scrypt', cost: 1000, blockSize: 8, parallelization: 1 },
  ] as const) {
    const outcome = await deriveCipherKey(Buffer.from('p'), SALT, parameters).catch(
      (error: unknown) => error,
    );
    assert.instance(outcome, RangeError);
  }
});

test('the master key comes back with the passphrase and not with another', async () => {
  const masterKey = randomBytes(32);
  const right = await deriveCipherKey(Buffer.from('right'), SALT, FAST);
  const encrypted = encryptMasterKey(masterKey, right);
  assert.is(encrypted.length, 48);
  assert.equal(decryptMasterKey(encrypted, right), masterKey);
  for (let i = 0; i < 1000; i++) {
    const wrong = { key: sha256d(Buffer.from([i, i >> 8])), iv: right.iv };
    assert.is(decryptMasterKey(encrypted, wrong), undefined);
  }
});

test('a private key comes back with its master key and its public key only', () => {
  const masterKey = randomBytes(32);
  const privateKey = generatePrivateKey();
  const publicKey = publicKeyOf(privateKey);
  const other = publicKeyOf(generatePrivateKey());
  const encrypted = encryptSecret(privateKey, publicKey, masterKey);
  assert.is(encrypted.length, 48);
  assert.equal(decryptSecret(encrypted, publicKey, masterKey), privateKey);
  assert.is(decryptSecret(encrypted, other, masterKey), undefined);
  assert.is(decryptSecret(encrypted, publicKey, randomBytes(32)), undefined);
});

test('no damage to an encrypted secret gives a key or an exception', () => {
  const masterKey = randomBytes(32);
  const privateKey = generatePrivateKey();
  const publicKey = publicKeyOf(privateKey);
  const encrypted = encryptSecret(privateKey, publicKey, masterKey);
  fc.assert(
    fc.property(fc.nat(47), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = Buffer.from(encrypted);
      damaged[at]! ^= flip;
      assert.is(decryptSecret(damaged, publicKey, masterKey), undefined);
    }),
  );
  for (const length of [0, 1, 16, 32, 47]) {
    assert.is(decryptSecret(encrypted.subarray(0, length), publicKey, masterKey), undefined);
  }
});

test('a master key of a wrong length is a bug and reported as one', () => {
  assert.throws(() => encryptSecret(generatePrivateKey(), Buffer.alloc(33), Buffer.alloc(31)), /key length/i);
  assert.throws(() => decryptSecret(Buffer.alloc(48), Buffer.alloc(33), Buffer.alloc(31)), /key length/i);
});

test('a wiped secret is zero', () => {
  const secret = randomBytes(32);
  wipe(secret);
  assert.equal(secret, Buffer.alloc(32));
});

test.run();
