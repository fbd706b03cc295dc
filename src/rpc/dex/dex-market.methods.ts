import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { EXAMPLE, WHICH_CONFIRMATIONS } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { CLOSED_ORDER, DEAL, ORDER, TRADE } from '../declaration/shared-results.js';

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

const MATCHER = r.named(
  'Matcher',
  r.object({
    enabled: r.boolean(),
    settler: r.text('regid of the only account that may settle'),
    open_orders: r.integer('that it knows'),
    in_flight: r.integer('settlements that wait for a block'),
    waiting: r.integer('deals that wait for their turn'),
    last_height: r.integer('of the last block that it has seen'),
    items_total: r.integer('deals that it has settled'),
    last_error: r.either(r.text(), r.nothing),
    refused_total: r.integer('deals that were refused since the node started'),
    refused_deals: r.array(
      r.object({
        buy_order_id: r.txid(),
        sell_order_id: r.txid(),
        reason: r.text('why the ledger refused the deal'),
        height: r.integer('of the newest block then'),
        left_alone: r.txid('the one of the two orders that is not matched for a while'),
        until_height: r.integer('of the newest block up to which it is not'),
      }),
    ),
  }),
);

const PRICE_LEVEL = r.object({ price: r.amount('x 10^8'), asset_amount: r.amount(), orders: r.integer() });

/** Queries of the exchange (spec 06 §13), and methods of the matcher. */
export const methods = defineMethods({
  getdexorder: {
    summary: 'An order.',
    description:
      'An order that was filled or cancelled has further members: state, closed_cord, closed_txid, fee_symbol, total_friction_fee, total_operator_fee, trades.',
    params: [{ name: 'order_id', type: p.txid, summary: 'the txid of the order' }, WHICH_CONFIRMATIONS],
    result: r.either(ORDER, CLOSED_ORDER),
    errors: [['INVALID_PARAMS', 'there was never such an order']],
    examples: [{ params: [EXAMPLE.order] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
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
    result: r.object({
      begin_height: r.integer('of the first order of the page, or 0'),
      end_height: r.integer('of the last order of the page, or 0'),
      has_more: r.boolean(),
      last_pos_info: r.text('hex, to go on from here; empty at the end'),
      count: r.integer('of the page'),
      orders: r.array(ORDER),
    }),
    errors: [['INVALID_PARAMS', 'heights, count or position are out of range']],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getdexsysorders: {
    aliases: [{ name: 'listdexsysorders', summary: 'an older name' }],
    summary: 'The open orders that the system placed in a block.',
    params: [
      { name: 'height', type: p.int, optional: true, summary: 'height of the block', default: "the tip's" },
    ],
    result: r.object({ height: r.integer(), count: r.integer(), orders: r.array(ORDER) }),
    errors: [['INVALID_PARAMS', 'the height is not from 0 to the tip']],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
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
    result: r.object({
      actual_min_fee: r.amount('after the discount of who stakes'),
      default_min_fee: r.amount(),
      min_fee_for_pubkey: r.amount('twice the default'),
      block_height: r.integer('of the chain'),
      account: r.object({ addr: r.text(), regid: r.text(), staked_wicc_amount: r.amount() }),
    }),
    errors: [
      [16, 'there is no such transaction type'],
      ['INTERNAL_ERROR', 'the type is none of an order, or the coin pays no fees'],
      ['INVALID_ADDRESS_OR_KEY', 'the account does not exist'],
      ['WALLET_ERROR', 'the account is not registered and the wallet has no key of it'],
    ],
    examples: [{ params: [EXAMPLE.alice, 'DEX_ORDER_TX'] }],
    touches: ['reads', 'ledger'],
  },

  getdexbaseandquotecoins: {
    summary: 'Which coins can be traded, and which can be paid with.',
    params: [],
    result: r.object({
      dex_base_coins: r.array(r.text('symbol')),
      dex_quote_coins: r.array(r.text('symbol')),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
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
    result: r.object({
      asset_symbol: r.text(),
      coin_symbol: r.text(),
      height: r.integer('of the chain'),
      market_buy: r.object({ coin_amount: r.amount(), orders: r.integer() }),
      market_sell: r.object({ asset_amount: r.amount(), orders: r.integer() }),
      bids: r.array(PRICE_LEVEL, 'the best price first'),
      asks: r.array(PRICE_LEVEL, 'the best price first'),
    }),
    errors: [],
    examples: [{ params: [BASE_COIN, STABLE_COIN] }],
    touches: ['reads', 'ledger'],
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
    result: r.object({
      asset_symbol: r.text(),
      coin_symbol: r.text(),
      count: r.integer('of the page'),
      has_more: r.boolean(),
      before: r.text('to go on from here; empty at the end'),
      trades: r.array(TRADE),
    }),
    errors: [['INVALID_PARAMETER', 'before is not what a page ended with']],
    examples: [{ params: [BASE_COIN, STABLE_COIN] }],
    touches: ['reads', 'ledger'],
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
    result: r.object({
      asset_symbol: r.text(),
      coin_symbol: r.text(),
      interval: r.integer('seconds'),
      candles: r.array(
        r.object({
          time: r.integer('begin of the span, seconds since 1970'),
          open: r.amount('price x 10^8'),
          high: r.amount('price x 10^8'),
          low: r.amount('price x 10^8'),
          close: r.amount('price x 10^8'),
          trades: r.integer(),
          asset_volume: r.amount(),
          coin_volume: r.amount(),
        }),
      ),
    }),
    errors: [['INVALID_PARAMETER', 'the interval is 0']],
    examples: [{ params: [BASE_COIN, STABLE_COIN, 3600] }],
    touches: ['reads', 'ledger'],
  },

  getmatcherinfo: {
    summary: "What this node's matcher does.",
    params: [],
    result: MATCHER,
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
  },

  setdexmatcher: {
    summary: "Switches this node's matcher on or off.",
    description: 'It settles orders that cross, if the wallet holds the key of the settler.',
    params: [{ name: 'enabled', type: p.bool, summary: 'true: on' }],
    result: MATCHER,
    errors: [['MISC_ERROR', 'the wallet has no key of the settler']],
    examples: [{ params: [false] }],
    touches: ['node'],
    needsWallet: true,
    needsPool: true,
  },

  dexmatchdryrun: {
    summary: 'The deals that the matcher would settle of all open orders, without doing it.',
    params: [],
    result: r.object({ deal_items: r.array(DEAL) }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    needsPool: true,
  },
});
