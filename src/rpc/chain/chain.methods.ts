import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { CONFIRMED_TRANSACTION, RECEIPT } from '../declaration/shared-results.js';

const BLOCK = {
  name: 'hash_or_height',
  type: p.heightOrHash,
  summary: 'hash or height of the block',
} as const;

const TOTAL = r.object({
  free_amount: r.balance(),
  voted_amount: r.balance(),
  frozen_amount: r.balance(),
  staked_amount: r.balance(),
  pledged_amount: r.balance(),
  total_amount: r.balance('the sum'),
});

/** Methods that read blocks and totals of the chain (spec 02 §5.3). */
export const methods = defineMethods({
  getblock: {
    summary: 'Shows a block.',
    params: [
      BLOCK,
      {
        name: 'list_txs',
        type: p.bool,
        optional: true,
        summary: 'whether to add the details of all transactions',
        default: 'false',
      },
      {
        name: 'verbose',
        type: p.bool,
        optional: true,
        summary: 'false: the bytes of the block in hex instead',
        default: 'true',
      },
    ],
    result: r.either(
      r.named(
        'Block',
        r.object({
          curr_block_hash: r.text(),
          prev_block_hash: r.optional(r.text('of all but the first block')),
          next_block_hash: r.optional(r.text('of all but the newest block')),
          bp_uid: r.text('the producer'),
          version: r.integer(),
          merkle_root: r.text(),
          fuel_rate: r.integer('sawi for 100 units of fuel'),
          total_fuel_fee: r.amount(),
          confirmations: r.integer('1 of the newest block'),
          size: r.integer('bytes'),
          height: r.integer(),
          tx_count: r.integer(),
          tx: r.array(r.txid()),
          time: r.integer('seconds since 1970'),
          nonce: r.integer(),
          median_price: r.array(
            r.object({ coin_symbol: r.text(), price_symbol: r.text(), price: r.number() }),
          ),
          tx_details: r.optional(r.array(CONFIRMED_TRANSACTION, 'with list_txs')),
          receipts: r.array(RECEIPT, 'of the block itself'),
        }),
      ),
      r.text('the bytes in hex, with verbose false'),
    ),
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'there is no such block'],
      ['INVALID_PARAMETER', 'the height is not from 0 to the tip'],
    ],
    examples: [{ params: [0] }, { params: [0, true] }],
    touches: ['reads', 'ledger'],
  },

  getblockhash: {
    summary: 'Returns the hash of the block at a height (release 1).',
    params: [{ name: 'height', type: p.int, summary: 'from 0 to the tip' }],
    result: r.object({ hash: r.text() }),
    errors: [['INVALID_PARAMETER', 'the height is not from 0 to the tip']],
    examples: [{ params: [0] }],
    touches: ['reads', 'ledger'],
  },

  getblockundo: {
    summary: 'Shows what would be restored if a block were disconnected.',
    description: 'The records depend on how this node stores its state.',
    params: [BLOCK],
    result: r.object({
      block_height: r.integer(),
      block_hash: r.text(),
      count: r.integer(),
      tx_undos: r.array(
        r.object({
          index: r.integer(),
          tx_hash: r.txid(),
          category: r.array(
            r.object({
              db_prefix: r.text(),
              db_prefix_memo: r.text('name of the table'),
              cache_type: r.text(),
              log_count: r.integer(),
              db_logs: r.array(r.object({ key: r.text('hex'), value: r.text('hex') })),
            }),
          ),
        }),
      ),
    }),
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'there is no such block'],
      ['INVALID_PARAMETER', 'the height is not from 0 to the tip'],
      ['INTERNAL_ERROR', 'there is no undo record, as of the first block'],
    ],
    examples: [{ params: [1] }],
    touches: ['reads', 'ledger'],
  },

  getblockfailures: {
    summary: 'Lists the transactions that were tried for a block made here and left out.',
    params: [{ name: 'height', type: p.int, summary: 'from 0 to the tip' }],
    result: r.object({
      block_height: r.integer(),
      failures: r.array(
        r.object({ txid: r.txid(), error_code: r.integer('reject code'), error_message: r.text() }),
      ),
    }),
    errors: [['INVALID_PARAMETER', 'the height is not from 0 to the tip']],
    examples: [{ params: [0], result: { block_height: 0, failures: [] } }],
    touches: ['reads', 'ledger'],
  },

  verifychain: {
    summary: 'Checks the newest blocks.',
    description:
      'From level 3 on each block is also disconnected in memory and executed again, and state digest, records and receipts are compared, as far down as undo records are kept; no block is made meanwhile. Level 4 looks at everything that is stored: every record of the log of blocks, the tables and values of the database, the wallet. What is wrong is logged, and is among the errors of getinfo.',
    params: [
      { name: 'level', type: p.int, optional: true, summary: 'how thorough, 0 to 4', default: '3' },
      { name: 'depth', type: p.int, optional: true, summary: 'how many blocks; 0: all', default: '1288' },
    ],
    result: r.boolean('whether all is well'),
    errors: [['MISC_ERROR', 'the task was cancelled']],
    examples: [{ params: [3, 10], result: true }],
    touches: ['reads', 'node'],
  },

  gettotalcoins: {
    summary: 'Sums up the coins of all accounts.',
    params: [],
    result: r.object({
      WICC: TOTAL,
      WUSD: TOTAL,
      WGRT: TOTAL,
      total_received_votes: r.amount(),
      total_regids: r.integer('number of accounts'),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getswapcoindetail: {
    summary: 'Shows a coin of another chain that can be swapped.',
    params: [{ name: 'peer_symbol', type: p.symbol, summary: 'symbol of the coin on its own chain' }],
    result: r.object({
      status: r.oneOf(['ENABLE', 'DISABLE']),
      peer_symbol: r.text(),
      self_symbol: r.text('of the mirrored asset'),
      peer_chain_type: r.text(),
    }),
    errors: [['INVALID_PARAMETER', 'the coin was never proposed for swapping']],
    examples: [{ params: ['BTC'] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
  },

  getcontractregid: {
    summary: 'Returns the regid of the contract that a confirmed transaction has deployed.',
    params: [{ name: 'txid', type: p.txid, summary: 'the transaction that deployed the contract' }],
    result: r.object({ regid: r.text(), regid_hex: r.text('4 bytes of height, 2 of index, little endian') }),
    errors: [['MISC_ERROR', 'the transaction is in no block, or deploys no contract']],
    examples: [{ params: [EXAMPLE.deployment] }],
    touches: ['reads', 'ledger'],
  },

  getfcoingenesistxinfo: {
    summary: 'Names the transactions of the block that made the stable and the governance coin.',
    params: [],
    result: r.object({
      fcoin_global_account_txid: r.txid(),
      fcoin_genesis_account_txid: r.txid(),
      dex_match_account_txid: r.txid(),
    }),
    errors: [['MISC_ERROR', 'the chain has not reached that block']],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },

  listtxcache: {
    summary: 'Lists the transaction ids that may not be used again yet.',
    params: [],
    result: r.object({ tx_cache: r.array(r.object({ txid: r.txid(), existed: r.boolean() })) }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },

  gethash: {
    summary: 'Hashes a text twice with SHA-256.',
    params: [{ name: 'text', type: p.string, summary: 'its bytes in UTF-8' }],
    result: r.object({ txid: r.text('the hash in display order') }),
    errors: [],
    examples: [{ params: ['hello'] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },
});
