import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encode, text } from '../../src/codec/codec.js';
import { freeTextFrom, freeTextJson } from '../../src/tx/free-text.js';

test('what a user types is written as its UTF-8 bytes and printed as it was typed', () => {
  const wire = freeTextFrom('转 é');
  assert.is(encode(text, wire).toString('hex'), '06e8bdac20c3a9');
  assert.is(Buffer.from(freeTextJson(wire)).toString('utf8'), '转 é');
});

test.run();
