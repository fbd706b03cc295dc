import { forcedIndexLimit, indexRatio, positionRatio } from '../../../vm/native/cdp/formulas.js';
import { medianPriceOf, quoteOf } from '../../../vm/native/cdp/pair-conditions.js';
import { least } from '../../state/balance.js';
import type { StateReader } from '../../state/state.js';
import { type CdpPair, cdpParameter } from '../../state/tables/cdp-parameters.js';
import { type Cdp, cdpsBetweenRatios } from '../../state/tables/cdps.js';
import type { PositionLevel } from './market-event.js';

/** A position is near its liquidation up to so many hundredths of the ratio at which that begins. */
const NEAR_PERCENT = 125n;
/** Crossings of a level by a price that are reported for a pair and block at most. */
export const MOST_REPRICED = 1000;

/** What decides how near the positions of a pair are to their liquidation. */
export interface PairTerms {
  /** Of the collateral, times 10^8; 0 where there is none. */
  readonly price: bigint;
  /** CDP_START_LIQUIDATE_RATIO and CDP_FORCE_LIQUIDATE_RATIO, in ten-thousandths. */
  readonly start: bigint;
  readonly force: bigint;
}

/** The terms of a pair as a state has them. */
export function pairTerms(state: StateReader, pair: CdpPair): PairTerms {
  const quote = quoteOf(pair.scoinSymbol);
  return {
    price: quote === undefined ? 0n : (medianPriceOf(state, pair.bcoinSymbol, quote)?.price ?? 0n),
    start: cdpParameter(state, pair, 'CDP_START_LIQUIDATE_RATIO'),
    force: cdpParameter(state, pair, 'CDP_FORCE_LIQUIDATE_RATIO'),
  };
}

/**
 * How near a position is to its liquidation (spec 05 §6.1): `forced` where the system liquidates it, `liquidatable` where any
 * account may, `near` up to 1.25 times the ratio at which that begins.
 */
export function levelOf(
  cdp: Pick<Cdp, 'staked' | 'owed'>,
  { price, start, force }: PairTerms,
): PositionLevel {
  if (price === 0n) return 'unpriced';
  if (indexRatio(cdp) <= forcedIndexLimit(force, price)) return 'forced';
  const ratio = positionRatio(cdp, price);
  if (ratio <= start) return 'liquidatable';
  return ratio * 100n <= start * NEAR_PERCENT ? 'near' : 'safe';
}

/**
 * The positions of a state whose level can differ between two terms, least collateral first: those whose ratio is
 * between the old and the new place of a limit. At most {@link MOST_REPRICED}.
 */
export function positionsBetween(
  state: StateReader,
  pair: CdpPair,
  before: PairTerms,
  after: PairTerms,
): Set<string> {
  const found = new Set<string>();
  if (before.price === 0n || after.price === 0n) {
    // A price has come or gone: every position has another level.
    for (const id of cdpsBetweenRatios(state, pair, 0n, LARGEST, MOST_REPRICED)) found.add(id);
    return found;
  }
  const old = limitsOf(before);
  limitsOf(after).forEach((limit, i) => {
    const then = old[i]!;
    if (limit.low === then.low && limit.high === then.high) return;
    const low = least(limit.low, then.low);
    const high = limit.high + then.high - least(limit.high, then.high);
    const rest = MOST_REPRICED - found.size;
    if (rest > 0) for (const id of cdpsBetweenRatios(state, pair, low, high, rest)) found.add(id);
  });
  return found;
}

const LARGEST = 2n ** 64n - 1n;

/**
 * Between which index ratios each of the three limits is, the most dangerous first. Ratios are cut off, and the two
 * formulas round in doubles in another order; whether a position is beyond a limit is decided by {@link levelOf}.
 */
function limitsOf({
  price,
  start,
  force,
}: PairTerms): readonly { readonly low: bigint; readonly high: bigint }[] {
  return [force, start, (start * NEAR_PERCENT) / 100n].map(ratio => {
    const [low, high] = [forcedIndexLimit(ratio, price), forcedIndexLimit(ratio + 1n, price)];
    const margin = high / 1_000_000_000n + 2n;
    return { low: low > margin ? low - margin : 0n, high: high < LARGEST - margin ? high + margin : LARGEST };
  });
}
