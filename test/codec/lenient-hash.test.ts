import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseLenientHash } from '../../src/codec/lenient-hash.js';
import { toDisplayHex } from '../../src/crypto/hash.js';
import { readVectors } from '../support/vectors/vectors.js';

test('reference-transactions.json: lenient hash texts read as in the reference', () => {
  const vectors = readVectors<{ uint256_from_text: { input: string; hex: string }[] }>(
    'reference-transactions',
  );
  for (const { input, hex } of vectors.uint256_from_text) assert.is(parseLenientHash(input), hex, input);
  assert.is(vectors.uint256_from_text.length, 6);
});

test('a lenient hash skips white space and one 0x of either case, and stops at the first non-digit', () => {
  assert.is(parseLenientHash('\n\t 0XaB'), `${'0'.repeat(62)}ab`);
  assert.is(parseLenientHash('0x0x1'), '0'.repeat(64));
  assert.is(parseLenientHash(''), '0'.repeat(64));
  assert.is(parseLenientHash('0 1'), '0'.repeat(64));
});

test('every text has a lenient hash, and a hash in display form is read as itself', () => {
  fc.assert(fc.property(fc.string(), text => /^[0-9a-f]{64}$/.test(parseLenientHash(text))));
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), raw => {
      assert.is(parseLenientHash(toDisplayHex(raw)), toDisplayHex(raw));
    }),
  );
});

test.run();
