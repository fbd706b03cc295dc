import { ASSETS } from '../../state/tables/assets.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { RpcError } from '../errors.js';
import { implement } from '../method.js';
import type { methods } from '../methods/assets.js';
import { actualSupply, assetJson } from '../results/asset.js';
import type { NodeServices } from '../services.js';

export const handlers = implement<typeof methods, NodeServices>({
  getassetinfo({ symbol }, { state }) {
    const asset = state.get(ASSETS, freeTextFrom(symbol));
    if (asset === undefined) throw new RpcError('INVALID_PARAMS', `Asset(${symbol}) not exist!`);
    return { ...assetJson(asset), actual_total_supply: actualSupply(state, asset.symbol) };
  },

  listassets(_args, { state }) {
    const assets = [...state.iterate(ASSETS)].map(([, asset]) => assetJson(asset));
    return { count: assets.length, assets };
  },
});
