import type { Order } from '../../../src/state/tables/orders.js';
import { ORDER_BUY, ORDER_MARKET } from '../../../src/tx/enums.js';

/** Type and side decide which amount of an order counts. */
type OrderKind = Pick<Order, 'orderType' | 'orderSide'>;

/** A market buy order is for an amount of coins; every other order is for an amount of the asset. */
export function isMarketBuy({ orderType, orderSide }: OrderKind): boolean {
  return orderType === ORDER_MARKET && orderSide === ORDER_BUY;
}

/**
 * The unfilled amount of an order, in sawi: coins of a market buy, the asset of every other order
 * (spec 06 §12). It is fulfilled at zero.
 */
export function residualOf(order: Order): bigint {
  return isMarketBuy(order)
    ? order.coinAmount - order.dealtCoinAmount
    : order.assetAmount - order.dealtAssetAmount;
}

/** Coins that are frozen for an order. */
export interface FrozenRest {
  readonly symbol: string;
  /** In sawi. */
  readonly amount: bigint;
}

/** What an order still holds frozen of its owner's coins: a buyer's coins, a seller's asset (spec 06 §9). */
export function frozenRestOf(order: Order): FrozenRest {
  return order.orderSide === ORDER_BUY
    ? { symbol: order.coinSymbol, amount: order.coinAmount - order.dealtCoinAmount }
    : { symbol: order.assetSymbol, amount: order.assetAmount - order.dealtAssetAmount };
}
