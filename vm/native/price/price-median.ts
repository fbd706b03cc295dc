import { MEDIAN_PRICES, type MedianPrice } from '../../../src/state/tables/prices.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { PricePoint } from '../../../src/tx/types/price-feed.js';
import { priceMedian } from '../../../src/tx/types/price-median.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { medianPricesAt } from './price-window.js';

/**
 * What the system does as soon as a block's median prices are known, as a part of the median
 * transaction: its receipts are that transaction's.
 */
export type PriceReaction = (prices: readonly MedianPrice[], context: TransactionContext) => void;

/**
 * PRICE_MEDIAN_TX (17): the median prices of a block, which every node computes again (spec 05 §9.3).
 * Transactions before it see the prices of the block before, those after it the new ones.
 *
 * @param reactions - in the order in which they happen
 */
export function priceMedianHandler(reactions: readonly PriceReaction[]) {
  return defineHandler(priceMedian, {
    summary: 'Sets the median prices of a block; made by its producer after the price feeds.',

    // Sender and valid_height are not checked (spec 05 §1, row 31); the block check verifies that
    // there is one.
    check() {},

    execute({ medianPrices }, context) {
      const prices = medianPricesAt(context.state, context.block.height, context.network.mended);
      if (!arePricesOf(medianPrices, prices)) reject(REJECT.REJECT_INVALID, 'bad-median-price-points');
      context.state.put(MEDIAN_PRICES, undefined, prices);
      for (const react of reactions) react(prices, context);
    },
  });
}

/** Whether the points are exactly the prices; points of price 0 do not count. */
function arePricesOf(points: readonly PricePoint[], prices: readonly MedianPrice[]): boolean {
  const given = points.filter(point => point.price !== 0n);
  return (
    given.length === prices.length &&
    prices.every(({ baseSymbol, quoteSymbol, price }) =>
      given.some(
        point =>
          point.baseSymbol === baseSymbol && point.quoteSymbol === quoteSymbol && point.price === price,
      ),
    )
  );
}
