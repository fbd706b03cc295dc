import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Stored } from '../../src/state/stored.js';
import { ABSENT, ValueCache } from '../../src/state/value-cache.js';
import { localIndex, words } from './tables.js';

const stored = (size: number) => new Stored(words, 'x'.repeat(size));

test('a value is found again in its own table only, and so is the knowledge that there is none', () => {
  const cache = new ValueCache(10_000);
  const value = stored(3);
  cache.set(words, 'a', value);
  cache.set(words, 'b', ABSENT);
  assert.is(cache.get(words, 'a'), value);
  assert.is(cache.get(words, 'b'), ABSENT);
  assert.is(cache.get(localIndex, 'a'), undefined);
  assert.ok(cache.has(words, 'b'));
  assert.not(cache.has(words, 'c'));
});

test('the newest value of a key is returned, also after it has grown old', () => {
  const cache = new ValueCache(2_000);
  const newest = stored(1);
  cache.set(words, 'a', stored(1));
  for (let i = 0; i < 4; i++) cache.set(words, `filler ${i}`, ABSENT);
  cache.set(words, 'a', newest);
  cache.set(words, 'more', ABSENT);
  assert.is(cache.get(words, 'a'), newest);
});

test('the values that were decoded last stay decoded; earlier ones are decoded again', () => {
  const cache = new ValueCache(64 << 20);
  const encoded = words.value.encode('word').toString('latin1');
  const first = new Stored(words, encoded);
  cache.set(words, 'first', first);
  assert.is((cache.get(words, 'first') as Stored).value, 'word');
  assert.ok(first.isDecoded);
  for (let i = 0; i < 20_000; i++) {
    cache.set(words, `${i}`, new Stored(words, encoded));
    assert.is((cache.get(words, `${i}`) as Stored).value, 'word');
  }
  assert.not(first.isDecoded);
  assert.ok((cache.get(words, '19999') as Stored).isDecoded);
  assert.is((cache.get(words, 'first') as Stored).value, 'word');
});

test('the bound is never exceeded, and the count and size are those of the entries', () => {
  const size = fc.oneof(fc.nat(50), fc.nat(3000));
  const step = fc.record({ key: fc.integer({ min: 0, max: 30 }), size, read: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), steps => {
      const cache = new ValueCache(5_000);
      const model = new Map<string, Stored>();
      for (const s of steps) {
        const key = `key ${s.key}`;
        if (s.read) {
          const found = cache.get(words, key);
          if (found !== undefined) assert.is(found, model.get(key));
        } else {
          const value = stored(s.size);
          cache.set(words, key, value);
          model.set(key, value);
        }
        assert.ok(cache.bytes <= 5_000, `${cache.bytes} bytes`);
      }
      const present = [...model.keys()].filter(key => cache.has(words, key));
      assert.is(cache.entries, present.length);
      const bytes = present.map(key => 200 + key.length + model.get(key)!.text.length);
      assert.is(
        cache.bytes,
        bytes.reduce((a, b) => a + b, 0),
      );
    }),
    { numRuns: 300 },
  );
});

test('what is used stays while others come and go', () => {
  const cache = new ValueCache(5_000);
  const value = stored(10);
  cache.set(words, 'hot', value);
  for (let i = 0; i < 1000; i++) {
    cache.set(words, `cold ${i}`, ABSENT);
    assert.is(cache.get(words, 'hot'), value);
  }
  assert.is(cache.get(words, 'cold 0'), undefined);
});

test('a value too large for the cache is not kept, nor is an older one of its key', () => {
  const cache = new ValueCache(5_000);
  cache.set(words, 'a', stored(1));
  cache.set(words, 'a', stored(5_000));
  assert.is(cache.get(words, 'a'), undefined);
  assert.is(cache.bytes, 0);
});

test.run();
