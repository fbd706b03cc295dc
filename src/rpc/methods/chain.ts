import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

const BLOCK = {
  name: 'hash_or_height',
  type: p.heightOrHash,
  summary: 'hash or height of the block',
} as const;

/** Methods that read blocks and totals of the chain (spec 02 §5.3). */
export const methods = defineMethods({
  getblockcount: {
    summary: 'Tells the height of the newest block.',
    params: [],
    result: 'number: height',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

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
    result:
      'object: curr_block_hash, prev_block_hash, next_block_hash, bp_uid, version, merkle_root, fuel_rate, total_fuel_fee, confirmations, size, height, tx_count, tx, time, nonce, median_price, tx_details (with list_txs), receipts; or hex',
    examples: [{ params: [0] }, { params: [0, true] }],
    allowedInSafeMode: true,
  },

  getblockhash: {
    summary: 'Tells the hash of the block at a height (release 1).',
    params: [{ name: 'height', type: p.int, summary: 'from 0 to the tip' }],
    result: 'object: hash',
    examples: [{ params: [0] }],
    allowedInSafeMode: true,
  },

  getblockundo: {
    summary: 'Shows what would be put back if a block were taken back.',
    description: 'The records depend on how this node stores its state.',
    params: [BLOCK],
    result:
      'object: block_height, block_hash, count, tx_undos [{index, tx_hash, category [{db_prefix, db_prefix_memo, cache_type, log_count, db_logs [{key, value}]}]}]',
    examples: [{ params: [1] }],
    allowedInSafeMode: true,
  },

  getblockfailures: {
    summary: 'Lists the transactions that were tried for a block made here and left out.',
    params: [{ name: 'height', type: p.int, summary: 'from 0 to the tip' }],
    result: 'object: block_height, failures [{txid, error_code, error_message}]',
    examples: [{ params: [0], result: { block_height: 0, failures: [] } }],
    allowedInSafeMode: true,
  },

  verifychain: {
    summary: 'Checks the newest blocks.',
    description:
      'From level 3 on each block is also taken back in memory and executed again, and state digest, records and receipts are compared, as far down as undo records are kept. No block is made meanwhile.',
    params: [
      { name: 'level', type: p.int, optional: true, summary: 'how thorough, 0 to 4', default: '3' },
      { name: 'depth', type: p.int, optional: true, summary: 'how many blocks; 0: all', default: '1288' },
    ],
    result: 'boolean: whether all is well',
    examples: [{ params: [3, 10], result: true }],
    allowedInSafeMode: true,
  },

  gettotalcoins: {
    summary: 'Sums up the coins of all accounts.',
    params: [],
    result:
      'object: WICC, WUSD, WGRT (each free_amount, voted_amount, frozen_amount, staked_amount, pledged_amount, total_amount), total_received_votes, total_regids',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
  },

  getswapcoindetail: {
    summary: 'Shows a coin of another chain that can be swapped.',
    params: [{ name: 'peer_symbol', type: p.symbol, summary: 'symbol of the coin on its own chain' }],
    result: 'object: status, peer_symbol, self_symbol, peer_chain_type',
    examples: [{ params: ['BTC'] }],
    allowedInSafeMode: true,
  },

  getcontractregid: {
    summary: 'Tells the regid that a confirmed transaction gave, by its position in the chain.',
    params: [{ name: 'txid', type: p.txidLenient, summary: 'the transaction that deployed the contract' }],
    result: 'object: regid, regid_hex',
    examples: [{ params: [EXAMPLE.txid] }],
    allowedInSafeMode: true,
  },

  getfcoingenesistxinfo: {
    summary: 'Names the transactions of the block that made the stable and the governance coin.',
    params: [],
    result: 'object: fcoin_global_account_txid, fcoin_genesis_account_txid, dex_match_account_txid',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    lockFree: true,
  },

  listtxcache: {
    summary: 'Lists the transaction ids that may not be used again yet.',
    params: [],
    result: 'object: tx_cache [{txid, existed}]',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  gethash: {
    summary: 'Hashes a text twice with SHA-256.',
    params: [{ name: 'text', type: p.string, summary: 'its bytes in UTF-8' }],
    result: 'object: txid (the hash in display order)',
    examples: [{ params: ['hello'] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },
});

export const chain: MethodArea<NodeServices> = {
  title: 'Chain',
  methods,
  load: async () => (await import('../handlers/chain.js')).handlers,
};
