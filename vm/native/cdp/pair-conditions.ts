import type { StateReader } from '../../../src/state/state.js';
import { type CdpPair, cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import { cdpTotals } from '../../../src/state/tables/cdps.js';
import { systemParameter } from '../../../src/state/tables/parameters.js';
import { MEDIAN_PRICES, type MedianPrice } from '../../../src/state/tables/prices.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { STABLE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { isActivePrice } from '../price/median-price.js';
import { PRICE_QUOTE } from '../price/quote.js';
import type { SumRules } from '../sums.js';
import { isFloorReached } from './formulas.js';

/** What the collateral of a stable coin is priced in; undefined for any other coin (spec 05 §9.5). */
export function quoteOf(scoinSymbol: string): string | undefined {
  return scoinSymbol === STABLE_COIN ? PRICE_QUOTE : undefined;
}

/** The median price of a coin as it is stored, fresh or not. */
export function medianPriceOf(
  state: StateReader,
  baseSymbol: string,
  quoteSymbol: string,
): MedianPrice | undefined {
  const prices = state.get(MEDIAN_PRICES, undefined) ?? [];
  return prices.find(price => price.baseSymbol === baseSymbol && price.quoteSymbol === quoteSymbol);
}

/** Whether a median price is fresh enough for debt positions at a height (spec 05 §9.4). */
export function isFresh(state: StateReader, price: MedianPrice, height: number, rules: SumRules): boolean {
  return isActivePrice(price, height, systemParameter(state, 'PRICE_FEED_TIMEOUT_BLOCKS'), rules);
}

/** The fresh price of a coin, not 0; undefined if there is none. */
export function freshPriceOf(
  state: StateReader,
  height: number,
  baseSymbol: string,
  quoteSymbol: string,
  rules: SumRules,
): bigint | undefined {
  const median = medianPriceOf(state, baseSymbol, quoteSymbol);
  if (median === undefined || median.price === 0n || !isFresh(state, median, height, rules)) return undefined;
  return median.price;
}

/**
 * The price of a pair's collateral (spec 05 §7.1).
 * @throws TransactionRejected `get-price-quote-by-cdp-scoin-failed`, `invalid-bcoin-price`
 */
export function requirePrice({ state, block, network }: TransactionContext, pair: CdpPair): bigint {
  const quote = quoteOf(pair.scoinSymbol);
  if (quote === undefined) reject(REJECT.REJECT_INVALID, 'get-price-quote-by-cdp-scoin-failed');
  const price = freshPriceOf(state, block.height, pair.bcoinSymbol, quote, network.mended);
  if (price === undefined) reject(REJECT.REJECT_INVALID, 'invalid-bcoin-price');
  return price;
}

/** Whether the global collateral ratio of a pair is so low that its positions are locked. */
export function isPairLocked(state: StateReader, pair: CdpPair, price: bigint): boolean {
  const floor = cdpParameter(state, pair, 'CDP_GLOBAL_COLLATERAL_RATIO_MIN');
  return isFloorReached(cdpTotals(state, pair), price, floor);
}

/** @throws TransactionRejected with the given reason while a pair is locked */
export function requireUnlocked(
  { state }: TransactionContext,
  pair: CdpPair,
  price: bigint,
  reason: string,
): void {
  if (isPairLocked(state, pair, price)) reject(REJECT.REJECT_INVALID, reason);
}
