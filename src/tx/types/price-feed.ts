import { record, text, type ValueOf, varint64, varintSigned32, vector } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE } from '../standard-fields.js';

/** A price of one base coin in the quote symbol, times 10^8. */
const pricePoint = record({ baseSymbol: text, quoteSymbol: text, price: varint64 });
export type PricePoint = ValueOf<typeof pricePoint>;

/** PRICE_FEED_TX (16): prices that a producer reports. */
export const priceFeed = defineTransaction({
  type: 16,
  name: 'PRICE_FEED_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid'],
  permission: 'FEED_PRICE',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'before-median',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    fees: varint64,
    feeSymbol: text,
    pricePoints: vector(pricePoint),
    ...SIGNATURE,
  },
  json: tx => ({
    price_points: tx.pricePoints.map(point => ({
      coin_symbol: point.baseSymbol,
      price_symbol: point.quoteSymbol,
      price: point.price,
    })),
  }),
});
export type PriceFeed = TransactionOf<typeof priceFeed>;
