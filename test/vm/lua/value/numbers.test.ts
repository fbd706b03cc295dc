import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as int64 from '../../../../vm/lua/value/int64.js';
import * as elementary from '../../../../vm/lua/value/number/elementary.js';
import {
  floatToString,
  formatExponent,
  formatFixed,
  formatGeneral,
} from '../../../../vm/lua/value/number/format.js';
import { parseNumber } from '../../../../vm/lua/value/number/parse.js';
import { power } from '../../../../vm/lua/value/number/power.js';
import { Int64, type Integer, LuaFloat } from '../../../../vm/lua/value/value.js';
import { scaled } from '../../../support/random/scale.js';

const runs = { numRuns: scaled(2_000, 50_000) };

/** 64-bit integers, with those near the borders of the representation often. */
const borders = [0n, 1n << 31n, 1n << 32n, 1n << 53n, 1n << 62n, 1n << 63n];
const integer = fc.oneof(
  fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  fc
    .tuple(fc.constantFrom(...borders), fc.integer({ min: -3, max: 3 }), fc.boolean())
    .map(([border, offset, negative]) =>
      BigInt.asIntN(64, negative ? -border + BigInt(offset) : border + BigInt(offset)),
    ),
  fc.integer({ min: -100, max: 100 }).map(BigInt),
);

/** Two integers, the first of them often next to a multiple of the second. */
const division = fc.oneof(
  fc.tuple(integer, integer),
  fc
    .tuple(integer, integer, fc.integer({ min: 0, max: 63 }), fc.integer({ min: -2, max: 2 }))
    .map(([factor, b, bits, offset]) => [wrap((factor >> BigInt(bits)) * b + BigInt(offset)), b] as const),
);

const from = (b: bigint): Integer => int64.fromBigInt(b);
const wrap = (b: bigint): bigint => BigInt.asIntN(64, b);

/** The value of an integer, having checked that it is in its one form. */
function checkedValue(v: Integer): bigint {
  if (v instanceof Int64) {
    const value = int64.toBigInt(v);
    assert.ok(
      value > BigInt(int64.MAX_SAFE) || value < -BigInt(int64.MAX_SAFE),
      `${value} is not in its one form`,
    );
    assert.ok((v.high | 0) === v.high && (v.low | 0) === v.low);
    return value;
  }
  assert.ok(Number.isSafeInteger(v) && !Object.is(v, -0), `${v} is not in its one form`);
  return BigInt(v);
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

test("integer arithmetic wraps around like 64-bit two's complement", () => {
  const binary: [(a: Integer, b: Integer) => Integer, (a: bigint, b: bigint) => bigint][] = [
    [int64.add, (a, b) => a + b],
    [int64.sub, (a, b) => a - b],
    [int64.mul, (a, b) => a * b],
    [int64.and, (a, b) => a & b],
    [int64.or, (a, b) => a | b],
    [int64.xor, (a, b) => a ^ b],
  ];
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      for (const [ours, exact] of binary) assert.is(checkedValue(ours(from(a), from(b))), wrap(exact(a, b)));
      assert.is(checkedValue(int64.not(from(a))), wrap(~a));
      assert.is(checkedValue(int64.negate(from(a))), wrap(-a));
      assert.is(int64.compare(from(a), from(b)), a < b ? -1 : a > b ? 1 : 0);
      assert.is(int64.unsignedLess(from(a), from(b)), BigInt.asUintN(64, a) < BigInt.asUintN(64, b));
      assert.is(int64.toDouble(from(a)), Number(a));
    }),
    runs,
  );
});

test('division rounds towards minus infinity, and its remainder has the sign of the divisor', () => {
  fc.assert(
    fc.property(division, ([a, b]) => {
      if (b === 0n) return;
      assert.is(checkedValue(int64.floorDivide(from(a), from(b))), wrap(floorDivide(a, b)));
      assert.is(checkedValue(int64.modulo(from(a), from(b))), a - floorDivide(a, b) * b);
    }),
    runs,
  );
});

test('shifts are logical, the other way for negative counts, and give 0 from 64 bits on', () => {
  fc.assert(
    fc.property(integer, fc.integer({ min: -70, max: 70 }), (a, count) => {
      const unsigned = BigInt.asUintN(64, a);
      const shift = (n: number): bigint =>
        Math.abs(n) >= 64 ? 0n : n >= 0 ? wrap(unsigned << BigInt(n)) : wrap(unsigned >> BigInt(-n));
      assert.is(checkedValue(int64.shiftLeft(from(a), count)), shift(count));
      assert.is(checkedValue(int64.shiftRight(from(a), count)), shift(-count));
    }),
    runs,
  );
});

test('a double becomes an integer exactly or not at all', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double({ noNaN: true }), integer.map(Number)), d => {
      const converted = int64.fromDouble(d);
      const fits = Number.isInteger(d) && d >= -(2 ** 63) && d < 2 ** 63;
      assert.is(converted === undefined ? undefined : checkedValue(converted), fits ? BigInt(d) : undefined);
    }),
    runs,
  );
});

test('17 significant digits read back as the same float, and every form agrees with JavaScript where both exist', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), d => {
      const f = new LuaFloat(d);
      const text = formatGeneral(f, 17, false);
      const back = parseNumber(text);
      assert.is(
        back instanceof LuaFloat ? back.n : int64.toDouble(back!),
        Object.is(d, -0) && back === 0 ? 0 : d,
        text,
      );
      // JavaScript rounds ties away from zero; other digits are the same.
      const js = d.toExponential(20);
      assert.is(Number(formatExponent(f, 20, false)), Number(js));
      if (Math.abs(d) < 1e20) assert.is(Number(formatFixed(f, 99, false)), Number(d.toFixed(99)));
    }),
    runs,
  );
});

test('ties round to even in decimal', () => {
  assert.is(floatToString(new LuaFloat(100000000000005)), '1e+14');
  assert.is(floatToString(new LuaFloat(100000000000015)), '1.0000000000002e+14');
  assert.is(formatFixed(new LuaFloat(0.5), 0, false), '0');
  assert.is(formatFixed(new LuaFloat(1.5), 0, false), '2');
  assert.is(formatFixed(new LuaFloat(2.5), 0, false), '2');
  assert.is(formatFixed(new LuaFloat(0.125), 2, false), '0.12');
  assert.is(formatFixed(new LuaFloat(0.375), 2, false), '0.38');
});

/** How many doubles lie between two of the same sign. */
function distance(a: number, b: number): number {
  const view = new DataView(new ArrayBuffer(16));
  view.setFloat64(0, a);
  view.setFloat64(8, b);
  return Math.abs(Number(view.getBigInt64(0) - view.getBigInt64(8)));
}

test('elementary functions are within a digit of what V8 computes', () => {
  const functions: [(x: number) => number, (x: number) => number, fc.Arbitrary<number>][] = [
    [elementary.exp, Math.exp, fc.double({ min: -700, max: 700, noNaN: true })],
    [elementary.log, Math.log, fc.double({ min: 1e-300, max: 1e300, noNaN: true })],
    [elementary.sin, Math.sin, fc.double({ min: -1e6, max: 1e6, noNaN: true })],
    [elementary.cos, Math.cos, fc.double({ min: -1e6, max: 1e6, noNaN: true })],
    [elementary.tan, Math.tan, fc.double({ min: -1e6, max: 1e6, noNaN: true })],
    [elementary.asin, Math.asin, fc.double({ min: -1, max: 1, noNaN: true })],
    [elementary.acos, Math.acos, fc.double({ min: -1, max: 1, noNaN: true })],
    [elementary.atan, Math.atan, fc.double({ noNaN: true })],
  ];
  for (const [ours, v8, argument] of functions) {
    fc.assert(
      fc.property(argument, x => {
        assert.ok(distance(ours(x), v8(x)) <= 3, `${v8.name}(${x}) = ${ours(x)}, V8 gives ${v8(x)}`);
      }),
      { numRuns: scaled(150, 5_000) },
    );
  }
});

test('powers are within a digit of what V8 computes, and exact where they can be', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-30, max: 1e30, noNaN: true }),
      fc.double({ min: -9, max: 9, noNaN: true }),
      (x, y) => {
        assert.ok(distance(power(x, y), x ** y) <= 3, `${x} ^ ${y} = ${power(x, y)}, V8 gives ${x ** y}`);
      },
    ),
    { numRuns: scaled(300, 10_000) },
  );
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 60 }), (x, y) => {
      assert.is(power(x, y), Number(BigInt(x) ** BigInt(y)));
    }),
    runs,
  );
  assert.is(power(27, 1 / 3), 3);
  assert.is(power(4, 0.5), 2);
  assert.is(power(16, 0.25), 2);
  assert.is(power(2, -1074), 5e-324);
  assert.is(power(10, -2), 0.01);
  assert.is(power(-8, 3), -512);
  assert.ok(Number.isNaN(power(-8, 1 / 3)));
});

test('known values of the elementary functions are right to the last bit', () => {
  assert.is(elementary.exp(1), Math.E);
  assert.is(elementary.log(10), Math.LN10);
  assert.is(elementary.atan2(1, 1), Math.PI / 4);
  assert.is(elementary.atan2(0, -1), Math.PI);
  assert.is(elementary.acos(-1), Math.PI);
  assert.is(elementary.asin(1), Math.PI / 2);
  assert.is(elementary.logBase(1000, 10), 3);
  assert.is(elementary.logBase(8, 2), 3);
  assert.is(elementary.logBase(2 ** -1074, 2), -1074);
  assert.is(elementary.sin(Math.PI), 1.2246467991473532e-16);
  assert.is(elementary.cos(1e22), 0.523214785395139);
  assert.is(elementary.tan(1e300), 1.4214488238747245);
});

test.run();
