import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { isActivePrice, medianOf } from '../../../../vm/native/price/median-price.js';
import { readVectors } from '../../../support/vectors/vectors.js';

interface MedianCase {
  readonly group: string;
  readonly id: string;
  readonly inputs: { prices: string[]; height: number; last_feed_height: number; timeout_blocks: number };
  readonly expected: { median: string; active: boolean };
}

const { cases } = readVectors<{ cases: MedianCase[] }>('median-prices');

test('the worked examples of the median hold', () => {
  const medians = cases.filter(({ group }) => group === 'median');
  assert.is(medians.length, 7);
  for (const { id, inputs, expected } of medians) {
    assert.is(medianOf(inputs.prices.map(BigInt), REFERENCE_RULES), BigInt(expected.median), id);
  }
});

test('the worked examples of stale prices hold', () => {
  const stale = cases.filter(({ group }) => group === 'stale');
  assert.is(stale.length, 3);
  for (const { id, inputs, expected } of stale) {
    const price = { price: 1n, lastFeedHeight: inputs.last_feed_height };
    assert.is(
      isActivePrice(price, inputs.height, BigInt(inputs.timeout_blocks), REFERENCE_RULES),
      expected.active,
      id,
    );
  }
});

test('the last height at which a price is fresh is a 32-bit sum', () => {
  const price = { price: 1n, lastFeedHeight: 10 };
  assert.ok(isActivePrice(price, 9, 2n ** 32n, REFERENCE_RULES));
  assert.not(isActivePrice(price, 11, 2n ** 32n, REFERENCE_RULES));
});

test('half of the prices are at or below the median, half at or above, and the order does not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(1n, 2n ** 62n), { minLength: 1, maxLength: 40 }), prices => {
      const median = medianOf(prices, REFERENCE_RULES);
      assert.is(medianOf([...prices].reverse(), REFERENCE_RULES), median);
      assert.ok(prices.filter(price => price <= median).length * 2 >= prices.length);
      assert.ok(prices.filter(price => price < median).length * 2 <= prices.length);
    }),
  );
});

test.run();
