import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeAddress } from '../../src/crypto/address.js';
import { decodeLenientBase64 } from '../../src/crypto/base64.js';
import { fromDisplayHex, ripemd160, sha256 } from '../../src/crypto/hash.js';
import { generatePrivateKey, keyIdOf, publicKeyOf } from '../../src/crypto/keys.js';
import { messageHash, signMessage, verifyMessage } from '../../src/crypto/message.js';
import { sign, verify } from '../../src/crypto/signature.js';
import { decodeWif } from '../../src/crypto/wif.js';
import { readVectors } from '../support/vectors/vectors.js';

interface MessageVectors {
  sdk_scheme: { wif: string; public_key: string; message: string; hash: string; signature_der_hex: string }[];
  node_scheme: {
    wif: string;
    public_key: string;
    address: string;
    message: string;
    hash: string;
    signature_base64: string;
  }[];
  sign_txid: { txid: string; wif: string; sighash: string; signature_der_hex: string; valid: boolean };
}

const vectors = readVectors<MessageVectors>('messages');

function privateKeyOf(wif: string): Buffer {
  const decoded = decodeWif(210, wif);
  if ('failure' in decoded) throw new Error(`${wif}: ${decoded.failure}`);
  return decoded.privateKey;
}

test('messages.json: every message of the node is hashed, signed and verified as recorded', () => {
  for (const vector of vectors.node_scheme) {
    const keyId = decodeAddress(135, vector.address)!;
    assert.is(messageHash(vector.message).toString('hex'), vector.hash);
    assert.is(signMessage(vector.message, privateKeyOf(vector.wif)), vector.signature_base64);
    assert.is(keyIdOf(Buffer.from(vector.public_key, 'hex')), keyId);
    assert.is(verifyMessage(keyId, vector.signature_base64, vector.message), 'valid');
    assert.is(verifyMessage(keyId, vector.signature_base64, `${vector.message}.`), 'invalid');
  }
  assert.is(vectors.node_scheme.length, 15);
});

test('reference-transactions.json: the message signature of the running node is reproduced', () => {
  const { signmessage } = readVectors<{
    signmessage: { message: string; wif: string; address: string; signature: string };
  }>('reference-transactions');
  assert.is(signMessage(signmessage.message, privateKeyOf(signmessage.wif)), signmessage.signature);
});

test('messages.json: every message of the SDK scheme is hashed and signed as recorded, and no signmessage', () => {
  for (const vector of vectors.sdk_scheme) {
    const hash = sha256(ripemd160(sha256(Buffer.from(vector.message))));
    const signature = Buffer.from(vector.signature_der_hex, 'hex');
    assert.is(hash.toString('hex'), vector.hash);
    assert.equal(sign(hash, privateKeyOf(vector.wif), { grind: false }), signature);
    assert.ok(verify(hash, signature, Buffer.from(vector.public_key, 'hex')));
    const keyId = keyIdOf(Buffer.from(vector.public_key, 'hex'));
    assert.is(verifyMessage(keyId, signature.toString('base64'), vector.message), 'invalid');
  }
  assert.is(vectors.sdk_scheme.length, 9);
});

test('messages.json: a txid is signed in the order of its bytes, not of its text', () => {
  const { txid, wif, sighash, signature_der_hex, valid } = vectors.sign_txid;
  const hash = fromDisplayHex(txid);
  assert.is(hash.toString('hex'), sighash);
  assert.is(sign(hash, privateKeyOf(wif), { grind: false }).toString('hex'), signature_der_hex);
  assert.is(verify(hash, Buffer.from(signature_der_hex, 'hex'), publicKeyOf(privateKeyOf(wif))), valid);
  console.log(`messages.json: ${vectors.node_scheme.length} + ${vectors.sdk_scheme.length} + 1 signatures`);
});

test('the recorded answers of the running node to verifymessage', () => {
  const keyId = decodeAddress(135, 'wQjpb6sN4zWEjEHbfxkxwG7bhL8Mt8NMCV')!;
  const signature =
    'IPmNZIJTWGqC+cWPupRz8yg/+acHXdqrQuT6g4aldad/RVg8btBJCErR8/g9mkbPyaMHNLHM5O4XXwqT81xwBfs=';
  assert.is(verifyMessage(keyId, signature, 'hello'), 'valid');
  assert.is(verifyMessage(keyId, signature, 'hell0'), 'invalid');
  assert.is(verifyMessage(keyId, '!!', 'hello'), 'invalid');
});

test('bytes and their UTF-8 text are the same message; long messages have long length prefixes', () => {
  const key = generatePrivateKey();
  const keyId = keyIdOf(publicKeyOf(key));
  for (const message of ['', 'é', 'x'.repeat(252), 'x'.repeat(253), 'x'.repeat(70_000)]) {
    assert.is(verifyMessage(keyId, signMessage(message, key), Buffer.from(message)), 'valid');
  }
});

test('only malformed padding is malformed base64; other wrong signatures are just invalid', () => {
  const cases: [text: string, verdict: string][] = [
    ['', 'invalid'],
    ['AAAA', 'invalid'],
    ['AAAA!', 'invalid'],
    ['AA==', 'invalid'],
    ['AAA=', 'invalid'],
    ['A', 'malformed-base64'],
    ['AA', 'malformed-base64'],
    ['AA=', 'malformed-base64'],
    ['AAA', 'malformed-base64'],
    ['AB==', 'malformed-base64'],
    ['AAB=', 'malformed-base64'],
    ['AA==A', 'malformed-base64'],
    ['AAA=A', 'malformed-base64'],
  ];
  for (const [text, verdict] of cases) assert.is(verifyMessage('00'.repeat(20), text, 'm'), verdict, text);
});

test('base64 is read up to the first other character, which only ends a complete group', () => {
  assert.equal(decodeLenientBase64('AQID!rest'), Buffer.from([1, 2, 3]));
  assert.equal(decodeLenientBase64('AQI=!rest'), Buffer.from([1, 2]));
  assert.equal(decodeLenientBase64('AQ==\n'), Buffer.from([1]));
  assert.equal(decodeLenientBase64('AQ-_'), undefined);
  assert.is(decodeLenientBase64('AQI'), undefined);
});

test.run();
