import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { log10 } from '../../../../vm/native/cdp/log10.js';
import { examplesOf } from '../../../support/vectors/cdp-examples.js';

function fromBits(hex: string): number {
  return Buffer.from(hex, 'hex').readDoubleBE();
}

function toBits(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

test('the 7 worked examples hold to the last bit', () => {
  const cases = examplesOf<{ argument_bits: string }, { log10_bits: string }>('log10');
  assert.is(cases.length, 7);
  for (const { id, inputs, expected } of cases) {
    assert.is(toBits(log10(fromBits(inputs.argument_bits))), expected.log10_bits, id);
  }
});

test('powers of ten and two are where they belong', () => {
  assert.is(log10(1), 0);
  assert.is(log10(10), 1);
  assert.is(log10(1e8), 8);
  assert.is(log10(2), Math.LOG10E * Math.LN2);
});

test('it is within two units of the last place of what the engine computes', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e15, noNaN: true }), x => {
      const expected = Math.log10(x);
      assert.ok(Math.abs(log10(x) - expected) <= 2 * 2 ** -52 * expected, `${x}`);
    }),
  );
});

test('it does not fall where its argument grows', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e15, noNaN: true }), x => {
      assert.ok(log10(x) <= log10(x * (1 + 2 ** -40)));
    }),
  );
});

test('what is below 1, infinite or no number is an error', () => {
  for (const x of [0.5, -1, Number.POSITIVE_INFINITY, Number.NaN]) assert.throws(() => log10(x), RangeError);
});

test.run();
