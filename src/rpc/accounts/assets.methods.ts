import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** An asset (spec 02 §4.7). */
const ASSET_MEMBERS = {
  asset_symbol: r.text(),
  asset_name: r.text(),
  asset_type: r.integer('1: native, 2: issued by governance, 3: issued by a user, 4: mirrored'),
  perms_sum: r.text('5 binary digits, the rightmost is bit 0'),
  owner_regid: r.text('0-0 if it has no owner'),
  total_supply: r.amount(),
  mintable: r.boolean(),
  icon_url: r.text(),
} as const;

/** Queries of assets (spec 02 §5.9). Actions of the contract 0-800 change them: see submittx. */
export const methods = defineMethods({
  getassetinfo: {
    summary: 'Shows an asset.',
    params: [{ name: 'symbol', type: p.symbol, summary: 'symbol of the asset' }],
    result: r.object({ ...ASSET_MEMBERS, actual_total_supply: r.amount('what accounts hold') }),
    errors: [['INVALID_PARAMS', 'there is no such asset']],
    examples: [{ params: ['WICC'] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },

  listassets: {
    summary: 'Lists all assets, those with the shortest symbols first, then ascending by symbol.',
    params: [],
    result: r.object({ count: r.integer(), assets: r.array(r.named('Asset', r.object(ASSET_MEMBERS))) }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },
});
