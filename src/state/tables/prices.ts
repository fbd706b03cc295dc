import { record, text, u32, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey, u32Key, unitKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { presence } from './presence.js';

const priceSample = record({ baseSymbol: text, quoteSymbol: text, feeder: regId, price: varint64 });
/** One price that a producer fed, times 10^8. */
export type PriceSample = ValueOf<typeof priceSample>;

/** By height, the prices fed in that block in the order of execution, as far back as they are needed. */
export const PRICE_SAMPLES = defineTable({
  name: 'price-samples',
  prefix: TABLE_PREFIX.priceSamples,
  key: u32Key,
  value: valueCodec(vector(priceSample)),
  consensus: true,
  small: true,
});

const medianPrice = record({ baseSymbol: text, quoteSymbol: text, price: varint64, lastFeedHeight: u32 });
/** The median price of a pair, times 10^8, and the height of the newest feed that entered it. */
export type MedianPrice = ValueOf<typeof medianPrice>;

/** The median prices after the newest median transaction, ascending by base, then quote: one list (spec 05 §9.2). */
export const MEDIAN_PRICES = defineTable({
  name: 'median-prices',
  prefix: TABLE_PREFIX.medianPrices,
  key: unitKey,
  value: valueCodec(vector(medianPrice)),
  consensus: true,
});

/** The pairs that producers may feed prices of (spec 05 §9.5), ascending by base, then quote. */
export const FEED_PAIRS = defineTable({
  name: 'price-feed-pairs',
  prefix: TABLE_PREFIX.feedPairs,
  key: tupleKey<readonly [baseSymbol: string, quoteSymbol: string]>(textKey, textKey),
  value: presence,
  consensus: true,
  small: true,
});
