import type { NetworkParameters } from '../../../src/config/network.js';
import type { StateReader } from '../../../src/state/state.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import { cdpsByHeight } from '../../../src/state/tables/cdps.js';
import { MEDIAN_PRICES } from '../../../src/state/tables/prices.js';
import { collateralMarkets } from './collateral-markets.js';
import { isSettlementDue } from './formulas.js';
import { isPairLocked } from './pair-conditions.js';
import { MAX_SETTLED_CDPS } from './settle-interest.js';

/**
 * The positions whose interest a block may settle, the oldest of each pair first (spec 05 §7.5): at
 * most a hundred in total (decision D38).
 *
 * @param state - of the block after its median prices, by which the settlement will be judged
 * @returns ids in display order
 */
export function dueForSettlement(
  state: StateReader,
  { blocksPerDay }: Pick<NetworkParameters, 'blocksPerDay'>,
  height: number,
): readonly string[] {
  const due: string[] = [];
  for (const market of collateralMarkets(state, height, state.get(MEDIAN_PRICES, undefined) ?? [])) {
    if (isPairLocked(state, market, market.price)) continue;
    const cycle = cdpParameter(state, market, 'CDP_CONVERT_INTEREST_TO_DEBT_DAYS');
    for (const cdp of cdpsByHeight(state, market)) {
      if (due.length === MAX_SETTLED_CDPS) return due;
      if (!isSettlementDue(cdp.height, height, cycle, blocksPerDay)) break;
      due.push(cdp.id);
    }
  }
  return due;
}
