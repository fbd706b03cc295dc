import { residualOf } from '../../../vm/native/dex/order-amounts.js';
import type { JsonObject } from '../../codec/json-value.js';
import { required } from '../../codec/required.js';
import type { StateReader } from '../../state/state.js';
import { ORDERS, ORDERS_BY_PRICE, orderSidePrefix } from '../../state/tables/orders.js';
import { ORDER_BUY, ORDER_MARKET, ORDER_SELL } from '../../tx/enums.js';

/** Which orders to sum up. */
export interface OrderBookRequest {
  readonly assetSymbol: string;
  readonly coinSymbol: string;
  /** Undefined: those of all operators. */
  readonly dexId: number | undefined;
  /** Most prices of a side. */
  readonly depth: number;
}

/** What waits at a price: an amount in sawi, and in how many orders. */
interface Waiting {
  amount: bigint;
  orders: number;
}

/** One side of a pair. */
interface SideOfBook {
  /** Market orders; those that buy wait with coins, those that sell with the asset. */
  readonly market: Waiting;
  /** The best price first; amounts of the asset. */
  readonly levels: readonly (Waiting & { readonly price: bigint })[];
}

/** The open orders of a pair, summed up by price. */
export function orderBookJson(state: StateReader, request: OrderBookRequest): JsonObject {
  const bids = sideOfBook(state, request, ORDER_BUY);
  const asks = sideOfBook(state, request, ORDER_SELL);
  return {
    market_buy: { coin_amount: bids.market.amount, orders: bids.market.orders },
    market_sell: { asset_amount: asks.market.amount, orders: asks.market.orders },
    bids: bids.levels.map(levelJson),
    asks: asks.levels.map(levelJson),
  };
}

function levelJson({ price, amount, orders }: SideOfBook['levels'][number]): JsonObject {
  return { price, asset_amount: amount, orders };
}

function sideOfBook(state: StateReader, request: OrderBookRequest, side: number): SideOfBook {
  const { assetSymbol, coinSymbol, dexId, depth } = request;
  const market: Waiting = { amount: 0n, orders: 0 };
  const levels: (Waiting & { readonly price: bigint })[] = [];
  const prefix = orderSidePrefix(assetSymbol, coinSymbol, side);
  for (const [[, , , , id]] of state.iterate(ORDERS_BY_PRICE, { prefix })) {
    const order = state.get(ORDERS, id);
    if (order === undefined || (dexId !== undefined && order.dexId !== dexId)) continue;
    let place = order.orderType === ORDER_MARKET ? market : levels.at(-1);
    if (place !== market && levels.at(-1)?.price !== order.price) {
      if (levels.length === depth) break;
      const level = { price: order.price, amount: 0n, orders: 0 };
      levels.push(level);
      place = level;
    }
    required(place, 'the level of the order').amount += residualOf(order);
    required(place, 'the level of the order').orders++;
  }
  return { market, levels };
}
