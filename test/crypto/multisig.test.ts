import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeAddress } from '../../src/crypto/address.js';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.js';
import { legacyMultisig } from '../../src/crypto/multisig.js';

const KEYS = [
  '0267eb09ef60c0c75eea76785daff3ea92a7de066f9be8fb333b1a2e9e51ddf199',
  '023ffd95d39675b3c98840ade36f101904bff6ca519899e90e58fc97cf9ecde347',
].map(hex => Buffer.from(hex, 'hex'));

test('script and address are those that the running node answered to createmulsig', () => {
  const { script, keyId } = legacyMultisig(1, KEYS);
  assert.is(
    script.toString('hex'),
    '010221023ffd95d39675b3c98840ade36f101904bff6ca519899e90e58fc97cf9ecde347' +
      '210267eb09ef60c0c75eea76785daff3ea92a7de066f9be8fb333b1a2e9e51ddf199',
  );
  assert.is(encodeAddress(135, keyId), 'wRqDUUnVEB8V3GYP2JNBq14F8Hv6vuNDea');
});

test('the order of the keys and repeated keys make no difference', () => {
  assert.equal(legacyMultisig(2, [...KEYS, ...KEYS].reverse()), legacyMultisig(2, KEYS));
});

test('there are 1 to 15 keys, and not more signatures than keys', () => {
  const many = Array.from({ length: 16 }, () => publicKeyOf(generatePrivateKey()));
  assert.ok(legacyMultisig(15, many.slice(1)));
  assert.throws(() => legacyMultisig(1, many), /at most 15 keys, got 16/);
  for (const required of [0, 3, 1.5, Number.NaN])
    assert.throws(() => legacyMultisig(required, KEYS), /1 to 2/);
});

test.run();
