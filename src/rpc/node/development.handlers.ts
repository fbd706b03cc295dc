import type { JsonObject } from '../../codec/json-value.js';
import { OptionError } from '../../config/option-types.js';
import { parsePair, parsePairPrice } from '../../config/pair-options.js';
import { feedablePairs } from '../../price-feeder/feedable-pairs.js';
import { PriceFeedError, type PriceFeeder, pairText } from '../../price-feeder/price-feeder.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { requireChainControl } from './chain-control.js';
import type { methods } from './development.methods.js';
import type { NodeServices } from './services.js';

export const handlers = implement<typeof methods, NodeServices>({
  dev_setPrice({ price: text }, { consensus, priceFeeder, state }) {
    requireChainControl(consensus);
    try {
      const price = parsePairPrice(text);
      const feedable = feedablePairs(state).map(pairText);
      if (!feedable.includes(pairText(price))) {
        throw new PriceFeedError(
          `the price of ${pairText(price)} cannot be fed; there are ${feedable.join(', ')}`,
        );
      }
      priceFeeder.set(price);
    } catch (error) {
      if (error instanceof PriceFeedError)
        throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
      if (!(error instanceof OptionError)) throw error;
      throw new RpcError('INVALID_PARAMETER', `price ${error.message}`, { cause: error });
    }
    return pricesJson(priceFeeder);
  },

  dev_stopPrice({ pair: text }, { priceFeeder }) {
    const pair = parsePair(text);
    if (pair === undefined || !priceFeeder.stop(pair)) {
      const fed = priceFeeder.prices.map(pairText).join(', ');
      throw new RpcError(
        'INVALID_PARAMETER',
        `the price of ${text} is not fed by this node; ${fed === '' ? 'none is' : `fed are ${fed}`}`,
      );
    }
    return pricesJson(priceFeeder);
  },

  dev_getPrices: (_args, { priceFeeder }) => pricesJson(priceFeeder),
});

function pricesJson({ prices, problem }: PriceFeeder): JsonObject {
  return {
    prices: prices.map(({ assetSymbol, coinSymbol, price }) => ({
      coin_symbol: assetSymbol,
      price_symbol: coinSymbol,
      price,
    })),
    problem: problem ?? null,
  };
}
