import { hash256, record, u8, u32, type ValueOf, varint64 } from '../../codec/codec.js';
import { regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey, u32Key } from '../key-codecs.js';
import type { StateReader, StateWriter } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { hashKey, u16Key } from './keys.js';
import { type Order, orderCodec, removeOrder } from './orders.js';
import { presence } from './presence.js';

/*
 * What became of the orders of the exchange. No rule reads it, so it is not part of what the nodes
 * of a network agree on; a block that is taken back takes its part of it along.
 */

/** How an order ended. */
export const ORDER_OUTCOME = { filled: 1, cancelled: 2 } as const;

const closedOrder = record({
  /** As it was at the end. */
  order: orderCodec,
  /** One of {@link ORDER_OUTCOME}. */
  outcome: u8,
  /** Height and index of the transaction that ended it. */
  closedAt: regId,
  /** That transaction, in display order. */
  closedBy: hash256,
});
/** An order that is closed. */
export type ClosedOrder = ValueOf<typeof closedOrder>;

/** The orders that were filled or cancelled, by id. */
export const CLOSED_ORDERS = defineTable({
  name: 'closed-orders',
  prefix: TABLE_PREFIX.closedOrders,
  key: hashKey,
  value: valueCodec(closedOrder),
  consensus: false,
});

const trade = record({
  buyOrderId: hash256,
  sellOrderId: hash256,
  /** ORDER_BUY or ORDER_SELL: the side of the taker, whose order met a resting one. */
  takerSide: u8,
  /** Coins for an asset times 10^8. */
  price: varint64,
  coinAmount: varint64,
  assetAmount: varint64,
  /** What the buyer paid of the asset, and the seller of the coins, to the system. */
  buyerFriction: varint64,
  sellerFriction: varint64,
  /** The same to the operators. */
  buyerFee: varint64,
  sellerFee: varint64,
  /** Block time, seconds since 1970. */
  time: u32,
  /** The settlement, in display order. */
  txid: hash256,
});
/** A deal that was settled. Amounts are in sawi. */
export type Trade = ValueOf<typeof trade>;

/** The place of a trade among those of its pair: in the order of the chain. */
export type TradeKey = readonly [
  assetSymbol: string,
  coinSymbol: string,
  height: number,
  index: number,
  item: number,
];

const tradeKey = tupleKey<TradeKey>(textKey, textKey, u32Key, u16Key, u16Key);

/** All trades by pair, in the order of the chain. */
export const TRADES = defineTable({
  name: 'trades',
  prefix: TABLE_PREFIX.trades,
  key: tradeKey,
  value: valueCodec(trade),
  consensus: false,
});

/** For ranges: what the keys of the trades of a pair begin with. */
export function tradesPrefix(assetSymbol: string, coinSymbol: string): string {
  return tradeKey.prefixOf([assetSymbol, coinSymbol]);
}

const tradeOfOrderKey = tupleKey<readonly [id: string, height: number, index: number, item: number]>(
  hashKey,
  u32Key,
  u16Key,
  u16Key,
);

/** Where the trades of an order are among those of its pair, in the order of the chain. */
export const TRADES_OF_ORDER = defineTable({
  name: 'trades-of-order',
  prefix: TABLE_PREFIX.tradesOfOrder,
  key: tradeOfOrderKey,
  value: presence,
  consensus: false,
});

/** Notes a trade, for its pair and for both of its orders. */
export function recordTrade(state: StateWriter, key: TradeKey, value: Trade): void {
  const [, , height, index, item] = key;
  state.put(TRADES, key, value);
  for (const id of [value.buyOrderId, value.sellOrderId]) {
    state.put(TRADES_OF_ORDER, [id, height, index, item], true);
  }
}

/** Removes an order from the active ones and stores its outcome. */
export function closeOrder(state: StateWriter, id: string, closed: ClosedOrder): void {
  removeOrder(state, id, closed.order);
  state.put(CLOSED_ORDERS, id, closed);
}

/** The trades of an order, active or not, in the order of the chain. */
export function* tradesOf(
  state: StateReader,
  id: string,
  { assetSymbol, coinSymbol }: Order,
): Generator<[TradeKey, Trade]> {
  const places = state.iterate(TRADES_OF_ORDER, { prefix: tradeOfOrderKey.prefixOf([id]) });
  for (const [[, height, index, item]] of places) {
    const key: TradeKey = [assetSymbol, coinSymbol, height, index, item];
    const found = state.get(TRADES, key);
    if (found !== undefined) yield [key, found];
  }
}
