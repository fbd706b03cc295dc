import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pairPrices, pairs } from '../../src/config/pair-options.js';

test('pairs are an asset and a coin, as often as they are given', () => {
  assert.equal(pairs.parse(['WICC:WUSD', '', 'ROG-1@X.Y:WICC']), [
    { assetSymbol: 'WICC', coinSymbol: 'WUSD' },
    { assetSymbol: 'ROG-1@X.Y', coinSymbol: 'WICC' },
  ]);
  for (const text of [
    'WICC',
    'WICC:',
    ':WUSD',
    'wicc:WUSD',
    'WICC:WICC',
    'WICC:WUSD:X',
    'WICC/WUSD',
    'TOOLONGSYMBOL:X',
  ]) {
    assert.throws(() => pairs.parse([text]), /must be a pair such as WICC:WUSD, not "/, text);
  }
});

test('prices of pairs have up to eight decimals and are above zero', () => {
  assert.equal(pairPrices.parse(['WICC:WUSD=0.25', 'WGRT:WUSD=12']), [
    { assetSymbol: 'WICC', coinSymbol: 'WUSD', price: 25_000_000n },
    { assetSymbol: 'WGRT', coinSymbol: 'WUSD', price: 1_200_000_000n },
  ]);
  assert.is(pairPrices.parse(['WICC:WUSD=0.00000001'])[0]!.price, 1n);
  for (const text of [
    'WICC:WUSD',
    'WICC:WUSD=',
    'WICC:WUSD=0',
    'WICC:WUSD=-1',
    'WICC:WUSD=1.123456789',
    'WICC:WUSD=1e3',
    'WICC=1',
  ]) {
    assert.throws(() => pairPrices.parse([text]), /such as WICC:WUSD=0.25, not "/, text);
  }
});

test.run();
