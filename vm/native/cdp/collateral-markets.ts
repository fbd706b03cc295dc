import type { RegId } from '../../../src/codec/regid.js';
import type { StateReader } from '../../../src/state/state.js';
import { cdpCollateral } from '../../../src/state/tables/cdp-collaterals.js';
import type { CdpPair } from '../../../src/state/tables/cdp-parameters.js';
import type { MedianPrice } from '../../../src/state/tables/prices.js';
import { STABLE_COIN } from '../../../src/tx/symbols.js';
import { PRICE_QUOTE } from '../price/quote.js';
import type { SumRules } from '../sums.js';
import { isFresh } from './pair-conditions.js';

/** A pair whose collateral has a price. */
export interface CollateralMarket extends CdpPair {
  /** Of the collateral, times 10^8, not 0. */
  readonly price: bigint;
}

/**
 * The pairs that the system processes in a block, in the order in which their collaterals were
 * activated: the collaterals that were ever activated and have a fresh price (spec 05 §8, step 3).
 *
 * @param prices - the median prices that count
 */
export function collateralMarkets(
  state: StateReader,
  height: number,
  prices: readonly MedianPrice[],
  rules: SumRules,
): readonly CollateralMarket[] {
  const markets = prices.flatMap(median => {
    const { baseSymbol, quoteSymbol, price } = median;
    const collateral = cdpCollateral(state, baseSymbol);
    if (quoteSymbol !== PRICE_QUOTE || collateral === undefined) return [];
    if (price === 0n || !isFresh(state, median, height, rules)) return [];
    const market = { bcoinSymbol: baseSymbol, scoinSymbol: STABLE_COIN, price };
    return [{ market, activatedAt: collateral.activatedAt }];
  });
  // Prices are in the order of their coins, which decides where two were activated at once.
  return markets.sort((a, b) => byPosition(a.activatedAt, b.activatedAt)).map(({ market }) => market);
}

function byPosition(a: RegId, b: RegId): number {
  return a.height - b.height || a.index - b.index;
}
