import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeBase58Check, encodeBase58Check } from '../../src/crypto/base58.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

test('every payload of a size that the protocol has survives the round trip', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), payload => {
      assert.equal(decodeBase58Check(encodeBase58Check(payload)), Buffer.from(payload));
    }),
  );
});

test('leading zero bytes become leading ones', () => {
  const text = encodeBase58Check(Buffer.alloc(5));
  assert.is(text.slice(0, 5), '11111');
  assert.equal(decodeBase58Check(text), Buffer.alloc(5));
});

test('white space around the text is skipped, inside it is not', () => {
  const payload = Buffer.from('payload');
  const text = encodeBase58Check(payload);
  assert.equal(decodeBase58Check(` \t\n\v\f\r${text}\r\n `), payload);
  assert.is(decodeBase58Check(`${text.slice(0, 4)} ${text.slice(4)}`), undefined);
  assert.is(decodeBase58Check(`\u00a0${text}`), undefined);
});

test('a changed character never decodes to the same payload', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(),
      fc.constantFrom(...ALPHABET, '0', 'O', 'I', 'l', 'é', '漢'),
      (payload, at, character) => {
        const text = encodeBase58Check(payload);
        const position = at % text.length;
        fc.pre(text[position] !== character);
        const changed = text.slice(0, position) + character + text.slice(position + 1);
        assert.is(decodeBase58Check(changed), undefined);
      },
    ),
  );
});

test('no text makes the decoder throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...ALPHABET) })),
      text => {
        decodeBase58Check(text);
      },
    ),
  );
});

test('texts too short for a checksum, and texts longer than anything of the protocol, are refused', () => {
  for (const text of ['', '1', '1111', ' ']) assert.is(decodeBase58Check(text), undefined);
  assert.is(decodeBase58Check(encodeBase58Check(Buffer.alloc(300, 7))), undefined);
  const start = performance.now();
  assert.is(decodeBase58Check('z'.repeat(1_000_000)), undefined);
  assert.ok(performance.now() - start < 1000, 'a long text is refused before it is decoded');
});

test.run();
