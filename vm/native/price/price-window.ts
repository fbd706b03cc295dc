import type { StateReader, StateWriter } from '../../../src/state/state.js';
import { ASSETS } from '../../../src/state/tables/assets.js';
import { systemParameter } from '../../../src/state/tables/parameters.js';
import {
  FEED_PAIRS,
  MEDIAN_PRICES,
  type MedianPrice,
  PRICE_SAMPLES,
  type PriceSample,
} from '../../../src/state/tables/prices.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { SumRules } from '../sums.js';
import { nextPrice } from './median-price.js';

/**
 * The median prices of all pairs after the feeds of a block (spec 05 §9.2), ascending by base, then
 * quote: of the pairs that may be fed, those whose base asset has the permission and that have a price.
 *
 * @param state - of the block after its price feeds
 * @throws TransactionRejected `calc-median-prices-failed` when a pair's base asset does not exist
 */
export function medianPricesAt(state: StateReader, height: number, rules: SumRules): readonly MedianPrice[] {
  const samples = samplesOfWindow(state, height);
  const fedNow = new Set((state.get(PRICE_SAMPLES, height) ?? []).map(pairOf));
  const previous = new Map((state.get(MEDIAN_PRICES, undefined) ?? []).map(price => [pairOf(price), price]));
  const prices: MedianPrice[] = [];
  for (const [[baseSymbol, quoteSymbol]] of state.iterate(FEED_PAIRS)) {
    const asset = state.get(ASSETS, baseSymbol);
    if (asset === undefined) reject(REJECT.READ_PRICE_POINT_FAIL, 'calc-median-prices-failed');
    if ((asset.permsSum & ASSET_PERMISSION.PRICE_FEED) === 0n) continue;
    const pair = pairOf({ baseSymbol, quoteSymbol });
    const detail = nextPrice(height, samples.get(pair) ?? [], fedNow.has(pair), previous.get(pair), rules);
    if (detail === undefined) continue;
    const { price, lastFeedHeight } = detail;
    prices.push({ baseSymbol, quoteSymbol, price, lastFeedHeight });
  }
  return prices;
}

/**
 * Removes the samples that have left the window at the end of a block. If the window grows later
 * they are not restored (spec 05 §1, row 11).
 */
export function forgetOldPrices(state: StateWriter, height: number): void {
  const lastForgotten = height - windowOf(state);
  if (lastForgotten < 0) return;
  const old = [...state.iterate(PRICE_SAMPLES, { lte: lastForgotten })];
  for (const [oldHeight] of old) state.delete(PRICE_SAMPLES, oldHeight);
}

/** The prices of each pair at the heights (height - window, height], from height 1 on. */
function samplesOfWindow(state: StateReader, height: number): ReadonlyMap<string, readonly bigint[]> {
  const pools = new Map<string, bigint[]>();
  const gte = Math.max(1, height - windowOf(state) + 1);
  for (const [, samples] of state.iterate(PRICE_SAMPLES, { gte, lte: height })) {
    for (const sample of samples) {
      const pool = pools.get(pairOf(sample));
      if (pool === undefined) pools.set(pairOf(sample), [sample.price]);
      else pool.push(sample.price);
    }
  }
  return pools;
}

function windowOf(state: StateReader): number {
  return Number(systemParameter(state, 'MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT'));
}

/** A pair as one text; symbols have no zero bytes. */
function pairOf({ baseSymbol, quoteSymbol }: Pick<PriceSample, 'baseSymbol' | 'quoteSymbol'>): string {
  return `${baseSymbol}\0${quoteSymbol}`;
}
