import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeAddress, encodeAddress } from '../../src/crypto/address.js';
import { encodeBase58Check } from '../../src/crypto/base58.js';
import {
  generatePrivateKey,
  isValidPrivateKey,
  isValidPublicKey,
  keyIdOf,
  publicKeyOf,
} from '../../src/crypto/keys.js';
import { ORDER } from '../../src/crypto/scalar.js';
import { decodeWif, encodeWif } from '../../src/crypto/wif.js';
import { readVectors } from '../support/vectors/vectors.js';

interface NetworkForms {
  wif: string;
  address: string;
}

interface KeyVectors {
  mnemonics: {
    private_key: string;
    public_key: string;
    keyid: string;
    mainnet: NetworkForms;
    testnet: NetworkForms;
  }[];
  encodings: {
    network: 'mainnet' | 'testnet';
    private_key: string;
    wif_compressed: string;
    wif_uncompressed: string;
    public_key: string;
    address: string;
  }[];
  regtest_genesis_keys: {
    keys: { wif: string; private_key: string; public_key: string; keyid: string; address: string }[];
  };
}

const VERSIONS = { mainnet: { address: 73, wif: 153 }, testnet: { address: 135, wif: 210 } };
const vectors = readVectors<KeyVectors>('keys');
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** Checks that all forms of one key follow from each other, in both directions. */
function checkForms(
  network: keyof typeof VERSIONS,
  key: { private_key: string; public_key: string } & NetworkForms,
): void {
  const versions = VERSIONS[network];
  const privateKey = bytes(key.private_key);
  assert.is(publicKeyOf(privateKey).toString('hex'), key.public_key);
  assert.ok(isValidPublicKey(bytes(key.public_key)));
  const keyId = keyIdOf(bytes(key.public_key));
  assert.is(encodeAddress(versions.address, keyId), key.address);
  assert.is(decodeAddress(versions.address, key.address), keyId);
  assert.is(encodeWif(versions.wif, privateKey), key.wif);
  assert.equal(decodeWif(versions.wif, key.wif), { privateKey });
}

test('keys.json: every key of a mnemonic has the recorded forms on both networks', () => {
  for (const key of vectors.mnemonics) {
    assert.is(keyIdOf(bytes(key.public_key)), key.keyid);
    checkForms('mainnet', { ...key, ...key.mainnet });
    checkForms('testnet', { ...key, ...key.testnet });
  }
  assert.is(vectors.mnemonics.length, 4);
});

test('keys.json: every encoding sample has the recorded forms, and its uncompressed WIF is refused', () => {
  for (const key of vectors.encodings) {
    checkForms(key.network, { ...key, wif: key.wif_compressed });
    assert.equal(decodeWif(VERSIONS[key.network].wif, key.wif_uncompressed), { failure: 'uncompressed' });
  }
  assert.is(vectors.encodings.length, 2);
});

test('keys.json: every genesis key of regtest has the recorded forms', () => {
  const { keys } = vectors.regtest_genesis_keys;
  for (const key of keys) {
    assert.is(keyIdOf(bytes(key.public_key)), key.keyid);
    checkForms('testnet', key);
  }
  assert.is(keys.length, 12);
  console.log(
    `keys.json: ${vectors.mnemonics.length * 2} + ${vectors.encodings.length} + ${keys.length} keys`,
  );
});

test('a WIF or address of another network is refused', () => {
  const [key] = vectors.mnemonics;
  assert.equal(decodeWif(VERSIONS.testnet.wif, key!.mainnet.wif), { failure: 'bad-encoding' });
  assert.is(decodeAddress(VERSIONS.testnet.address, key!.mainnet.address), undefined);
});

test('a WIF names what is wrong with it', () => {
  const wif = (...payload: number[]): string => encodeBase58Check(Buffer.from([210, ...payload]));
  const one = [...Buffer.alloc(31), 1];
  assert.equal(decodeWif(210, ''), { failure: 'bad-encoding' });
  assert.equal(decodeWif(210, wif(...one, 2)), { failure: 'bad-encoding' });
  assert.equal(decodeWif(210, wif(...one, 1, 1)), { failure: 'bad-encoding' });
  assert.equal(decodeWif(210, wif(...one)), { failure: 'uncompressed' });
  assert.equal(decodeWif(210, wif(...Buffer.alloc(32), 1)), { failure: 'out-of-range' });
  assert.equal(decodeWif(210, wif(...ORDER, 1)), { failure: 'out-of-range' });
});

test('an address is 20 bytes after the version and nothing else', () => {
  for (const size of [0, 19, 21, 32]) {
    assert.is(
      decodeAddress(135, encodeBase58Check(Buffer.concat([Buffer.from([135]), Buffer.alloc(size)]))),
      undefined,
    );
  }
  assert.throws(() => encodeAddress(135, 'ab'), /40 hex digits/);
});

test('every key id survives the round trip through its address', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(255), (raw, version) => {
      const keyId = Buffer.from(raw).toString('hex');
      assert.is(decodeAddress(version, encodeAddress(version, keyId)), keyId);
    }),
  );
});

test('a private key is 32 bytes, above zero and below the order', () => {
  const last = Buffer.from(ORDER);
  last[31]! -= 1;
  assert.ok(isValidPrivateKey(last));
  assert.not(isValidPrivateKey(ORDER));
  assert.not(isValidPrivateKey(Buffer.alloc(32)));
  assert.not(isValidPrivateKey(Buffer.alloc(31, 1)));
  assert.not(isValidPrivateKey(Buffer.alloc(33, 1)));
  assert.throws(() => publicKeyOf(ORDER), /private key/);
  assert.throws(() => encodeWif(210, Buffer.alloc(32)), /private key/);
});

test('generated keys are valid and differ', () => {
  const keys = Array.from({ length: 20 }, generatePrivateKey);
  assert.ok(keys.every(isValidPrivateKey));
  assert.is(new Set(keys.map(key => key.toString('hex'))).size, keys.length);
});

test('only compressed points of the curve are public keys', () => {
  const generator = bytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
  const fieldPrime = bytes('fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f');
  assert.ok(isValidPublicKey(generator));
  assert.not(isValidPublicKey(Buffer.alloc(0)));
  assert.not(isValidPublicKey(Buffer.alloc(33)));
  assert.not(isValidPublicKey(Buffer.concat([Buffer.from([4]), generator.subarray(1)])));
  assert.not(isValidPublicKey(Buffer.concat([generator, Buffer.alloc(32)])));
  // x = 5 is on no point; x = p would be x = 0 if it were reduced.
  assert.not(isValidPublicKey(Buffer.concat([Buffer.from([2]), Buffer.alloc(31), Buffer.from([5])])));
  assert.not(isValidPublicKey(Buffer.concat([Buffer.from([2]), fieldPrime])));
});

test.run();
