import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, MEMO, SENDER } from '../declaration/common-parameters.js';
import { defineMethods, type MethodDeclaration, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import type { ParameterType } from '../declaration/parameters/parameter-type.js';
import * as r from '../declaration/result-types/index.js';
import { DEAL } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';
import { numeric } from './dex-order-forms.js';

/*
 * The methods that place orders have been called in three ways over time, so the meaning of a
 * position depends on the whole call: the handler decides (spec 06 §7.1).
 */

const TEXT_OR_INTEGER = { type: ['string', 'integer'] } as const;
const MONEY = { ...p.any, label: 'symbol:amount:unit', quoted: true, schema: TEXT_OR_INTEGER } as const;
const SYMBOL = { ...p.any, label: 'coin symbol', quoted: true, schema: { type: 'string' } } as const;
/** A number in most forms, a text in others. */
const NUMBER = { ...p.any, label: 'integer', commandLine: 'digits', schema: TEXT_OR_INTEGER } as const;

/** A price as the other methods of orders take it. */
const PRICE_OR_TEXT: ParameterType<bigint> = {
  ...p.price,
  accepts: ['int', 'real', 'str'],
  schema: TEXT_OR_INTEGER,
  convert: (value, position) => p.price.convert(numeric(value), position),
};

const COIN_SYMBOL = { name: 'coin_symbol', type: SYMBOL, summary: 'the coin that is paid with' } as const;
const PRICE = {
  name: 'price',
  type: NUMBER,
  summary: `coins for an asset x 10^8: 100000000 is one coin`,
} as const satisfies ParameterDeclaration;
const DEX_ID = {
  name: 'dex_id',
  type: NUMBER,
  optional: true,
  summary: 'the operator that takes the order',
  default: '0',
} as const satisfies ParameterDeclaration;
const ORDER_FEE = {
  ...FEE,
  type: MONEY,
  default: `the network's minimum; who stakes more than 1000 ${BASE_COIN} may give less`,
} as const satisfies ParameterDeclaration;
const ORDER_MEMO = {
  ...MEMO,
  type: { ...p.any, label: 'string', quoted: true, schema: { type: 'string' } },
} as const satisfies ParameterDeclaration;

/** Spec 06 §1, row 28. */
const SETTLER_IS_TRUSTED =
  'The ledger checks limits, amounts and fees of a deal. Which orders meet, when, and at which price two market orders meet, the settler alone decides: whoever trades trusts it with that.';

const MARKET_BUY_FORMS = `Older forms: "addr" "coin_symbol" coin_amount "asset_symbol" ( "fee" ), and without dex_id and memo.\n${SETTLER_IS_TRUSTED}`;
const MARKET_SELL_FORMS = `Older forms: "addr" "coin_symbol" "asset_symbol" asset_amount ( "fee" ), and without dex_id and memo.\n${SETTLER_IS_TRUSTED}`;

const DEALT = {
  name: 'asset',
  type: MONEY,
  summary: `what is traded and how much of it, by default ${BASE_COIN} in sawi`,
} as const satisfies ParameterDeclaration;

/** What the methods that place orders have in common. */
const ORDER = {
  ...SUBMITTING,
  errors: [
    ...SUBMITTING_ERRORS,
    [16, 'the coins are the same, or one cannot be traded'],
    ['INVALID_PARAMETER', 'there is no such operator of the exchange'],
    ['INVALID_PARAMETER', 'a memo is longer than 100 bytes'],
    ['MISC_ERROR', 'a parameter has a wrong JSON type'],
    ['TYPE_ERROR', 'an amount or the price is out of range'],
    ['INVALID_PARAMETER', 'a text is no amount of coins'],
  ],
} as const satisfies Partial<MethodDeclaration>;

const LIMIT_ORDER = {
  ...ORDER,
  description: `Older forms: "addr" "coin_symbol" "asset_symbol" asset_amount price ( "fee" ), and without dex_id and memo.\n${SETTLER_IS_TRUSTED}`,
  params: [SENDER, COIN_SYMBOL, DEALT, PRICE, DEX_ID, ORDER_FEE, ORDER_MEMO],
  examples: [{ params: [EXAMPLE.alice, STABLE_COIN, 'WICC:10:wi', 100_000_000] }],
} as const satisfies Partial<MethodDeclaration>;

/** Methods about orders of the exchange (spec 02 §5.12, spec 06 §7). */
export const methods = defineMethods({
  submitdexbuylimitordertx: {
    ...LIMIT_ORDER,
    summary: 'Places an order to buy at a price or below.',
  },

  submitdexselllimitordertx: {
    ...LIMIT_ORDER,
    summary: 'Places an order to sell at a price or above.',
  },

  submitdexbuymarketordertx: {
    ...ORDER,
    summary: 'Places an order to spend coins at whatever price others ask.',
    description: MARKET_BUY_FORMS,
    params: [
      SENDER,
      {
        name: 'coin',
        type: MONEY,
        summary: `which coins are spent and how many, by default ${STABLE_COIN} in sawi`,
      },
      {
        name: 'asset_symbol',
        type: { ...SYMBOL, commandLine: 'digits', schema: TEXT_OR_INTEGER },
        summary: 'what is bought',
      },
      DEX_ID,
      ORDER_FEE,
      ORDER_MEMO,
    ],
    examples: [{ params: [EXAMPLE.alice, 'WUSD:10:wi', BASE_COIN] }],
  },

  submitdexsellmarketordertx: {
    ...ORDER,
    summary: 'Places an order to sell at whatever price others bid.',
    description: MARKET_SELL_FORMS,
    params: [SENDER, COIN_SYMBOL, DEALT, DEX_ID, ORDER_FEE, ORDER_MEMO],
    examples: [{ params: [EXAMPLE.alice, STABLE_COIN, 'WICC:10:wi'] }],
  },

  submitdexcancelordertx: {
    ...SUBMITTING,
    summary: 'Cancels an open order; its frozen coins become free again.',
    params: [
      SENDER,
      { name: 'txid', type: p.txid, summary: 'the id of the order' },
      { ...FEE, default: "the network's minimum" },
    ],
    errors: [...SUBMITTING_ERRORS, ['DEX_ORDER_INACTIVE', 'the order is not active']],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.order] }],
  },

  submitdexsettletx: {
    ...SUBMITTING,
    summary: 'Settles deals between open orders; only the settler of the network can.',
    description: SETTLER_IS_TRUSTED,
    params: [
      SENDER,
      {
        name: 'deal_items',
        type: p.jsonArray,
        summary: 'the deals',
        elements: DEAL,
      },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'a member of a deal is missing'],
      ['INVALID_PARAMS', 'an order id is malformed'],
      ['TYPE_ERROR', 'an amount or a price is out of range'],
    ],
    examples: [
      {
        params: [
          EXAMPLE.settler,
          [
            {
              buy_order_id: EXAMPLE.buyOrder,
              sell_order_id: EXAMPLE.sellOrder,
              deal_price: 100_000_000,
              deal_coin_amount: 100_000_000,
              deal_asset_amount: 100_000_000,
            },
          ],
        ],
      },
    ],
  },

  gendexoperatorordertx: {
    summary: 'Builds an order with conditions of its own, for its owner and the operator to sign.',
    description:
      'The operator signs with the key of its fee receiver. See signtxraw, and submittxraw with signatures.',
    params: [
      SENDER,
      { name: 'order_type', type: p.oneOf('LIMIT_PRICE', 'MARKET_PRICE'), summary: 'kind of order' },
      { name: 'order_side', type: p.oneOf('BUY', 'SELL'), summary: 'side' },
      {
        name: 'coins',
        type: p.comboMoney(STABLE_COIN),
        summary: 'coin that is paid with; the amount is 0 except for a market buy',
      },
      {
        name: 'assets',
        type: p.comboMoney(BASE_COIN),
        summary: 'what is traded; the amount is 0 for a market buy',
      },
      { name: 'price', type: PRICE_OR_TEXT, summary: 'coins for an asset x 10^8; 0 for a market order' },
      { name: 'dex_id', type: p.uint32, summary: 'the operator' },
      {
        name: 'order_open_mode',
        type: p.oneOf('PUBLIC', 'PRIVATE'),
        summary: 'whether orders of other operators may take it',
      },
      { name: 'taker_fee_ratio', type: p.uint64, summary: 'x 10^8, at most 50000000' },
      { name: 'maker_fee_ratio', type: p.uint64, summary: 'x 10^8, at most 50000000' },
      { ...FEE, summary: 'what the owner of the order pays to the producer' },
      {
        ...FEE,
        name: 'operator_tx_fee',
        summary: 'what the operator adds to it, in the same coin',
        default: '0',
      },
      MEMO,
    ],
    result: r.object({ rawtx: r.text('hex, unsigned') }),
    errors: [
      [16, 'the coins are the same, or one cannot be traded'],
      ['INVALID_PARAMS', 'an amount or the price does not fit the kind of order, or a fee is too small'],
      ['INVALID_PARAMETER', 'an amount is too small, a ratio too large, or there is no such operator'],
      ['INVALID_ADDRESS_OR_KEY', 'an account does not exist'],
      ['WALLET_ERROR', 'the sender is not registered and the wallet has no key of it'],
      ['INSUFFICIENT_FUNDS', 'the sender or the operator has too little'],
    ],
    examples: [
      {
        params: [
          EXAMPLE.alice,
          'LIMIT_PRICE',
          'SELL',
          'WUSD:0',
          'WICC:2000000000:sawi',
          100_000_000,
          0,
          'PUBLIC',
          80_000,
          40_000,
        ],
      },
    ],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },
});
