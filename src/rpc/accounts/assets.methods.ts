import { BASE_COIN } from '../../tx/symbols.js';
import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { SUBMITTING } from '../declaration/submitting.js';

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

/** Of methods that make or change an asset by a transaction of release 2. */
const OLDER_WAY =
  'The older way, by a transaction of its own type (release 2); actions of the contract 0-800 do the same: see submittx.';

/** Queries of assets (spec 02 §5.9), and the methods of release 2 that issue and change them (spec 02 §6.5). */
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

  submitassetissuetx: {
    ...SUBMITTING,
    summary: 'Issues an asset and gives all of it to its owner.',
    description: `${OLDER_WAY} The sender pays the issue fee (550 ${BASE_COIN} unless governance has changed it) in addition to the fee of the transaction.`,
    params: [
      { ...SENDER, name: 'addr', summary: 'the account that signs and pays; its key must be in the wallet' },
      { name: 'asset_symbol', type: p.symbol, summary: '6 or 7 capital letters' },
      { name: 'asset_owner_addr', type: p.uid, summary: 'the account that owns the asset; it has a regid' },
      { name: 'asset_name', type: p.string, summary: 'at most 32 bytes' },
      { name: 'total_supply', type: p.uint64, summary: 'in sawi, from 1 to 9000000000000000000' },
      { name: 'mintable', type: p.bool, summary: 'whether more of it can be minted later' },
      FEE,
    ],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the owner has no regid, or one that is too new']],
    examples: [{ params: [EXAMPLE.alice, 'RELTWO', EXAMPLE.aliceRegId, 'An asset', 1_000_000_000, true] }],
  },

  submitassetupdatetx: {
    ...SUBMITTING,
    summary: 'Changes owner or name of an asset, or mints more of it, for its owner.',
    description: OLDER_WAY,
    params: [
      { ...SENDER, name: 'addr', summary: 'the owner; its key must be in the wallet' },
      { name: 'asset_symbol', type: p.symbol, summary: 'of the asset' },
      {
        name: 'update_type',
        type: p.oneOf('owner_uid', 'owner_addr', 'name', 'mint_amount'),
        summary: 'what changes; owner_addr is an older name of owner_uid',
      },
      {
        name: 'update_value',
        type: p.textOrInteger,
        summary: 'an account with a regid, a name of at most 32 bytes, or an amount in sawi',
      },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'the amount is no whole number of sawi from 1 on, or the new owner has no regid'],
    ],
    examples: [{ params: [EXAMPLE.alice, 'RELTWO', 'mint_amount', '1000000'] }],
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
