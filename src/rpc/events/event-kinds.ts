import { POSITION_LEVELS } from '../../chain/market/market-event.js';
import * as r from '../declaration/result-types/index.js';
import type { ObjectType } from '../declaration/result-types/result-type.js';

/** How the value of a filter is written: an account in any of its forms, a regid, a pair, or one of some texts. */
export type FilterForm = 'account' | 'regid' | 'pair' | readonly string[];

/** A condition that a subscriber can put on the events of a kind. */
export interface FilterDeclaration {
  readonly form: FilterForm;
  readonly summary: string;
  /** The members of the event of which one has to have the value, or to contain it. */
  readonly of: readonly string[];
}

/** A kind of event: validation, documentation, routing and the types of the client come from it. */
export interface EventKind {
  readonly summary: string;
  /** The filters by name; all that are given have to hold. */
  readonly filters: Readonly<Record<string, FilterDeclaration>>;
  /** The members of an event after `event` and `cursor`. */
  readonly fields: ObjectType['members'];
  /** Whether it is about the moment, not about a block: it is delivered while it happens, and never again. */
  readonly isLive?: true;
}

const ACCOUNT = 'address, regid, key id or public key';
const PAIR: FilterDeclaration = { form: 'pair', summary: 'such as WICC:WUSD', of: ['pair'] };
const OWNER = { owner: r.text('regid'), address: r.text('of the owner') } as const;
const SIDES = ['buy', 'sell'] as const;

/** Every kind of event, in the order in which those of a block come. */
export const EVENT_KINDS = {
  block: {
    summary: 'A block is the newest one.',
    filters: {},
    fields: {
      height: r.integer(),
      hash: r.text(),
      previous_hash: r.text(),
      time: r.integer('seconds since 1970'),
      producer: r.text('regid'),
      size: r.integer('bytes'),
      tx_count: r.integer(),
    },
  },
  transaction: {
    summary: 'A transaction is in a block.',
    filters: {
      address: {
        form: 'account',
        summary: `${ACCOUNT} of an account that takes part in any way: it has signed, is named, or its coins moved`,
        of: ['addresses'],
      },
      contract: {
        form: 'regid',
        summary: 'regid of a contract that it called, itself or through others',
        of: ['contracts'],
      },
    },
    fields: {
      height: r.integer(),
      index: r.integer('place in the block'),
      txid: r.text(),
      tx_type: r.text('such as UCOIN_TRANSFER_TX'),
      addresses: r.array(r.text(), 'of the accounts that take part'),
      contracts: r.array(r.text(), 'regids of the contracts that it called'),
    },
  },
  receipt: {
    summary: 'Coins moved: a receipt of a transaction, or of the block itself.',
    filters: {
      address: {
        form: 'account',
        summary: `${ACCOUNT} from or to which coins moved`,
        of: ['from_addr', 'to_addr'],
      },
    },
    fields: {
      height: r.integer(),
      txid: r.text('empty for a receipt of the block itself'),
      receipt_type: r.integer(),
      receipt_type_name: r.text(),
      op_type: r.integer('0 to 11'),
      op_type_name: r.text('such as ADD_FREE'),
      from_addr: r.text('empty where coins come from nobody'),
      to_addr: r.text('empty where coins go to nobody'),
      coin_symbol: r.text(),
      coin_amount: r.amount(),
      object_id: r.optional(r.text('of what a contract has made: an order, a debt position, outputs')),
    },
  },
  order: {
    summary:
      'A block has changed an order of the exchange: one event, with the order as it is after the block.',
    filters: {
      pair: PAIR,
      address: { form: 'account', summary: `${ACCOUNT} of the owner`, of: ['address'] },
    },
    fields: {
      order_id: r.text(),
      status: r.oneOf(['placed', 'dealt', 'filled', 'cancelled'], 'dealt: in part'),
      pair: r.text(),
      side: r.oneOf(SIDES),
      order_type: r.oneOf(['limit', 'market']),
      price: r.amount('coins for an asset times 10^8; 0 of a market order'),
      coin_amount: r.amount(),
      asset_amount: r.amount(),
      dealt_coin_amount: r.amount(),
      dealt_asset_amount: r.amount(),
      dex_id: r.integer('of the operator'),
      ...OWNER,
    },
  },
  trade: {
    summary: 'Two orders were dealt with each other.',
    filters: {
      pair: PAIR,
      address: { form: 'account', summary: `${ACCOUNT} of the buyer or the seller`, of: ['buyer', 'seller'] },
    },
    fields: {
      pair: r.text(),
      price: r.amount('coins for an asset times 10^8'),
      coin_amount: r.amount(),
      asset_amount: r.amount(),
      taker_side: r.oneOf(SIDES, 'of the order that met a resting one'),
      buy_order_id: r.text(),
      sell_order_id: r.text(),
      buyer: r.text('address'),
      seller: r.text('address'),
      txid: r.text('of the settlement'),
    },
  },
  position: {
    summary:
      'A debt position was changed, or has come nearer to its liquidation or away from it by a price or a parameter.',
    filters: {
      pair: { form: 'pair', summary: 'collateral and debt, such as WICC:WUSD', of: ['pair'] },
      address: { form: 'account', summary: `${ACCOUNT} of the owner`, of: ['address'] },
      level: { form: POSITION_LEVELS, summary: 'how near it is to its liquidation now', of: ['level'] },
    },
    fields: {
      cdp_id: r.text(),
      status: r.oneOf(
        ['opened', 'changed', 'closed', 'repriced'],
        'repriced: only a price or a parameter has changed; closed with previous_level none: opened and closed in this block, ' +
          'with what it had at first',
      ),
      pair: r.text(),
      collateral: r.amount(),
      debt: r.amount(),
      price: r.amount('of the collateral times 10^8; 0 where there is none'),
      level: r.oneOf(
        POSITION_LEVELS,
        'forced: the system liquidates it; liquidatable: any account may; near: its ratio is at most 1.25 times that ' +
          'at which that begins',
      ),
      previous_level: r.oneOf([...POSITION_LEVELS, 'none'], 'before the block; none where it was not there'),
      ...OWNER,
    },
  },
  reorganization: {
    summary: 'A block was taken back, with all events of it; the newest first. Every subscription has these.',
    filters: {},
    fields: { height: r.integer('of the block that is gone'), hash: r.text('of it') },
  },
  pool: {
    summary: 'A transaction begins to wait for a block, or has left the pool without getting into one.',
    isLive: true,
    filters: { address: { form: 'account', summary: `${ACCOUNT} of the sender`, of: ['address'] } },
    fields: {
      txid: r.text(),
      change: r.oneOf(['arrived', 'returned', 'removed'], 'returned: its block was taken back'),
      tx_type: r.text(),
      address: r.text('of the sender; empty where it has none'),
      reason: r.optional(r.text('why it was removed')),
    },
  },
} as const satisfies Readonly<Record<string, EventKind>>;

export type EventKindName = keyof typeof EVENT_KINDS;

/** The kinds by name, as data. */
export const KINDS: ReadonlyMap<string, EventKind> = new Map(Object.entries<EventKind>(EVENT_KINDS));
