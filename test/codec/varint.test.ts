import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decode, encode, varint16, varint32, varint64, varintSigned32 } from '../../src/codec/codec.js';
import { DecodeError, EncodeError } from '../../src/codec/errors.js';
import { ByteReader } from '../../src/codec/reader.js';
import { readExact } from '../support/answers/exact-json.js';
import { scaled } from '../support/random/scale.js';
import { checkAllRows } from '../support/vectors/all-rows.js';

interface Sample {
  readonly type: 'i32' | 'u16' | 'u64';
  /** Absent where only reading is recorded. */
  readonly value?: string;
  readonly hex: string;
  readonly read_back?: string;
}

const { varint: samples } = readExact<{ varint: readonly Sample[] }>('reference-transactions');
const nameOf = (row: Sample) => `${row.type} ${row.value ?? row.hex}`;

/**
 * Rows in which the reference wraps around and this node refuses (decision D28): negative numbers
 * cannot be written, encodings above their type cannot be read.
 */
const OVERRULED_BY_D28: Readonly<Record<string, 'not written' | 'not read'>> = {
  'i32 -1': 'not written',
  'i32 -2': 'not written',
  'i32 -128': 'not written',
  'u16 82fefe7f': 'not read',
  'u64 80fefefefefefefefefe7f': 'not read',
};

function write(type: Sample['type'], value: bigint): string {
  if (type === 'u64') return encode(varint64, value).toString('hex');
  return encode(type === 'u16' ? varint16 : varintSigned32, Number(value)).toString('hex');
}

function read(type: Sample['type'], hex: string): bigint {
  const bytes = Buffer.from(hex, 'hex');
  if (type === 'u64') return decode(varint64, bytes);
  return BigInt(decode(type === 'u16' ? varint16 : varintSigned32, bytes));
}

test('the samples of the reference are written and read as recorded', () => {
  checkAllRows('varint samples', samples, 23, nameOf, row => {
    const overruled = OVERRULED_BY_D28[nameOf(row)];
    if (overruled === 'not written') {
      assert.throws(() => write(row.type, BigInt(row.value!)), isEncodeError);
      assert.is.not(row.read_back, row.value, 'the reference lost nothing here');
      return;
    }
    if (overruled === 'not read') {
      assert.throws(() => read(row.type, row.hex), isDecodeError);
      return;
    }
    assert.is(write(row.type, BigInt(row.value!)), row.hex);
    assert.is(String(read(row.type, row.hex)), row.read_back ?? row.value);
  });
  const names = new Set(samples.map(nameOf));
  assert.ok(Object.keys(OVERRULED_BY_D28).every(name => names.has(name)));
});

const isEncodeError = (error: unknown) => error instanceof EncodeError;
const isDecodeError = (error: unknown) => error instanceof DecodeError;

/** All lengths of encodings, and the edges between them. */
const u64 = fc.oneof(
  fc.bigInt(0n, 2n ** 64n - 1n),
  fc.tuple(fc.integer({ min: 0, max: 64 }), fc.bigInt(-2n, 2n)).map(([bits, delta]) => {
    const value = 2n ** BigInt(bits) + delta;
    return value < 0n ? 0n : value >= 2n ** 64n ? 2n ** 64n - 1n : value;
  }),
);

test('every unsigned 64-bit value is read back from what is written', () => {
  fc.assert(
    fc.property(u64, value => decode(varint64, encode(varint64, value)) === value),
    { numRuns: scaled(2000, 100_000) },
  );
});

test('the form is the textbook one: minus one at each continuation', () => {
  const textbook = (value: bigint): string => {
    const groups = [Number(value & 0x7fn)];
    for (let rest = value; rest > 0x7fn; ) {
      rest = (rest >> 7n) - 1n;
      groups.unshift(Number(rest & 0x7fn) | 0x80);
    }
    return Buffer.from(groups).toString('hex');
  };
  fc.assert(
    fc.property(u64, value => encode(varint64, value).toString('hex') === textbook(value)),
    { numRuns: scaled(2000, 100_000) },
  );
});

test('an encoding that can be read is the only one of its value', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 11 }), bytes => {
      const reader = new ByteReader(bytes);
      try {
        const value = varint64.read(reader);
        return encode(varint64, value).equals(Buffer.from(bytes).subarray(0, reader.offset));
      } catch (error) {
        return error instanceof DecodeError;
      }
    }),
    { numRuns: scaled(5000, 200_000) },
  );
});

test('a value above its type is an error at exactly the first such value', () => {
  for (const [codec, max] of [
    [varint16, 0xffff],
    [varint32, 0xffffffff],
    [varintSigned32, 0x7fffffff],
  ] as const) {
    assert.is(decode(codec, encode(codec, max)), max);
    assert.throws(() => encode(codec, max + 1), isEncodeError);
    assert.throws(() => decode(codec, encode(varint64, BigInt(max) + 1n)), isDecodeError);
  }
  assert.throws(() => encode(varint64, 2n ** 64n), isEncodeError);
  assert.throws(() => encode(varint64, -1n), isEncodeError);
});

test('an endless varint is refused at the first byte that exceeds the type', () => {
  for (const codec of [varint16, varint32, varint64]) {
    const reader = new ByteReader(Buffer.alloc(100_000, 0xff));
    assert.throws(() => codec.read(reader), isDecodeError);
    assert.ok(reader.offset <= 10);
  }
});

test.run();
