import { isActivePrice } from '../../../vm/native/price/median-price.js';
import { JsonDecimal, type JsonObject } from '../../codec/json-value.js';
import type { NetworkParameters } from '../../config/network.js';
import type { StateReader } from '../../state/state.js';
import { systemParameter } from '../../state/tables/parameters.js';
import { MEDIAN_PRICES, type MedianPrice } from '../../state/tables/prices.js';

/** Prices are stored times 10^8. */

/** The pairs that have a price, ascending by coin, then currency. */
export function pricedPairs(state: StateReader): readonly MedianPrice[] {
  return (state.get(MEDIAN_PRICES, undefined) ?? []).filter(({ price }) => price !== 0n);
}

/** Median prices as getscoininfo shows them, with whether they are fresh at a height (spec 05 §13.1). */
export function medianPricesJson(
  state: StateReader,
  height: number,
  { mended }: Pick<NetworkParameters, 'mended'>,
): JsonObject[] {
  const timeout = systemParameter(state, 'PRICE_FEED_TIMEOUT_BLOCKS');
  return pricedPairs(state).map(detail => ({
    coin_symbol: detail.baseSymbol,
    price_symbol: detail.quoteSymbol,
    price: new JsonDecimal(detail.price),
    last_feed_height: detail.lastFeedHeight,
    is_active: isActivePrice(detail, height, timeout, mended),
  }));
}
