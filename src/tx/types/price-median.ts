import { type Codec, record, text, u64, varint64, varintSigned32, vector } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { uid } from '../../codec/uid.js';
import { type DependentField, defineTransaction, type TransactionOf } from '../definition.js';
import type { PricePoint } from './price-feed.js';

/** Prices in ascending order of base, then quote symbol; a repeated pair is an error (spec 01 §9.2). */
function medianPriceList(price: Codec<bigint>): Codec<readonly PricePoint[]> {
  const points = vector(record({ baseSymbol: text, quoteSymbol: text, price }));
  return {
    read(reader) {
      const list = points.read(reader);
      const pairs = new Set<string>();
      for (const { baseSymbol, quoteSymbol } of list) {
        const pair = `{{first=${baseSymbol}}{second=${quoteSymbol}}}`;
        if (pairs.has(pair)) throw new DecodeError(`duplicate key in map when unserialize! key=${pair}`);
        pairs.add(pair);
      }
      return [...list].sort(byPair);
    },
    write: (writer, list) => points.write(writer, [...list].sort(byPair)),
  };
}

function byPair(a: PricePoint, b: PricePoint): number {
  const [left, right] =
    a.baseSymbol === b.baseSymbol ? [a.quoteSymbol, b.quoteSymbol] : [a.baseSymbol, b.baseSymbol];
  return left < right ? -1 : left > right ? 1 : 0;
}

const fixedPrices = medianPriceList(u64);
const varintPrices = medianPriceList(varint64);

/** Before the third feature fork, by the transaction's own height, a price is eight fixed bytes. */
const medianPrices: DependentField<readonly PricePoint[]> = {
  codecFor: (rules, before) =>
    (before.validHeight as number) < rules.varintPricesFrom ? fixedPrices : varintPrices,
};

/** PRICE_MEDIAN_TX (17): the median prices after the feeds of a block; made by its producer. */
export const priceMedian = defineTransaction({
  type: 17,
  name: 'PRICE_MEDIAN_TX',
  since: 'R2',
  origin: 'system',
  senders: [],
  permission: 'none',
  minimumFee: { reference: 0n, development: 0n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'unchecked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { version: varintSigned32, validHeight: varintSigned32, txUid: uid, medianPrices },
  json: tx => ({
    median_price_points: tx.medianPrices.map(point => ({
      coin_symbol: point.baseSymbol,
      price_symbol: point.quoteSymbol,
      price: point.price,
    })),
  }),
});
export type PriceMedian = TransactionOf<typeof priceMedian>;
