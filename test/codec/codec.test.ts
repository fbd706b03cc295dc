import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bool,
  byteString,
  bytes,
  type Codec,
  decode,
  encode,
  hash160,
  hash256,
  i32,
  optional,
  record,
  sortedMap,
  text,
  u8,
  u16,
  u32,
  u64,
  varint64,
  vector,
} from '../../src/codec/codec.js';
import { DecodeError, EncodeError } from '../../src/codec/errors.js';
import { ByteReader } from '../../src/codec/reader.js';
import { ByteWriter } from '../../src/codec/writer.js';

const hexOf = (value: Uint8Array) => Buffer.from(value).toString('hex');
const fromHex = (hex: string) => Buffer.from(hex, 'hex');
const withMessage = (message: string) => (error: unknown) =>
  error instanceof DecodeError && error.message === message;

const END_OF_DATA = withMessage('CDataStream::read() : end of data: iostream error');

test('fixed-width integers are little-endian', () => {
  assert.is(hexOf(encode(u8, 0xab)), 'ab');
  assert.is(hexOf(encode(u16, 0x0102)), '0201');
  assert.is(hexOf(encode(u32, 0x01020304)), '04030201');
  assert.is(hexOf(encode(i32, -2)), 'feffffff');
  assert.is(hexOf(encode(u64, 0x0102030405060708n)), '0807060504030201');
  assert.is(decode(u64, fromHex('ffffffffffffffff')), 2n ** 64n - 1n);
  assert.is(decode(i32, fromHex('feffffff')), -2);
});

test('an integer outside of its width is not written', () => {
  for (const write of [
    () => encode(u8, 256),
    () => encode(u16, -1),
    () => encode(u32, 2 ** 32),
    () => encode(i32, 2 ** 31),
    () => encode(u64, 2n ** 64n),
    () => encode(u64, -1n),
  ]) {
    assert.throws(write, (error: unknown) => error instanceof RangeError);
  }
});

test('a boolean is one byte, and any non-zero byte reads as true', () => {
  assert.is(hexOf(encode(bool, true)), '01');
  assert.is(hexOf(encode(bool, false)), '00');
  assert.is(decode(bool, fromHex('02')), true);
});

test('a length has its shortest form at every edge', () => {
  const written = (size: number) => {
    const writer = new ByteWriter();
    writer.compactSize(size);
    return hexOf(writer.finish());
  };
  assert.is(written(0), '00');
  assert.is(written(252), 'fc');
  assert.is(written(253), 'fdfd00');
  assert.is(written(65535), 'fdffff');
  assert.is(written(65536), 'fe00000100');
  assert.is(new ByteReader(fromHex('fe00000002')).compactSize(), 0x02000000);
});

test('a length in a longer form than needed is an error', () => {
  const nonCanonical = withMessage('non-canonical ReadCompactSize(): iostream error');
  for (const hex of ['fdfc00', 'feffff0000', 'ffffffffff00000000']) {
    assert.throws(() => new ByteReader(fromHex(hex)).compactSize(), nonCanonical);
  }
});

test('a length above 32 MiB is an error', () => {
  const tooLarge = withMessage('ReadCompactSize() : size too large: iostream error');
  for (const hex of ['fe01000002', 'feffffffff', 'ff0000000001000000', 'ffffffffffffffffff']) {
    assert.throws(() => new ByteReader(fromHex(hex)).compactSize(), tooLarge);
  }
});

test('a string above 4000000 bytes is an error before any of it is read', () => {
  const tooLarge = withMessage('the string value size is too large: iostream error');
  assert.throws(() => decode(byteString, fromHex('fe01093d00')), tooLarge);
  assert.throws(() => decode(text, fromHex('fe01093d00')), tooLarge);
  assert.throws(() => decode(byteString, fromHex('fe00093d00')), END_OF_DATA);
});

test('a claimed length or count beyond the input fails at once and reserves nothing', () => {
  const heapBefore = process.memoryUsage().arrayBuffers;
  const codecs: readonly Codec<unknown>[] = [bytes, vector(u8), vector(hash256), sortedMap(varint64)];
  for (const codec of codecs) {
    const started = performance.now();
    assert.throws(() => decode(codec, fromHex('fe00000002')), END_OF_DATA);
    assert.ok(performance.now() - started < 100);
  }
  assert.ok(process.memoryUsage().arrayBuffers - heapBefore < 1_000_000);
});

test('a hash is printed last byte first, a key id in natural order', () => {
  const natural = `${'00'.repeat(31)}ff`;
  assert.is(hexOf(encode(hash256, natural)), `ff${'00'.repeat(31)}`);
  assert.is(decode(hash256, fromHex(`ff${'00'.repeat(31)}`)), natural);
  const keyId = `${'00'.repeat(19)}ff`;
  assert.is(hexOf(encode(hash160, keyId)), keyId);
  assert.is(decode(hash160, fromHex(keyId)), keyId);
});

test('a hash of the wrong length or alphabet is not written', () => {
  for (const wrong of ['', '00'.repeat(31), '00'.repeat(33), `${'00'.repeat(31)}zz`]) {
    assert.throws(
      () => encode(hash256, wrong),
      (error: unknown) => error instanceof EncodeError,
    );
  }
});

test('text keeps every byte, and a character that is no byte is not written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), value => {
      const encoded = encode(byteString, value);
      return encode(text, decode(text, encoded)).equals(encoded);
    }),
  );
  // U+0157 cut to a byte is 0x57, and the symbol that of another coin.
  for (const wide of ['转', '\u0157ICC']) {
    assert.throws(
      () => encode(text, wide),
      (error: unknown) => error instanceof EncodeError,
    );
  }
});

test('map entries are written in byte order of their keys, and the first of repeated keys counts', () => {
  const map = sortedMap(u8);
  const written = encode(
    map,
    new Map([
      ['b', 1],
      ['ab', 2],
      ['a', 3],
      ['\u00ff', 4],
    ]),
  );
  assert.is(hexOf(written), '04' + '016103' + '02616202' + '016201' + '01ff04');
  const read = decode(map, fromHex('03' + '016201' + '016102' + '016203'));
  assert.equal(
    [...read],
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

test('an optional value has a flag before it', () => {
  const codec = optional(u8);
  assert.is(hexOf(encode(codec, undefined)), '00');
  assert.is(hexOf(encode(codec, 7)), '0107');
  assert.is(decode(codec, fromHex('00')), undefined);
  assert.is(decode(codec, fromHex('0107')), 7);
});

test('a record is its fields in the order in which they are declared', () => {
  const codec = record({ second: u8, first: u8 });
  assert.is(hexOf(encode(codec, { first: 1, second: 2 })), '0201');
  assert.equal(decode(codec, fromHex('0201')), { second: 2, first: 1 });
});

test('decode refuses bytes left over', () => {
  assert.throws(() => decode(u8, fromHex('0102')), withMessage('1 bytes left over'));
});

test('bytes that are read outlive and never change the input', () => {
  const input = fromHex('02aabb');
  const value = decode(bytes, input);
  input.fill(0);
  assert.is(hexOf(value), 'aabb');
});

test('a written buffer grows to any size and belongs to its caller', () => {
  const writer = new ByteWriter(1);
  for (let i = 0; i < 1000; i++) writer.u8(i % 256);
  const first = writer.finish();
  writer.u8(1);
  assert.is(first.length, 1000);
  assert.is(writer.finish().length, 1001);
  assert.is(first[999], 999 % 256);
});

test('a codec that encodes a part by itself, and one that gives up half-way, disturb no other', () => {
  const inner = record({ a: u8, b: byteString });
  const nested: Codec<number> = {
    read: r => r.u8(),
    write(w, v) {
      w.u8(1);
      w.bytes(encode(inner, { a: v, b: Buffer.of(7) }));
      w.u8(2);
    },
  };
  assert.is(hexOf(encode(nested, 9)), '0109010702');
  const failing: Codec<number> = {
    read: r => r.u8(),
    write(w) {
      w.u8(0xff);
      throw new EncodeError('no');
    },
  };
  assert.throws(() => encode(failing, 1), 'no');
  const first = encode(u32, 0x01020304);
  assert.is(hexOf(encode(nested, 9)), '0109010702');
  assert.is(hexOf(first), '04030201', 'what was encoded before stays as it is');
});

test('texts of one byte a character are refused otherwise, whether long or short', () => {
  for (const length of [1, 31, 32, 33, 500]) {
    const writer = new ByteWriter();
    writer.latin1('\u00ff'.repeat(length));
    assert.is(hexOf(writer.finish()), 'ff'.repeat(length));
    assert.throws(() => writer.latin1(`${'a'.repeat(length)}\u0100`), /a character that is not one byte/);
  }
});

test.run();
