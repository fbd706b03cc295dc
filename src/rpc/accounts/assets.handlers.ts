import { ASSETS } from '../../state/tables/assets.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { actualSupply, assetJson } from './asset.results.js';
import type { methods } from './assets.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  getassetinfo({ symbol }, { state }) {
    const asset = state.get(ASSETS, freeTextFrom(symbol));
    if (asset === undefined) throw new RpcError('INVALID_PARAMS', `Asset(${symbol}) not exist!`);
    return { ...assetJson(asset), actual_total_supply: actualSupply(state, asset.symbol) };
  },

  listassets(_args, { state }) {
    // In the order of the reference's keys, which begin with the length of the symbol.
    const assets = [...state.iterate(ASSETS)]
      .map(([, asset]) => asset)
      .sort((a, b) => a.symbol.length - b.symbol.length)
      .map(assetJson);
    return { count: assets.length, assets };
  },
});
