import * as r from './result-types/index.js';

/* What several methods answer. A member of an amount is in sawi, or with -displayvalueinsawi=0 a text in coins. */

const UID = 'regid, public key or key id';

/** A member of objects that can be shown while what makes or changes them waits for a block. */
export const WAITS = r.optional(r.boolean('true where this is in no block yet'));

/** What every submitting method answers. */
export const TXID_RESULT = r.object({ txid: r.txid('id of the submitted transaction') });

/** The answer of release 1, in addition to that of later releases. */
export const TXID_AND_HASH = r.object({
  txid: r.txid('id of the submitted transaction'),
  hash: r.txid('the same, as release 1 called it'),
});

/** The balances of a coin (spec 02 §4.4). */
const BALANCE = r.named(
  'Balance',
  r.object({
    free_amount: r.balance('can be spent'),
    staked_amount: r.balance('staked'),
    frozen_amount: r.balance('held by orders'),
    voted_amount: r.balance('given to candidates'),
    pledged_amount: r.balance('collateral of debt positions'),
    total_amount: r.balance('the sum'),
  }),
);

const VOTE = r.object({
  candidate_uid: r.object({ id_type: r.oneOf(['RegID', 'KeyID', 'PubKey', 'Null']), id: r.text() }),
  voted_bcoins: r.balance(),
});

/** The members that every account has in results. */
export const ACCOUNT_MEMBERS = {
  address: r.text('base58 address'),
  keyid: r.text('hash of the owner key, 40 hex digits'),
  regid: r.text('0-0 where the account is not registered'),
  regid_mature: r.boolean('whether the regid can stand for the account for good'),
  owner_pubkey: r.text('66 hex digits, or empty'),
  miner_pubkey: r.text('66 hex digits, or empty'),
  perms: r.text('10 binary digits, the rightmost is bit 0'),
  tokens: r.map('symbol', BALANCE, 'coins without a balance are left out'),
  received_votes: r.balance('votes for this account'),
  vote_list: r.array(VOTE, 'votes of this account'),
} as const;

/** A debt position (spec 02 §4.5). */
export const CDP_MEMBERS = {
  cdpid: r.txid('id of the transaction that opened it'),
  regid: r.text('its owner'),
  last_height: r.integer('height of its last change'),
  bcoin_symbol: r.text('coin of the collateral'),
  total_bcoin: r.balance('collateral'),
  scoin_symbol: r.text('coin of the debt'),
  total_scoin: r.balance('debt'),
  collateral_ratio: r.text('in percent with two decimals, or INF'),
  interest_due: r.amount('interest that the next change settles'),
  interest_days: r.amount('days for which it is due'),
} as const;

export const CDP = r.named('Cdp', r.object(CDP_MEMBERS));

const OBJECT_ID = r.optional(r.txid('what the action has made: an order, a debt position, outputs'));

/** Movement of coins that a transaction or block has caused (spec 02 §4.3). */
export const RECEIPT = r.named(
  'Receipt',
  r.object({
    receipt_type: r.integer(),
    receipt_type_name: r.text(),
    op_type: r.integer('0 to 11'),
    op_type_name: r.text('such as ADD_FREE'),
    from_addr: r.text('empty where coins come from nobody'),
    to_addr: r.text('empty where coins go to nobody'),
    coin_symbol: r.text(),
    coin_amount: r.balance(),
    object_id: OBJECT_ID,
  }),
);

const PERMISSION_LEVEL = r.object({ account: r.text('regid'), permission: r.text('such as wasmio_owner') });

/** One execution of an action. What it has caused is of the same form, one level deeper. */
export const TRACE = r.named(
  'Trace',
  r.object({
    trx_id: r.txid(),
    receiver: r.text('regid of the contract that ran'),
    trx: r.object({
      contract: r.text('regid'),
      action: r.text(),
      authorization: r.array(PERMISSION_LEVEL),
      data: r.any('the arguments by name; in hex where no ABI decodes them'),
    }),
    object_id: OBJECT_ID,
    console: r.optional(r.text('what the contract printed')),
    inline_traces: r.optional(
      r.array(r.any('a trace of this form'), 'actions and notices that it has caused'),
    ),
  }),
);

/** What a universal transaction has caused, or a Lua contract that calls modules of the node (spec 02 §4.8). */
export const TX_TRACE = r.named(
  'TxTrace',
  r.object({
    trx_id: r.txid(),
    elapsed: r.optional(r.integer('microseconds; of a universal transaction')),
    burned_fuel: r.amount('fuel units'),
    fuel_rate: r.integer('sawi for 100 units'),
    minimum_fee: r.optional(
      r.amount('the smallest fee that would have sufficed; of a universal transaction'),
    ),
    traces: r.array(TRACE, 'one for each action of the transaction, or call of the contract'),
  }),
);

export const TX_TRACE_OR_NULL = r.either(TX_TRACE, r.nothing);

/** The members of nearly every transaction; those of its type follow (spec 02 §4.1). */
const TRANSACTION_MEMBERS = {
  txid: r.txid(),
  tx_type: r.text('such as UCOIN_TRANSFER_TX'),
  ver: r.integer(),
  tx_uid: r.optional(r.text(`the sender: ${UID}`)),
  from_addr: r.optional(r.text('address of the sender')),
  fee_symbol: r.optional(r.text()),
  fees: r.optional(r.amount()),
  valid_height: r.integer('height at which it was made'),
  signature: r.optional(r.text('hex')),
} as const;

const OF_ITS_TYPE = 'the members of its type, see spec 02 §4.1';

export const TRANSACTION = r.named('Transaction', r.openObject(TRANSACTION_MEMBERS, OF_ITS_TYPE));

/** A transaction of the chain (spec 02 §4.2). */
export const CONFIRMED_TRANSACTION = r.named(
  'ConfirmedTransaction',
  r.openObject(
    {
      ...TRANSACTION_MEMBERS,
      confirmed_height: r.integer(),
      confirmed_time: r.integer('seconds since 1970'),
      block_hash: r.text(),
      tx_cord: r.text('height-index'),
      tx_code: r.text('the same as tx_cord'),
      receipts: r.array(RECEIPT),
      receipt: r.array(RECEIPT, 'the same as receipts'),
      rawtx: r.text('hex'),
      confirmations: r.integer('height of the chain minus confirmed_height'),
      tx_trace: r.optional(
        r.described(TX_TRACE, 'of a universal transaction, or a Lua contract that calls modules of the node'),
      ),
    },
    OF_ITS_TYPE,
  ),
);

/** A pending transaction. */
export const WAITING_TRANSACTION = r.named(
  'WaitingTransaction',
  r.openObject({ ...TRANSACTION_MEMBERS, rawtx: r.text('hex') }, OF_ITS_TYPE),
);

/** What an unknown id is answered with. */
export const EMPTY = r.object({}, 'empty for an unknown id');

/** An order (spec 02 §4.6). */
const ORDER_MEMBERS = {
  order_id: r.txid('id of the transaction that placed it'),
  generate_type: r.oneOf(['USER_GEN_ORDER', 'SYSTEM_GEN_ORDER']),
  order_type: r.oneOf(['LIMIT_PRICE', 'MARKET_PRICE']),
  order_side: r.oneOf(['BUY', 'SELL']),
  coin_symbol: r.text('the coin that is paid with'),
  asset_symbol: r.text('what is traded'),
  coin_amount: r.amount('coins to spend, of a market buy'),
  asset_amount: r.amount('assets to buy or sell'),
  price: r.amount('coins for an asset x 10^8; 0 of a market order'),
  dex_id: r.integer('the operator'),
  has_operator_config: r.boolean(),
  operator_config: r.optional(
    r.object({
      open_mode: r.oneOf(['PUBLIC', 'PRIVATE']),
      taker_fee_ratio: r.amount('x 10^8'),
      maker_fee_ratio: r.amount('x 10^8'),
    }),
  ),
  tx_cord: r.text('height-index'),
  user_regid: r.text('its owner'),
  total_deal_coin_amount: r.amount('coins of its trades so far'),
  total_deal_asset_amount: r.amount('assets of its trades so far'),
  src_type: r.text('why the system placed it, or empty'),
  src_id: r.text('what for, or empty'),
  waits: WAITS,
} as const;

export const ORDER = r.named('Order', r.object(ORDER_MEMBERS));

/** A trade of a pair. */
export const TRADE = r.named(
  'Trade',
  r.object({
    height: r.integer(),
    index: r.integer('position of its transaction in the block'),
    item: r.integer('position in its transaction'),
    time: r.integer('seconds since 1970'),
    txid: r.txid(),
    buy_order_id: r.txid(),
    sell_order_id: r.txid(),
    taker_side: r.oneOf(['BUY', 'SELL']),
    price: r.amount('coins for an asset x 10^8'),
    coin_amount: r.amount(),
    asset_amount: r.amount(),
    buyer_friction_fee: r.amount('of the asset'),
    buyer_operator_fee: r.amount('of the asset'),
    seller_friction_fee: r.amount('coins'),
    seller_operator_fee: r.amount('coins'),
  }),
);

/** An order that is open no more. */
export const CLOSED_ORDER = r.named(
  'ClosedOrder',
  r.object({
    ...ORDER_MEMBERS,
    state: r.oneOf(['FILLED', 'CANCELLED']),
    closed_cord: r.text('height-index of what closed it'),
    closed_txid: r.txid(),
    fee_symbol: r.text('coin of the fees of its trades'),
    total_friction_fee: r.amount(),
    total_operator_fee: r.amount(),
    trades: r.array(TRADE),
  }),
);

/** What a deal between two orders is settled as; also what submitdexsettletx takes. */
export const DEAL = r.named(
  'Deal',
  r.object({
    buy_order_id: r.txid(),
    sell_order_id: r.txid(),
    deal_price: r.amount('coins for an asset x 10^8'),
    deal_coin_amount: r.amount(),
    deal_asset_amount: r.amount(),
  }),
);
