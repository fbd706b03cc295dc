import { INDEX_NAMES } from '../../config/index-names.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { BAD_REGID } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import type { DeclaredError } from '../declaration/errors.js';
import { defineMethods, type MethodDeclaration, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { CLOSED_ORDER, ORDER, RECEIPT } from '../declaration/shared-results.js';

/** Entries of a page, where the caller says nothing, and at most. */
export const DEFAULT_PAGE = 100;
export const LARGEST_PAGE = 1000;

const MAX_COUNT = {
  name: 'max_count',
  type: p.uint32,
  optional: true,
  summary: `most entries of a page, from 1 to ${LARGEST_PAGE}`,
  default: String(DEFAULT_PAGE),
} as const satisfies ParameterDeclaration;
const CURSOR = {
  name: 'cursor',
  type: p.string,
  optional: true,
  summary: 'what the page before ended with, to go on from there',
  default: 'empty: the first page',
} as const satisfies ParameterDeclaration;
const ACCOUNT = {
  name: 'addr',
  type: p.uid,
  summary: 'the account',
} as const satisfies ParameterDeclaration;

/** What every page has besides its entries. */
const PAGE = {
  count: r.integer('of the page'),
  has_more: r.boolean(),
  cursor: r.text('to go on from here; empty at the end'),
  from_height: r.integer('of the lowest block that the index has; 0 where it has all'),
};

const PAGE_ERRORS: readonly DeclaredError[] = [
  ['MISC_ERROR', 'the index is switched off, or is not complete'],
  ['INVALID_PARAMETER', `max_count is not from 1 to ${LARGEST_PAGE}`],
  ['INVALID_PARAMETER', 'the cursor is not what a page ended with'],
];
const BAD_ACCOUNT: DeclaredError = ['INVALID_ADDRESS_OR_KEY', 'the account is named wrongly'];

const LISTING = { touches: ['reads', 'ledger'] } as const satisfies Partial<MethodDeclaration>;

const TRANSACTION_MEMBERS = {
  txid: r.txid(),
  tx_type: r.text('name of its type'),
  height: r.integer('of its block'),
  index: r.integer('in its block'),
  time: r.integer('of its block, seconds since 1970'),
  confirmations: r.integer('blocks from its own to the newest one'),
};

const KEPT = 'Needs the index';

/** Methods that answer from the indexes of the chain: each page costs the same, however deep it is. */
export const methods = defineMethods({
  listaddresstransactions: {
    ...LISTING,
    summary: 'The transactions in which an account takes part, the newest first.',
    description: `${KEPT} addresses (-index).`,
    params: [ACCOUNT, MAX_COUNT, CURSOR],
    result: r.object({
      address: r.text(),
      ...PAGE,
      transactions: r.array(
        r.object({
          ...TRANSACTION_MEMBERS,
          participation: r.array(
            r.oneOf(['signer', 'named', 'receipt', 'contract']),
            'it signed, the transaction names it, a receipt moved its coins, it is a contract that ran',
          ),
        }),
      ),
    }),
    errors: [...PAGE_ERRORS, BAD_ACCOUNT],
    examples: [{ params: [EXAMPLE.alice] }, { params: [EXAMPLE.alice, 10, '5:1'] }],
  },

  listcontractcalls: {
    ...LISTING,
    summary: 'The transactions that called a contract, themselves or through another one, the newest first.',
    description: `${KEPT} contracts (-index).`,
    params: [{ name: 'contract_regid', type: p.string, summary: 'the contract' }, MAX_COUNT, CURSOR],
    result: r.object({
      contract_regid: r.text(),
      ...PAGE,
      transactions: r.array(r.object(TRANSACTION_MEMBERS)),
    }),
    errors: [...PAGE_ERRORS, BAD_REGID],
    examples: [{ params: [EXAMPLE.luaContract] }],
  },

  listaccountorders: {
    ...LISTING,
    summary: 'The orders that an account has placed, open or not, the newest first.',
    description: `${KEPT} orders (-index). An order is as getdexorder shows it.`,
    params: [ACCOUNT, MAX_COUNT, CURSOR],
    result: r.object({ address: r.text(), ...PAGE, orders: r.array(r.either(ORDER, CLOSED_ORDER)) }),
    errors: [...PAGE_ERRORS, BAD_ACCOUNT],
    examples: [{ params: [EXAMPLE.alice] }],
  },

  listaccounttrades: {
    ...LISTING,
    summary: 'The trades of an account, on either side, the newest first.',
    description: `${KEPT} trades (-index).`,
    params: [ACCOUNT, MAX_COUNT, CURSOR],
    result: r.object({
      address: r.text(),
      ...PAGE,
      trades: r.array(
        r.object({
          height: r.integer('of the block that settled it'),
          time: r.integer('of the block, seconds since 1970'),
          txid: r.txid('of the settlement'),
          pair: r.text('such as WICC:WUSD'),
          price: r.amount('coins for an asset x 10^8'),
          coin_amount: r.amount(),
          asset_amount: r.amount(),
          taker_side: r.oneOf(['buy', 'sell']),
          buy_order_id: r.txid(),
          sell_order_id: r.txid(),
          buyer: r.text('address'),
          seller: r.text('address'),
        }),
      ),
    }),
    errors: [...PAGE_ERRORS, BAD_ACCOUNT],
    examples: [{ params: [EXAMPLE.alice] }],
  },

  listaccountpositions: {
    ...LISTING,
    summary: 'The debt positions that an account has opened, open or closed, the newest first.',
    description: `${KEPT} positions (-index).`,
    params: [ACCOUNT, MAX_COUNT, CURSOR],
    result: r.object({
      address: r.text(),
      ...PAGE,
      positions: r.array(
        r.object({
          cdp_id: r.txid(),
          height: r.integer('of the block in which it was opened'),
          time: r.integer('of the block, seconds since 1970'),
          is_open: r.boolean(),
          close_txid: r.optional(r.txid('what closed it')),
          close_type: r.optional(r.oneOf(['redeem', 'manual_liquidate', 'force_liquidate'])),
        }),
      ),
    }),
    errors: [...PAGE_ERRORS, BAD_ACCOUNT],
    examples: [{ params: [EXAMPLE.alice] }],
  },

  listassetholders: {
    ...LISTING,
    summary: 'The accounts that have coins of a symbol, the largest first.',
    description: `${KEPT} holders (-index). What outputs with conditions hold belongs to no account.`,
    params: [{ name: 'symbol', type: p.symbol, summary: 'symbol of the coin' }, MAX_COUNT, CURSOR],
    result: r.object({
      symbol: r.text(),
      ...PAGE,
      holders: r.array(
        r.object({
          address: r.text(),
          regid: r.text('0-0 where the account is not registered'),
          free_amount: r.balance('can be spent'),
          total_amount: r.balance('with what is staked, frozen, voted and pledged'),
        }),
      ),
    }),
    errors: [...PAGE_ERRORS, ['INVALID_PARAMETER', 'there is no coin of this symbol']],
    examples: [{ params: [BASE_COIN] }],
  },

  listreceipts: {
    ...LISTING,
    summary: 'What has happened of a type: receipts, by transaction, the newest first.',
    description: `${KEPT} receipts (-index), and receipts that are stored (-genreceipt).`,
    params: [
      {
        name: 'receipt_type',
        type: p.string,
        summary: 'number or name, such as 202 or TRANSFER_ACTUAL_COINS',
      },
      MAX_COUNT,
      CURSOR,
    ],
    result: r.object({
      receipt_type: r.integer(),
      ...PAGE,
      transactions: r.array(
        r.object({
          txid: r.text('64 hex digits; empty for receipts of the block itself'),
          height: r.integer('of the block'),
          time: r.integer('of the block, seconds since 1970'),
          receipts: r.array(RECEIPT, 'those of the type'),
        }),
      ),
    }),
    errors: [...PAGE_ERRORS, ['INVALID_PARAMETER', 'there is no such type of receipts']],
    examples: [{ params: ['TRANSFER_ACTUAL_COINS'] }],
  },

  getindexinfo: {
    summary: 'Which indexes of the chain there are, and how far each is.',
    params: [],
    result: r.map(
      'name of the index',
      r.object({
        state: r.oneOf(['off', 'building', 'ready']),
        done: r.integer('blocks that it has'),
        total: r.integer('blocks of the chain'),
        from_height: r.integer('of the lowest block that it has'),
      }),
    ),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  dropindex: {
    summary: 'Switches an index off and removes what is stored of it.',
    description: 'A start that names it in -index builds it anew.',
    params: [{ name: 'name', type: p.oneOf(...INDEX_NAMES), summary: 'the index' }],
    result: r.object({ dropped: r.text('name of the index') }),
    errors: [],
    examples: [{ params: ['receipts'] }],
    touches: ['node'],
  },
});
