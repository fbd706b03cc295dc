import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { coinRangeMax, DUST_AMOUNT, isInCoinRange, isInFeeRange } from '../../src/tx/coin-range.js';

test('each coin has its largest amount (spec 07 §10.3)', () => {
  assert.is(coinRangeMax('WICC'), 21_000_000_000_000_000n);
  assert.is(coinRangeMax('WGRT'), 2_100_000_000_000_000_000n);
  assert.is(coinRangeMax('WUSD'), 210_000_000_000_000_000n);
  assert.is(coinRangeMax('ABCDEFG'), 9_223_372_036_854_775_807n);
});

test('an amount is in range from zero to the largest, both included', () => {
  for (const symbol of ['WICC', 'WGRT', 'WUSD', 'ABCDEFG']) {
    const max = coinRangeMax(symbol);
    assert.ok(isInCoinRange(symbol, 0n));
    assert.ok(isInCoinRange(symbol, max));
    assert.ok(!isInCoinRange(symbol, max + 1n));
    assert.ok(!isInCoinRange(symbol, -1n));
  }
});

test('fees have the range of the base coin, whatever the coin in which they are paid', () => {
  assert.ok(isInFeeRange(21_000_000_000_000_000n));
  assert.ok(!isInFeeRange(21_000_000_000_000_001n));
});

test('dust is below 10000 sawi', () => assert.is(DUST_AMOUNT, 10_000n));

test.run();
