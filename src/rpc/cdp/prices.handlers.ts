import { PRICE_QUOTE } from '../../../vm/native/price/quote.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { regIdUid } from '../../codec/uid.js';
import type { StateReader } from '../../state/state.js';
import { ASSETS } from '../../state/tables/assets.js';
import { systemParameter } from '../../state/tables/parameters.js';
import { FEED_PAIRS } from '../../state/tables/prices.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { ASSET_PERMISSION } from '../../tx/permissions.js';
import { TX } from '../../tx/transactions.js';
import type { PricePoint } from '../../tx/types/price-feed.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import type { ParameterType } from '../declaration/parameters/parameter-type.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { senderParameter } from '../submission/account-parameters.js';
import { feeParameter } from '../submission/fees.js';
import { objectElements } from '../submission/json-members.js';
import { requireMatureRegId } from '../submission/mature-regid.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { cdpPairsJson } from './cdp-pairs.results.js';
import { medianPricesJson } from './median-prices.results.js';
import type { methods } from './prices.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  submitpricefeedtx({ sender: from, feeds, fee: given }, services) {
    const sender = regIdUid(requireMatureRegId(services, senderParameter(services, from)));
    const pricePoints = pricePointParameters(services.state, feeds);
    const fee = feeParameter(services, given, TX.PRICE_FEED);
    requireFunds(services.state, sender, fee);
    return signAndSubmit(services, {
      type: TX.PRICE_FEED,
      ...standardFields(services, sender, fee),
      pricePoints,
      ...UNSIGNED,
    });
  },

  getfeedcoinpairs: (_args, { state }) => ({
    feed_coin_pairs: Array.from(state.iterate(FEED_PAIRS), ([[base, quote]]) => `${base}-${quote}`),
  }),

  getscoininfo: (_args, { state, tipHeight, network }) => ({
    tipblock_height: tipHeight,
    median_price: medianPricesJson(state, tipHeight, network),
    slide_window_block_count: systemParameter(state, 'MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT'),
    cdp_info_list: cdpPairsJson(state),
  }),
});

/**
 * Prices as `[{coin, currency, price}]`, with the checks in the order of spec 02 §5.11. The ledger
 * limits their number.
 * @throws RpcError -8, or -1 for a member of another type
 */
function pricePointParameters(state: StateReader, elements: readonly Json[]): PricePoint[] {
  return objectElements(elements, 'feeds').map(element => {
    const coin = feedMember(element, 'coin', p.string);
    const currency = feedMember(element, 'currency', p.string);
    const price = feedMember(element, 'price', p.int64);
    if (coin === currency) throw invalid(`a price of ${coin} in itself says nothing`);
    const baseSymbol = freeTextFrom(coin);
    const permissions = state.get(ASSETS, baseSymbol)?.permsSum ?? 0n;
    if ((permissions & ASSET_PERMISSION.PRICE_FEED) === 0n) {
      throw invalid(`unsupported price feed symbol=${coin}`);
    }
    if (currency !== PRICE_QUOTE) throw invalid(`unsupported currency_symbol=${currency}`);
    if (state.get(FEED_PAIRS, [baseSymbol, currency]) === undefined) {
      throw invalid(`unsupported price coin pair={${coin}-${currency}}`);
    }
    if (price <= 0n) throw invalid(`Invalid price: ${price}`);
    return { baseSymbol, quoteSymbol: currency, price };
  });
}

function feedMember<T>(feed: JsonObject, name: string, type: ParameterType<T>): T {
  const value = feed[name];
  if (value === undefined || value === null) throw invalid('null type not allowed!');
  return converted(type, value, { index: 0, name });
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_PARAMETER', message);
}
