import {
  hash256,
  optional,
  record,
  text,
  u8,
  type ValueOf,
  varint8,
  varint32,
  varint64,
} from '../../codec/codec.js';
import { regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { ORDER_BUY, ORDER_MARKET } from '../../tx/enums.js';
import { textKey, tupleKey, u32Key, u64Key } from '../key-codecs.js';
import type { StateWriter } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { hashKey, u8Key } from './keys.js';
import { presence } from './presence.js';

/** Who made an order (spec 06 §3). */
export const GENERATED_BY = { user: 1, system: 2 } as const;

/** What an order comes from (spec 06 §11). */
export type OrderSourceType = 'user' | 'cdp_interest' | 'cdp_penalty' | 'cdp_asset' | 'send' | 'settle';

/** An exchange order that is still open (spec 06 §3.1). Amounts are in sawi. */
export const orderCodec = record({
  /** One of {@link GENERATED_BY}. */
  generatedBy: u8,
  /** ORDER_LIMIT or ORDER_MARKET. */
  orderType: u8,
  /** ORDER_BUY or ORDER_SELL. */
  orderSide: u8,
  /** What buyers pay with. */
  coinSymbol: text,
  /** What is traded. */
  assetSymbol: text,
  /** Limit buy: the coins frozen; market buy: the coins to spend; sell: 0. */
  coinAmount: varint64,
  /** Market buy: 0. */
  assetAmount: varint64,
  /** Coins for an asset times 10^8; a market order has 0. */
  price: varint64,
  dexId: varint32,
  /** Set for orders of operators and of the system. */
  operatorParameters: optional(
    record({ openMode: varint8, makerFeeRatio: varint64, takerFeeRatio: varint64 }),
  ),
  /** Height and index of the transaction that made it. */
  position: regId,
  owner: regId,
  dealtCoinAmount: varint64,
  dealtAssetAmount: varint64,
  /** One of {@link OrderSourceType}. */
  sourceType: text,
  /** Id of the transaction or of the debt position, in display order. */
  sourceId: hash256,
});
export type Order = ValueOf<typeof orderCodec>;

/** The active orders by id in display order. */
export const ORDERS = defineTable({
  name: 'orders',
  prefix: TABLE_PREFIX.orders,
  key: hashKey,
  value: valueCodec(orderCodec),
  consensus: true,
});

/** The active orders by height, maker and id, in which they are listed (spec 06 §12). */
export const ORDERS_BY_BLOCK = defineTable({
  name: 'orders-by-block',
  prefix: TABLE_PREFIX.ordersByBlock,
  key: tupleKey<readonly [height: number, generatedBy: number, id: string]>(u32Key, u8Key, hashKey),
  value: presence,
  consensus: true,
});

/** The place of an order among those of its pair and side. */
type PriceKey = readonly [
  assetSymbol: string,
  coinSymbol: string,
  orderSide: number,
  /** Ascending from the best price on; 0 for a market order. */
  rank: bigint,
  id: string,
];

const priceKey = tupleKey<PriceKey>(textKey, textKey, u8Key, u64Key, hashKey);

/** The active orders of each pair and side, market orders first, then the best price; for queries only. */
export const ORDERS_BY_PRICE = defineTable({
  name: 'orders-by-price',
  prefix: TABLE_PREFIX.ordersByPrice,
  key: priceKey,
  value: presence,
  consensus: false,
});

/** For ranges: what the keys of a pair's side begin with. */
export function orderSidePrefix(assetSymbol: string, coinSymbol: string, orderSide: number): string {
  return priceKey.prefixOf([assetSymbol, coinSymbol, orderSide]);
}

const MAX_U64 = 2n ** 64n - 1n;

function priceKeyOf(id: string, { assetSymbol, coinSymbol, orderType, orderSide, price }: Order): PriceKey {
  const isDescending = orderSide === ORDER_BUY && orderType !== ORDER_MARKET;
  return [assetSymbol, coinSymbol, orderSide, isDescending ? MAX_U64 - price : price, id];
}

/** Adds an order, or replaces the one of the same id, which differs in what was dealt only. */
export function putOrder(state: StateWriter, id: string, value: Order): void {
  state.put(ORDERS, id, value);
  state.put(ORDERS_BY_BLOCK, [value.position.height, value.generatedBy, id], true);
  state.put(ORDERS_BY_PRICE, priceKeyOf(id, value), true);
}

/** Removes an order from the active ones. */
export function removeOrder(state: StateWriter, id: string, value: Order): void {
  const { position, generatedBy } = value;
  state.delete(ORDERS, id);
  state.delete(ORDERS_BY_BLOCK, [position.height, generatedBy, id]);
  state.delete(ORDERS_BY_PRICE, priceKeyOf(id, value));
}
