import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  descendingU64Key,
  hexKey,
  textKey,
  tupleKey,
  u32Key,
  u64Key,
  unitKey,
} from '../../src/state/key-codecs.js';
import type { KeyCodec } from '../../src/state/table.js';

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

const latin1 = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map(c => String.fromCharCode(c)),
  maxLength: 5,
});
/** Texts in which zero bytes and the bytes around the escapes are frequent. */
const awkward = fc.string({ unit: fc.constantFrom('\0', '\x01', '\xfe', '\xff', 'a'), maxLength: 5 });
const anyText = fc.oneof(latin1, awkward);
const u32 = fc.integer({ min: 0, max: 0xffffffff });
const u64 = fc.bigInt({ min: 0n, max: 0xffffffffffffffffn });
const hex4 = fc.uint8Array({ minLength: 4, maxLength: 4 }).map(bytes => Buffer.from(bytes).toString('hex'));

function sign(a: string | number | bigint, b: string | number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Encoding and decoding gives the key back, and encoded texts sort as the keys do. */
function checkCodec<K>(codec: KeyCodec<K>, keys: fc.Arbitrary<K>, compare: (a: K, b: K) => number): void {
  fc.assert(
    fc.property(keys, keys, (a, b) => {
      const [x, y] = [codec.encode(a), codec.encode(b)];
      assert.equal(codec.decode(x), a);
      assert.is(sign(x, y), Math.sign(compare(a, b)));
      assert.is(Buffer.from(x, 'latin1').compare(Buffer.from(y, 'latin1')), sign(x, y), 'bytes sort alike');
      if (codec.size !== undefined) assert.is(x.length, codec.size);
    }),
    { numRuns: 1000 },
  );
}

test('encoded keys are those that databases on disks have', () => {
  assert.is(hex(hexKey(3).encode('00ff7a')), '00ff7a');
  assert.is(hex(u32Key.encode(0x01020384)), '01020384');
  assert.is(hex(u64Key.encode(0x0102030405060788n)), '0102030405060788');
  assert.is(hex(descendingU64Key.encode(1n)), 'fffffffffffffffe');
  assert.is(hex(textKey.encode('WICC\xe9')), '57494343e9');
  assert.is(unitKey.encode(undefined), '');
  assert.is(hex(tupleKey<[string, number]>(textKey, u32Key).encode(['a\0b', 7])), '6100ff62000000000007');
  assert.is(hex(tupleKey<[number, string]>(u32Key, textKey).encode([7, 'a\0'])), '000000076100');
});

test('keys come back and keep their order', () => {
  checkCodec(hexKey(4), hex4, sign);
  checkCodec(u32Key, u32, sign);
  checkCodec(u64Key, u64, sign);
  checkCodec(descendingU64Key, u64, (a, b) => sign(b, a));
  checkCodec(textKey, anyText, sign);
});

test('tuples come back and are ordered by their parts from the left', () => {
  checkCodec(
    tupleKey<[string, string, number]>(textKey, textKey, u32Key),
    fc.tuple(anyText, anyText, fc.nat(2)),
    (a, b) => sign(a[0], b[0]) || sign(a[1], b[1]) || sign(a[2], b[2]),
  );
  checkCodec(
    tupleKey<[bigint, string]>(descendingU64Key, textKey),
    fc.tuple(
      fc.nat(3).map(n => BigInt(n)),
      anyText,
    ),
    (a, b) => sign(b[0], a[0]) || sign(a[1], b[1]),
  );
});

test('a tuple may be a part of a tuple', () => {
  const inner = tupleKey<[string, string]>(textKey, textKey);
  checkCodec(
    tupleKey<[[string, string], string]>(inner, textKey),
    fc.tuple(fc.tuple(awkward, awkward), awkward),
    (a, b) => sign(a[0][0], b[0][0]) || sign(a[0][1], b[0][1]) || sign(a[1], b[1]),
  );
  assert.is(tupleKey<[number, bigint]>(u32Key, u64Key).size, 12);
  assert.is(inner.size, undefined);
});

test('the prefix of leading parts begins the keys that have these parts, and no others', () => {
  const codec = tupleKey<[string, string, number]>(textKey, textKey, u32Key);
  fc.assert(
    fc.property(awkward, awkward, awkward, awkward, (a, b, x, y) => {
      const key = codec.encode([x, y, 1]);
      assert.is(key.startsWith(codec.prefixOf([a])), a === x);
      assert.is(key.startsWith(codec.prefixOf([a, b])), a === x && b === y);
    }),
    { numRuns: 2000 },
  );
});

test('keys that do not fit are errors that say what would', () => {
  for (const key of ['00', '000000', '0G', '00FF', '00\u0130\u0130', 'zz00']) {
    assert.throws(() => hexKey(2).encode(key), /is not 4 lower-case hex digits/);
  }
  for (const key of [-1, 0x100000000, 1.5, Number.NaN]) {
    assert.throws(() => u32Key.encode(key), /not an unsigned 32-bit integer/);
  }
  for (const key of [-1n, 0x10000000000000000n]) {
    assert.throws(() => u64Key.encode(key), /not an unsigned 64-bit integer/);
    assert.throws(() => descendingU64Key.encode(key), /not an unsigned 64-bit integer/);
  }
  assert.throws(() => textKey.encode('\u0100'), /above U\+00FF/);
  assert.throws(() => hexKey(257), /at most 256 bytes/);
  assert.throws(() => tupleKey<[string, string]>(textKey, textKey).decode('abc'), /has no end/);
});

test.run();
