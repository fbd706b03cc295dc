import type { TradingPair } from '../config/pair-options.js';
import type { StateReader } from '../state/state.js';
import { ASSETS } from '../state/tables/assets.js';
import { FEED_PAIRS } from '../state/tables/prices.js';
import { ASSET_PERMISSION } from '../tx/permissions.js';

/** The pairs whose prices can be fed: those of the list whose coin has the permission (spec 05 §9.1, §9.5). */
export function feedablePairs(state: StateReader): readonly TradingPair[] {
  return Array.from(state.iterate(FEED_PAIRS), ([[assetSymbol, coinSymbol]]) => ({
    assetSymbol,
    coinSymbol,
  })).filter(
    ({ assetSymbol }) =>
      ((state.get(ASSETS, assetSymbol)?.permsSum ?? 0n) & ASSET_PERMISSION.PRICE_FEED) !== 0n,
  );
}
