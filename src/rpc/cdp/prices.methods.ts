import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { SUBMITTING } from '../declaration/submitting.js';

/** Methods about prices (spec 02 §5.10, §5.11). */
export const methods = defineMethods({
  submitpricefeedtx: {
    ...SUBMITTING,
    summary: 'Reports prices of coins; for active producers that have staked enough.',
    params: [
      { ...SENDER, summary: 'the producer that reports and signs; its key must be in the wallet' },
      {
        name: 'feeds',
        type: p.jsonArray,
        summary: 'at most 100 prices',
        elements: r.object({ coin: r.text(), currency: r.text(), price: r.amount('x 10^8') }),
      },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      [
        'INVALID_PARAMETER',
        'the regid of the sender is not mature, or a coin, currency or price is not acceptable',
      ],
    ],
    examples: [{ params: ['0-2', [{ coin: 'WICC', currency: 'USD', price: 20_000_000 }]] }],
  },

  getfeedcoinpairs: {
    summary: 'Lists the pairs whose prices can be reported.',
    params: [],
    result: r.object({ feed_coin_pairs: r.array(r.text('such as WICC-USD'), 'ascending') }),
    errors: [],
    examples: [{ params: [], result: { feed_coin_pairs: ['WGRT-USD', 'WICC-USD'] } }],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },

  getscoininfo: {
    summary: 'Shows the median prices, and the debt positions of each collateral as a whole.',
    params: [],
    result: r.object({
      tipblock_height: r.integer(),
      median_price: r.array(
        r.object({
          coin_symbol: r.text(),
          price_symbol: r.text(),
          price: r.number(),
          last_feed_height: r.integer(),
          is_active: r.boolean('whether it is fresh'),
        }),
      ),
      slide_window_block_count: r.amount('blocks'),
      cdp_info_list: r.array(
        r.object({
          asset_symbol: r.text('the collateral'),
          scoin_symbol: r.text(),
          global_staked_assets: r.amount(),
          global_owed_scoins: r.amount(),
          global_collateral_ceiling: r.amount(),
          global_collateral_ceiling_reached: r.boolean(),
          global_collateral_ratio: r.either(r.number('percent'), r.integer('-1 without debt')),
          global_collateral_ratio_floor: r.number('percent'),
          global_collateral_ratio_floor_reached: r.boolean(),
          forced_liquidate_ratio: r.number('percent'),
          forced_liquidate_cdp_count: r.integer('positions in danger'),
        }),
      ),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },
});
