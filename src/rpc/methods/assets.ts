import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';

const ASSET =
  'asset_symbol, asset_name, asset_type, perms_sum, owner_regid, total_supply, mintable, icon_url' as const;

/** Methods that look at assets (spec 02 §5.9). Actions of the contract 0-800 change them: see submittx. */
export const methods = defineMethods({
  getassetinfo: {
    summary: 'Shows an asset.',
    params: [{ name: 'symbol', type: p.symbol, summary: 'symbol of the asset' }],
    result: `object: ${ASSET}, actual_total_supply (what accounts hold)`,
    examples: [{ params: ['WICC'] }],
    allowedInSafeMode: true,
  },

  listassets: {
    summary: 'Lists all assets, those with the shortest symbols first, then ascending by symbol.',
    params: [],
    result: `object: count, assets [${ASSET}]`,
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },
});

export const assets: MethodArea<NodeServices> = {
  title: 'Assets',
  methods,
  load: async () => (await import('../handlers/assets.js')).handlers,
};
