import {
  collateralCeiling,
  forcedIndexLimit,
  isFloorReached,
  pairRatio,
} from '../../../vm/native/cdp/formulas.js';
import type { JsonObject } from '../../codec/json-value.js';
import type { CdpParameterName } from '../../config/system-parameters.js';
import type { StateReader } from '../../state/state.js';
import { ASSETS } from '../../state/tables/assets.js';
import { cdpCollateral } from '../../state/tables/cdp-collaterals.js';
import { type CdpPair, cdpParameter } from '../../state/tables/cdp-parameters.js';
import { cdpsUpToRatio, cdpTotals } from '../../state/tables/cdps.js';
import type { MedianPrice } from '../../state/tables/prices.js';
import { ASSET_PERMISSION } from '../../tx/permissions.js';
import { GOVERNANCE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { percentJson } from '../governance/parameters.results.js';
import { pricedPairs } from './median-prices.results.js';

/** The value shown as the ratio of a pair without debt. */
const NO_RATIO = -1;

/** The debt positions of each collateral as a whole, as getscoininfo shows them (spec 05 §13.1). */
export function cdpPairsJson(state: StateReader): JsonObject[] {
  return pricedPairs(state)
    .filter(({ baseSymbol }) => isCollateral(state, baseSymbol))
    .map(detail => pairJson(state, detail));
}

function isCollateral(state: StateReader, symbol: string): boolean {
  const permissions = state.get(ASSETS, symbol)?.permsSum ?? 0n;
  return (
    symbol !== GOVERNANCE_COIN &&
    (permissions & ASSET_PERMISSION.CDP_BCOIN) !== 0n &&
    cdpCollateral(state, symbol) !== undefined
  );
}

function pairJson(state: StateReader, { baseSymbol, price }: MedianPrice): JsonObject {
  const pair: CdpPair = { bcoinSymbol: baseSymbol, scoinSymbol: STABLE_COIN };
  const parameter = (name: CdpParameterName): bigint => cdpParameter(state, pair, name);
  const totals = cdpTotals(state, pair);
  const ceiling = collateralCeiling(parameter('CDP_GLOBAL_COLLATERAL_CEILING_AMOUNT'));
  const floor = parameter('CDP_GLOBAL_COLLATERAL_RATIO_MIN');
  const forced = parameter('CDP_FORCE_LIQUIDATE_RATIO');
  return {
    asset_symbol: pair.bcoinSymbol,
    scoin_symbol: pair.scoinSymbol,
    global_staked_assets: totals.staked,
    global_owed_scoins: totals.owed,
    global_collateral_ceiling: ceiling,
    global_collateral_ceiling_reached: totals.staked >= ceiling,
    global_collateral_ratio: totals.owed === 0n ? NO_RATIO : percentJson(pairRatio(totals, price)),
    global_collateral_ratio_floor: percentJson(floor),
    global_collateral_ratio_floor_reached: isFloorReached(totals, price, floor),
    forced_liquidate_ratio: percentJson(forced),
    forced_liquidate_cdp_count: [...cdpsUpToRatio(state, pair, forcedIndexLimit(forced, price))].length,
  };
}
