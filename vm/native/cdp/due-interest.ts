import type { NetworkParameters } from '../../../src/config/network.js';
import { freeRoom } from '../../../src/state/balance.js';
import type { StateReader } from '../../../src/state/state.js';
import { ACCOUNTS, REGIDS } from '../../../src/state/tables/accounts.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import { type Cdp, cdpsByHeight, cdpTotals } from '../../../src/state/tables/cdps.js';
import { MEDIAN_PRICES } from '../../../src/state/tables/prices.js';
import { MAX_SETTLED_CDPS } from './cdp-settle-interest.js';
import { collateralMarkets } from './collateral-markets.js';
import { isFloorReached, isSettlementDue, MAX_U64 } from './formulas.js';
import { interestOf } from './interest.js';
import { requirePosition } from './positions.js';

/**
 * The positions whose interest a block may settle, the oldest of each pair first (spec 05 §7.5): at
 * most a hundred in total (decision D38). Each one adds to the debt of its pair, which may lock the
 * pair for those after it.
 *
 * @param state - of the block after its median prices, against which the settlement will be checked
 * @returns ids in display order
 */
export function dueForSettlement(
  state: StateReader,
  network: Pick<NetworkParameters, 'blocksPerDay' | 'mended'>,
  height: number,
): readonly string[] {
  const due: string[] = [];
  const prices = state.get(MEDIAN_PRICES, undefined) ?? [];
  for (const market of collateralMarkets(state, height, prices, network.mended)) {
    const floor = cdpParameter(state, market, 'CDP_GLOBAL_COLLATERAL_RATIO_MIN');
    const cycle = cdpParameter(state, market, 'CDP_CONVERT_INTEREST_TO_DEBT_DAYS');
    let { staked, owed } = cdpTotals(state, market);
    for (const { id, height: last } of cdpsByHeight(state, market)) {
      if (due.length === MAX_SETTLED_CDPS) return due;
      if (isFloorReached({ staked, owed }, market.price, floor)) break;
      if (!isSettlementDue(last, height, cycle, network.blocksPerDay)) break;
      const cdp = requirePosition(state, id);
      const interest = interestOf(state, network, cdp, height);
      // One that cannot be settled must not keep the others waiting.
      if (owed + interest > MAX_U64 || !hasRoomFor(state, cdp, interest)) continue;
      due.push(id);
      owed += interest;
    }
  }
  return due;
}

/** Whether the interest, which is lent to the owner first, fits his balance. */
function hasRoomFor(state: StateReader, { owner, scoinSymbol }: Cdp, interest: bigint): boolean {
  const keyId = state.get(REGIDS, owner);
  const account = keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
  return account !== undefined && freeRoom(account, scoinSymbol) >= interest;
}
