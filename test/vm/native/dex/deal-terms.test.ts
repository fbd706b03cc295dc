import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  OPEN_PRIVATE,
  OPEN_PUBLIC,
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
} from '../../../../src/tx/enums.js';
import { sharingProblem, takerSideOf } from '../../../../vm/native/dex/deal-terms.js';
import {
  coinsFor,
  coinTolerance,
  frictionFee,
  operatorFee,
  operatorFeeShares,
} from '../../../../vm/native/dex/formulas.js';

const MAX_U64 = 2n ** 64n - 1n;

function order(orderType: number, height: number, index = 1) {
  return { orderType, position: { height, index } };
}

/* The maker and taker table of the product requirement, row by row. */

test('limit against limit: the order that came into the chain later takes', () => {
  assert.is(takerSideOf(order(ORDER_LIMIT, 10), order(ORDER_LIMIT, 11)), ORDER_SELL);
  assert.is(takerSideOf(order(ORDER_LIMIT, 11), order(ORDER_LIMIT, 10)), ORDER_BUY);
  assert.is(takerSideOf(order(ORDER_LIMIT, 10, 1), order(ORDER_LIMIT, 10, 2)), ORDER_SELL);
  assert.is(takerSideOf(order(ORDER_LIMIT, 10, 2), order(ORDER_LIMIT, 10, 1)), ORDER_BUY);
});

test('limit against market: the market order takes, even if it is the older one', () => {
  assert.is(takerSideOf(order(ORDER_MARKET, 10), order(ORDER_LIMIT, 11)), ORDER_BUY);
  assert.is(takerSideOf(order(ORDER_MARKET, 11), order(ORDER_LIMIT, 10)), ORDER_BUY);
  assert.is(takerSideOf(order(ORDER_LIMIT, 11), order(ORDER_MARKET, 10)), ORDER_SELL);
  assert.is(takerSideOf(order(ORDER_LIMIT, 10), order(ORDER_MARKET, 11)), ORDER_SELL);
});

test('market against market: the later order takes', () => {
  assert.is(takerSideOf(order(ORDER_MARKET, 10), order(ORDER_MARKET, 11)), ORDER_SELL);
  assert.is(takerSideOf(order(ORDER_MARKET, 11), order(ORDER_MARKET, 10)), ORDER_BUY);
});

test('of two orders from one transaction the buy order takes', () => {
  assert.is(takerSideOf(order(ORDER_LIMIT, 10), order(ORDER_LIMIT, 10)), ORDER_BUY);
});

test('an order of the same operator may always be taken', () => {
  assert.is(sharingProblem({ dexId: 1, openMode: OPEN_PRIVATE, sharedWith: [2n] }, 1), undefined);
});

test('a private order may not be taken by one of another operator', () => {
  assert.is(sharingProblem({ dexId: 1, openMode: OPEN_PRIVATE, sharedWith: [] }, 2), 'not-public');
});

test('a public order may be taken by everybody, or by those its operator shares with', () => {
  assert.is(sharingProblem({ dexId: 1, openMode: OPEN_PUBLIC, sharedWith: [] }, 2), undefined);
  assert.is(sharingProblem({ dexId: 1, openMode: OPEN_PUBLIC, sharedWith: [2n] }, 2), undefined);
  assert.is(sharingProblem({ dexId: 1, openMode: OPEN_PUBLIC, sharedWith: [3n] }, 2), 'not-shared');
});

test('coins are rounded down and must be below 2^64 - 1', () => {
  assert.is(coinsFor(3n, 33_333_333n), 0n);
  assert.is(coinsFor(4n, 33_333_333n), 1n);
  assert.is(coinsFor(MAX_U64 - 1n, 100_000_000n), MAX_U64 - 1n);
  assert.is(coinsFor(MAX_U64, 100_000_000n), undefined);
  assert.is(coinsFor(MAX_U64, MAX_U64), undefined);
});

test('the tolerance is the price of one sawi of the asset, and at least one sawi', () => {
  const prices = [1n, 99_999_999n, 199_999_999n, 200_000_000n, 1_250_000_000n];
  assert.equal(prices.map(coinTolerance), [1n, 1n, 1n, 2n, 12n]);
});

test('fees are rounded down and must fit 64 bits', () => {
  assert.equal(
    [4999n, 5000n, 9999n].map(amount => frictionFee(amount, 2n)),
    [0n, 1n, 1n],
  );
  assert.equal(
    [2499n, 2500n].map(amount => operatorFee(amount, 40_000n)),
    [0n, 1n],
  );
  assert.is(frictionFee(MAX_U64, 10_001n), undefined);
  assert.is(operatorFee(MAX_U64, 100_000_001n), undefined);
});

test('of the fee for an operator the reserve gets its part, the producers the rest, the first what is left over', () => {
  assert.equal(operatorFeeShares(1000n, 4000n, 11), {
    reserve: 400n,
    producers: [60n, 54n, 54n, 54n, 54n, 54n, 54n, 54n, 54n, 54n, 54n],
  });
  assert.equal(operatorFeeShares(1000n, 10_000n, 2), { reserve: 1000n, producers: [0n, 0n] });
  assert.equal(operatorFeeShares(1000n, 4000n, 0), { reserve: 400n, producers: [] });
});

test.run();
