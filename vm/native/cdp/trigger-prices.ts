import type { StateReader } from '../../../src/state/state.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import type { Cdp } from '../../../src/state/tables/cdps.js';
import { forcedIndexLimit, indexRatio, MAX_U64, positionRatio } from './formulas.js';

/** The prices times 10^8 at which a position is in danger, by the parameters of now. */
export interface TriggerPrices {
  /** At this price and below any account may liquidate it; 0 for never. */
  readonly liquidation: bigint;
  /** At this price and below the system liquidates it; 0 for never. */
  readonly forcedLiquidation: bigint;
}

/** The prices at which a position falls to its thresholds, exactly as the ledger will compute them. */
export function triggerPrices(state: StateReader, cdp: Cdp): TriggerPrices {
  const start = cdpParameter(state, cdp, 'CDP_START_LIQUIDATE_RATIO');
  const force = cdpParameter(state, cdp, 'CDP_FORCE_LIQUIDATE_RATIO');
  const index = indexRatio(cdp);
  return {
    liquidation: greatestPrice(price => positionRatio(cdp, price) <= start),
    forcedLiquidation: greatestPrice(price => index <= forcedIndexLimit(force, price)),
  };
}

/**
 * The greatest price that is low enough: formulas in doubles cannot be solved for the price to the
 * last digit, so it is searched for.
 * @param isLow - true for a price implies true for every lower one
 * @returns 0 where no price is
 */
function greatestPrice(isLow: (price: bigint) => boolean): bigint {
  let low = 0n;
  let high = MAX_U64;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (isLow(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
