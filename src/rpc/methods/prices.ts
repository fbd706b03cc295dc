import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { FEE, SENDER, TXID_RESULT } from './common-parameters.js';

/** Methods about prices (spec 02 §5.10, §5.11). */
export const methods = defineMethods({
  submitpricefeedtx: {
    summary: 'Reports prices of coins; for active producers that have staked enough.',
    params: [
      { ...SENDER, summary: 'the producer that reports and signs; its key must be in the wallet' },
      {
        name: 'feeds',
        type: p.jsonArray,
        summary: '[{coin, currency, price}]: at most 100 prices, times 10^8',
      },
      FEE,
    ],
    result: TXID_RESULT,
    examples: [{ params: ['0-2', [{ coin: 'WICC', currency: 'USD', price: 20_000_000 }]] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  getfeedcoinpairs: {
    summary: 'Lists the pairs whose prices can be reported.',
    params: [],
    result: 'object: feed_coin_pairs, such as WICC-USD, ascending',
    examples: [{ params: [], result: { feed_coin_pairs: ['WGRT-USD', 'WICC-USD'] } }],
    allowedInSafeMode: true,
  },

  getscoininfo: {
    summary: 'Shows the median prices, and the debt positions of each collateral as a whole.',
    params: [],
    result:
      'object: tipblock_height, median_price [{coin_symbol, price_symbol, price, last_feed_height, is_active}], slide_window_block_count, cdp_info_list [{asset_symbol, scoin_symbol, global_staked_assets, global_owed_scoins, global_collateral_ceiling, global_collateral_ceiling_reached, global_collateral_ratio (percent, -1 without debt), global_collateral_ratio_floor, global_collateral_ratio_floor_reached, forced_liquidate_ratio, forced_liquidate_cdp_count}]',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },
});

export const prices: MethodArea<NodeServices> = {
  title: 'Prices',
  methods,
  load: async () => (await import('../handlers/prices.js')).handlers,
};
