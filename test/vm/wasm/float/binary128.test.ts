import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { add, compare, divide, multiply, subtract } from '../../../../vm/wasm/float/arithmetic.js';
import {
  BINARY32,
  BINARY64,
  BINARY128,
  type FloatNumber,
  fromDouble,
  pack,
  toDouble,
  toSingle,
  unpack,
} from '../../../../vm/wasm/float/binary-format.js';
import {
  fromInteger,
  signedRange,
  toNearestInteger,
  toTruncatedInteger,
  unsignedRange,
} from '../../../../vm/wasm/float/integer.js';
import { checkAllRows } from '../../../support/vectors/all-rows.js';
import { readVectors } from '../../../support/vectors/vectors.js';

const test = suite('binary128');

type Row = readonly string[];
interface Vectors {
  readonly add: readonly Row[];
  readonly sub: readonly Row[];
  readonly mul: readonly Row[];
  readonly div: readonly Row[];
  readonly compare: readonly (readonly [string, string, number | null])[];
  readonly toDouble: readonly Row[];
  readonly toSingle: readonly Row[];
  readonly fromDouble: readonly Row[];
  readonly toInt128: readonly Row[];
  readonly fromInt64: readonly Row[];
  readonly int128ToDouble: readonly Row[];
}

/** Results of libgcc, the soft floats of another compiler's runtime. */
const vectors = readVectors<Vectors>('float128');
const ROWS = 150;

const quad = (hex: string): FloatNumber => unpack(BINARY128, BigInt(`0x${hex}`));

function hexOf(value: FloatNumber, format = BINARY128): string {
  const digits = (1 + format.exponentBits + format.fractionBits) / 4;
  return value.kind === 'nan' ? 'nan' : pack(format, value).toString(16).padStart(digits, '0');
}

function check(what: string, rows: readonly Row[], result: (row: Row) => string): void {
  checkAllRows(
    what,
    rows,
    ROWS,
    row => row.join(' '),
    row => {
      assert.is(result(row), row.at(-1));
    },
  );
}

test('sums, differences, products and quotients are those of libgcc', () => {
  check('add', vectors.add, ([a, b]) => hexOf(add(quad(a!), quad(b!))));
  check('subtract', vectors.sub, ([a, b]) => hexOf(subtract(quad(a!), quad(b!))));
  check('multiply', vectors.mul, ([a, b]) => hexOf(multiply(quad(a!), quad(b!))));
  check('divide', vectors.div, ([a, b]) => hexOf(divide(quad(a!), quad(b!))));
});

test('comparisons are those of libgcc', () => {
  checkAllRows(
    'compare',
    vectors.compare,
    ROWS,
    row => row.join(' '),
    ([a, b, order]) => {
      assert.is(compare(quad(a), quad(b)), order ?? undefined);
    },
  );
});

test('conversions are those of libgcc', () => {
  check('to double', vectors.toDouble, ([a]) => hexOf(quad(a!), BINARY64));
  check('to single', vectors.toSingle, ([a]) => hexOf(quad(a!), BINARY32));
  check('from double', vectors.fromDouble, ([a]) => hexOf(unpack(BINARY64, BigInt(`0x${a}`))));
  check('to int128', vectors.toInt128, ([a]) =>
    BigInt.asUintN(128, toTruncatedInteger(quad(a!), signedRange(128)))
      .toString(16)
      .padStart(32, '0'),
  );
  check('from int64', vectors.fromInt64, ([a]) => hexOf(fromInteger(BigInt(a!))));
  check('int128 to double', vectors.int128ToDouble, ([a]) =>
    hexOf(fromInteger(BigInt.asIntN(128, BigInt(`0x${a}`))), BINARY64),
  );
});

test('on doubles, computing in 128 bits and rounding once more gives what the processor gives', () => {
  const double = fc.double({ noNaN: true });
  fc.assert(
    fc.property(double, double, (a, b) => {
      const [x, y] = [fromDouble(a), fromDouble(b)];
      // Twice rounded is once rounded where the wider format has more than twice the digits.
      if (Math.abs(a + b) > 1e-290) assert.ok(Object.is(toDouble(add(x, y)), a + b));
      if (Math.abs(a * b) > 1e-290) assert.ok(Object.is(toDouble(multiply(x, y)), a * b));
      if (Math.abs(a / b) > 1e-290) assert.ok(Object.is(toDouble(divide(x, y)), a / b));
      assert.is(compare(x, y), a < b ? -1 : a > b ? 1 : 0);
    }),
    { numRuns: 5000 },
  );
});

test('doubles and singles come back from 128 bits as they were', () => {
  fc.assert(
    fc.property(fc.double(), fc.float(), (wide, narrow) => {
      assert.ok(Object.is(toDouble(unpack(BINARY128, pack(BINARY128, fromDouble(wide)))), wide));
      assert.ok(Object.is(toSingle(fromDouble(narrow)), narrow));
      assert.ok(Object.is(toSingle(fromDouble(wide)), Math.fround(wide)));
    }),
    { numRuns: 5000 },
  );
});

test('there is one NaN', () => {
  assert.is(pack(BINARY128, quad('ffff8000000000000000000000000001')), 0x7fff8n << 108n);
  assert.is(pack(BINARY64, fromDouble(Number.NaN)), 0x7ff8000000000000n);
});

test('spec 04 O35: integers of 32 and 64 bits are rounded to the nearest, even one', () => {
  const nearest = (value: number): bigint => toNearestInteger(fromDouble(value), signedRange(64));
  assert.equal([0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, -2.5001].map(nearest), [0n, 2n, 2n, 0n, -2n, 2n, -3n]);
});

test('what does not fit 32 or 64 bits is the smallest signed or the largest unsigned integer', () => {
  for (const value of [1e30, -1e30, Number.NaN, Number.POSITIVE_INFINITY, 2147483648]) {
    assert.is(toNearestInteger(fromDouble(value), signedRange(32)), -(2n ** 31n));
  }
  for (const value of [1e30, -1, Number.NaN, 4294967296]) {
    assert.is(toNearestInteger(fromDouble(value), unsignedRange(32)), 2n ** 32n - 1n);
  }
});

test('integers of 128 bits are truncated, and the nearest where they do not fit', () => {
  const truncated = (value: number): bigint => toTruncatedInteger(fromDouble(value), signedRange(128));
  assert.equal([1.9, -1.9, 0.1, 0].map(truncated), [1n, -1n, 0n, 0n]);
  assert.is(truncated(1e39), 2n ** 127n - 1n);
  assert.is(truncated(-1e39), -(2n ** 127n));
  assert.is(truncated(Number.NEGATIVE_INFINITY), -(2n ** 127n));
  assert.is(toTruncatedInteger(fromDouble(-5), unsignedRange(128)), 0n);
  assert.is(toTruncatedInteger(multiply(fromDouble(0), fromDouble(1e300)), signedRange(128)), 0n);
});

test.run();
