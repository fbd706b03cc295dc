import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { divide } from '../../../../vm/wasm/float/arithmetic.js';
import { BINARY128, fromDouble, pack, unpack } from '../../../../vm/wasm/float/binary-format.js';
import { roundToExtended, scientific } from '../../../../vm/wasm/float/scientific.js';

const test = suite('scientific notation');

test('spec 04 §14.3: numbers as the old modules print them', () => {
  assert.is(scientific(fromDouble(0.5), 6), '5.000000e-01');
  assert.is(scientific(fromDouble(-3.75), 6), '-3.750000e+00');
  assert.is(scientific(fromDouble(Math.fround(6.666666666666666e-7)), 6), '6.666667e-07');
  assert.is(scientific(fromDouble(0.5), 15), '5.000000000000000e-01');
  assert.is(scientific(fromDouble(6.666666666666666e-7), 15), '6.666666666666666e-07');
});

test('spec 04 §14.3: a quotient of 128 bits, rounded to the extended format', () => {
  const quotient = divide(fromDouble(2), fromDouble(3_000_000));
  const stored = unpack(BINARY128, pack(BINARY128, quotient));
  assert.is(scientific(roundToExtended(stored), 18), '6.666666666666666667e-07');
});

test('zero has a sign and digits, infinities and NaN are words', () => {
  assert.is(scientific(fromDouble(0), 6), '0.000000e+00');
  assert.is(scientific(fromDouble(-0), 6), '-0.000000e+00');
  assert.is(scientific(fromDouble(Number.POSITIVE_INFINITY), 6), 'inf');
  assert.is(scientific(fromDouble(Number.NEGATIVE_INFINITY), 6), '-inf');
  assert.is(scientific(fromDouble(Number.NaN), 6), 'nan');
});

test('a tie goes to the even digit, and a carry to the next exponent', () => {
  assert.is(scientific(fromDouble(0.375), 1), '3.8e-01');
  assert.is(scientific(fromDouble(0.125), 1), '1.2e-01');
  assert.is(scientific(fromDouble(9.9999999), 6), '1.000000e+01');
});

test('the largest and the smallest numbers of 128 bits print within milliseconds', () => {
  const started = performance.now();
  const largest = unpack(BINARY128, BigInt(`0x7ffe${'f'.repeat(28)}`));
  assert.is(scientific(roundToExtended(largest), 18), '1.189731495357231765e+4932');
  assert.is(scientific(roundToExtended(unpack(BINARY128, 1n)), 18), '6.475175119438025111e-4966');
  assert.ok(performance.now() - started < 500);
});

test('for doubles it is what JavaScript prints', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      fc.pre(!/\.\d{15}50*e/.test(value.toExponential(40))); // JavaScript rounds ties up
      const expected = value.toExponential(15).replace(/e([+-])(\d)$/, 'e$10$2');
      const negativeZero = Object.is(value, -0) ? '-' : '';
      assert.is(scientific(fromDouble(value), 15), negativeZero + expected);
    }),
    { numRuns: 5000 },
  );
});

test.run();
