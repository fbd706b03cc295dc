import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { defineMethods, type MethodArea, type ParameterDeclaration } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

const ASSET_SYMBOL = {
  name: 'asset_symbol',
  type: p.symbol,
  summary: 'what is traded',
} as const satisfies ParameterDeclaration;
const COIN_SYMBOL = {
  name: 'coin_symbol',
  type: p.symbol,
  summary: 'the coin that is paid with',
} as const satisfies ParameterDeclaration;

const MATCHER_RESULT =
  'object: enabled, settler, open_orders, in_flight, waiting, last_height, items_total, last_error';

/** Methods that look at the exchange (spec 06 §13), and those of the matcher. */
export const methods = defineMethods({
  getdexorder: {
    summary: 'An order.',
    description:
      'An order that was filled or cancelled has further members: state, closed_cord, closed_txid, fee_symbol, total_friction_fee, total_operator_fee, trades.',
    params: [{ name: 'order_id', type: p.txidStrict, summary: 'the txid of the order' }],
    result:
      'object: order_id, generate_type, order_type, order_side, coin_symbol, asset_symbol, coin_amount, asset_amount, price, dex_id, has_operator_config, operator_config, tx_cord, user_regid, total_deal_coin_amount, total_deal_asset_amount, src_type, src_id',
    examples: [{ params: [EXAMPLE.txid] }],
    allowedInSafeMode: true,
  },

  getdexorders: {
    aliases: [{ name: 'listdexorders', summary: 'an older name' }],
    summary: 'The open orders, page by page, by the height of their blocks.',
    params: [
      { name: 'begin_height', type: p.int, optional: true, summary: 'first height', default: '0' },
      { name: 'end_height', type: p.int, optional: true, summary: 'last height', default: "the tip's" },
      { name: 'max_count', type: p.int, optional: true, summary: 'most orders of a page', default: '500' },
      {
        name: 'last_pos_info',
        type: p.string,
        optional: true,
        summary: 'what the page before ended with, to go on from there',
        default: 'empty',
      },
    ],
    result: 'object: begin_height, end_height, has_more, last_pos_info, count, orders',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getdexsysorders: {
    aliases: [{ name: 'listdexsysorders', summary: 'an older name' }],
    summary: 'The open orders that the system placed in a block.',
    params: [
      { name: 'height', type: p.int, optional: true, summary: 'height of the block', default: "the tip's" },
    ],
    result: 'object: height, count, orders',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getdexorderfee: {
    summary: 'The smallest fee of an order or a cancellation for an account.',
    params: [
      { name: 'addr', type: p.uid, summary: 'the account' },
      {
        name: 'tx_type',
        type: p.string,
        summary: 'such as DEX_ORDER_TX or DEX_CANCEL_ORDER_TX',
      },
      {
        name: 'fee_symbol',
        type: p.symbol,
        optional: true,
        summary: 'coin of the fee',
        default: BASE_COIN,
      },
    ],
    result:
      'object: actual_min_fee, default_min_fee, min_fee_for_pubkey, block_height, account {addr, regid, staked_wicc_amount}',
    examples: [{ params: [EXAMPLE.alice, 'DEX_ORDER_TX'] }],
    allowedInSafeMode: true,
  },

  getdexbaseandquotecoins: {
    summary: 'Which coins can be traded, and which can be paid with.',
    params: [],
    result: 'object: dex_base_coins, dex_quote_coins',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getdexorderbook: {
    summary: 'The open orders of a pair, summed up by price.',
    params: [
      ASSET_SYMBOL,
      COIN_SYMBOL,
      {
        name: 'dex_id',
        type: p.uint32,
        optional: true,
        summary: 'only orders of this operator',
        default: 'all operators',
      },
      { name: 'depth', type: p.uint32, optional: true, summary: 'most prices of a side', default: '50' },
    ],
    result:
      'object: asset_symbol, coin_symbol, height, market_buy {coin_amount, orders}, market_sell {asset_amount, orders}, bids and asks [{price, asset_amount, orders}], the best price first',
    examples: [{ params: [BASE_COIN, STABLE_COIN] }],
    allowedInSafeMode: true,
  },

  getdextrades: {
    summary: 'The trades of a pair, the newest first.',
    params: [
      ASSET_SYMBOL,
      COIN_SYMBOL,
      { name: 'max_count', type: p.uint32, optional: true, summary: 'most trades of a page', default: '100' },
      {
        name: 'before',
        type: p.string,
        optional: true,
        summary: 'what the page before ended with, to go on from there',
        default: 'empty',
      },
    ],
    result: 'object: asset_symbol, coin_symbol, count, has_more, before, trades',
    examples: [{ params: [BASE_COIN, STABLE_COIN] }],
    allowedInSafeMode: true,
  },

  getdexcandles: {
    summary: 'Prices and volumes of a pair by spans of time; spans without a trade are left out.',
    params: [
      ASSET_SYMBOL,
      COIN_SYMBOL,
      { name: 'interval', type: p.uint32, summary: 'length of a span in seconds' },
      {
        name: 'begin_time',
        type: p.uint32,
        optional: true,
        summary: 'seconds since 1970',
        default: 'a hundred spans before end_time',
      },
      {
        name: 'end_time',
        type: p.uint32,
        optional: true,
        summary: 'seconds since 1970',
        default: "the tip's",
      },
    ],
    result:
      'object: asset_symbol, coin_symbol, interval, candles [{time, open, high, low, close, trades, asset_volume, coin_volume}]',
    examples: [{ params: [BASE_COIN, STABLE_COIN, 3600] }],
    allowedInSafeMode: true,
  },

  getmatcherinfo: {
    summary: "What this node's matcher does.",
    params: [],
    result: MATCHER_RESULT,
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  setdexmatcher: {
    summary: "Switches this node's matcher on or off.",
    description: 'It settles orders that cross, if the wallet holds the key of the settler.',
    params: [{ name: 'enabled', type: p.bool, summary: 'true: on' }],
    result: MATCHER_RESULT,
    examples: [{ params: [false] }],
    allowedInSafeMode: false,
    needsWallet: true,
  },

  dexmatchdryrun: {
    summary: 'The deals that the matcher would settle of all open orders, without doing it.',
    params: [],
    result:
      'object: deal_items [{buy_order_id, sell_order_id, deal_price, deal_coin_amount, deal_asset_amount}]',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },
});

export const dexMarket: MethodArea<NodeServices> = {
  title: 'Exchange',
  methods,
  load: async () => (await import('../handlers/dex-market.js')).handlers,
};
