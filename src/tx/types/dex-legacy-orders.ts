import { text, varint64 } from '../../codec/codec.js';
import type { JsonObject } from '../../codec/json-value.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../enums.js';
import { orderTermMembers } from '../order-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';
import { ORDER_FACTS } from './order-facts.js';

const COIN_THEN_ASSET = { coinSymbol: text, assetSymbol: text } as const;
const LIMIT_FIELDS = {
  ...STANDARD_FIELDS,
  ...COIN_THEN_ASSET,
  assetAmount: varint64,
  price: varint64,
  ...SIGNATURE,
} as const;

/** The order types before DEX_ORDER_TX print what they lack as zero (spec 01 §9.3). */
function legacyOrderJson(
  orderType: number,
  orderSide: number,
  order: {
    coinSymbol: string;
    assetSymbol: string;
    coinAmount?: bigint;
    assetAmount?: bigint;
    price?: bigint;
  },
): JsonObject {
  const { coinSymbol, assetSymbol, coinAmount = 0n, assetAmount = 0n, price = 0n } = order;
  const terms = { orderType, orderSide, coinSymbol, assetSymbol, coinAmount, assetAmount, price, dexId: 0 };
  return { ...orderTermMembers(terms), has_operator_config: false, memo: '', memo_hex: '' };
}

/** DEX_LIMIT_BUY_ORDER_TX (84). */
export const dexLimitBuyOrder = defineTransaction({
  type: 84,
  name: 'DEX_LIMIT_BUY_ORDER_TX',
  since: 'R2',
  ...ORDER_FACTS,
  fields: LIMIT_FIELDS,
  json: tx => legacyOrderJson(ORDER_LIMIT, ORDER_BUY, tx),
});
export type DexLimitBuyOrder = TransactionOf<typeof dexLimitBuyOrder>;

/** DEX_LIMIT_SELL_ORDER_TX (85). */
export const dexLimitSellOrder = defineTransaction({
  type: 85,
  name: 'DEX_LIMIT_SELL_ORDER_TX',
  since: 'R2',
  ...ORDER_FACTS,
  fields: LIMIT_FIELDS,
  json: tx => legacyOrderJson(ORDER_LIMIT, ORDER_SELL, tx),
});
export type DexLimitSellOrder = TransactionOf<typeof dexLimitSellOrder>;

/** DEX_MARKET_BUY_ORDER_TX (86). */
export const dexMarketBuyOrder = defineTransaction({
  type: 86,
  name: 'DEX_MARKET_BUY_ORDER_TX',
  since: 'R2',
  ...ORDER_FACTS,
  fields: { ...STANDARD_FIELDS, ...COIN_THEN_ASSET, coinAmount: varint64, ...SIGNATURE },
  json: tx => legacyOrderJson(ORDER_MARKET, ORDER_BUY, tx),
});
export type DexMarketBuyOrder = TransactionOf<typeof dexMarketBuyOrder>;

/** DEX_MARKET_SELL_ORDER_TX (87). */
export const dexMarketSellOrder = defineTransaction({
  type: 87,
  name: 'DEX_MARKET_SELL_ORDER_TX',
  since: 'R2',
  ...ORDER_FACTS,
  fields: { ...STANDARD_FIELDS, ...COIN_THEN_ASSET, assetAmount: varint64, ...SIGNATURE },
  json: tx => legacyOrderJson(ORDER_MARKET, ORDER_SELL, tx),
});
export type DexMarketSellOrder = TransactionOf<typeof dexMarketSellOrder>;
