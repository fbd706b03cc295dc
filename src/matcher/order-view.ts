import { conditionsOf } from '../../vm/native/dex/deal-terms.js';
import { residualOf } from '../../vm/native/dex/order-amounts.js';
import { type RegId, regIdText } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import { fromDisplayHex } from '../crypto/hash.js';
import type { StateReader } from '../state/state.js';
import { dexOperator } from '../state/tables/dex-operators.js';
import type { Order } from '../state/tables/orders.js';
import { ORDER_BUY, ORDER_MARKET } from '../tx/enums.js';

/** An open order as the matcher sees it (spec 06 §16.2). */
export interface OrderView {
  /** In display order. */
  readonly id: string;
  readonly assetSymbol: string;
  readonly coinSymbol: string;
  readonly isBuy: boolean;
  readonly isMarket: boolean;
  /** Coins for an asset times 10^8; 0 for a market order. */
  readonly price: bigint;
  readonly dexId: number;
  /** In effect for this order. */
  readonly openMode: number;
  readonly sharedWith: readonly bigint[];
  /** Regid of the owner, as text. */
  readonly owner: string;
  /** Where the order was placed. */
  readonly position: RegId;
  /** Its remaining amount, in sawi: coins of a market buy, the asset of every other order. */
  readonly remaining: bigint;
}

/**
 * The view of an open order.
 * @returns undefined for what can never be dealt: nothing remains, coin and asset are the same, or its
 *   operator is unknown
 */
export function viewOf(
  state: StateReader,
  network: NetworkParameters,
  id: string,
  order: Order,
): OrderView | undefined {
  const remaining = residualOf(order);
  const operator = dexOperator(state, network, order.dexId);
  if (remaining <= 0n || order.coinSymbol === order.assetSymbol || operator === undefined) return undefined;
  return {
    id,
    assetSymbol: order.assetSymbol,
    coinSymbol: order.coinSymbol,
    isBuy: order.orderSide === ORDER_BUY,
    isMarket: order.orderType === ORDER_MARKET,
    price: order.price,
    dexId: order.dexId,
    openMode: conditionsOf(state, network, order, operator).openMode,
    sharedWith: operator.sharedWith,
    owner: regIdText(order.owner),
    position: order.position,
    remaining,
  };
}

/** Earlier orders first; those of one transaction by the bytes of their ids: a strict total order. */
export function byTime(a: OrderView, b: OrderView): number {
  return (
    a.position.height - b.position.height ||
    a.position.index - b.position.index ||
    Buffer.compare(fromDisplayHex(a.id), fromDisplayHex(b.id))
  );
}

/** Names the trading pair of an order; names sort as the symbols' bytes do, the asset first. */
export function pairOf({ assetSymbol, coinSymbol }: Pick<OrderView, 'assetSymbol' | 'coinSymbol'>): string {
  return `${assetSymbol}\0${coinSymbol}`;
}
