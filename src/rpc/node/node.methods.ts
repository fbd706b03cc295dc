import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Methods about this node and its view of the chain as a whole (spec 02 §5.1). */
export const methods = defineMethods({
  getinfo: {
    summary: 'Returns the state of the node, of its wallet and of the newest block.',
    params: [],
    result: r.object({
      version: r.text(),
      protocol_version: r.integer(),
      net_type: r.oneOf(['MAIN_NET', 'TEST_NET', 'REGTEST_NET']),
      proxy: r.text('empty'),
      public_ip: r.text('empty'),
      conf_dir: r.text('path of the configuration'),
      data_dir: r.text('path of the network'),
      block_interval: r.integer('seconds'),
      genblock: r.integer('1 while blocks are made'),
      time_offset: r.integer('0'),
      WICC_balance: r.balance('free coins of the wallet'),
      WUSD_balance: r.balance('free coins of the wallet'),
      WGRT_balance: r.balance('free coins of the wallet'),
      wallet_unlock_time: r.optional(r.integer('of an encrypted wallet: seconds since 1970, or 0')),
      relay_fee_perkb: r.balance(),
      tipblock_tx_count: r.integer(),
      tipblock_fuel_rate: r.integer(),
      tipblock_fuel: r.amount(),
      tipblock_time: r.integer('seconds since 1970'),
      tipblock_hash: r.text(),
      tipblock_height: r.integer(),
      synblock_height: r.integer('the greatest height that is known'),
      finblock_height: r.integer('the newest final block'),
      finblock_hash: r.text(),
      local_finblock_height: r.optional(r.integer('with -showlocalfinblock')),
      local_finblock_hash: r.optional(r.text('with -showlocalfinblock')),
      connections: r.integer(),
      errors: r.text('what is wrong with the chain, or around the node, or empty'),
      state: r.oneOf(['Loading', 'ReIndexing', 'IBD', 'InSync']),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getcoinunitinfo: {
    summary: 'Lists the units of amounts with their value in sawi.',
    params: [{ name: 'ignored', type: p.any, optional: true, summary: 'for older callers, has no effect' }],
    result: r.map('name of the unit', r.amount('sawi'), 'ascending'),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  getfinblockcount: {
    summary: 'Returns the height of the newest final block.',
    params: [],
    result: r.integer('height'),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },

  getrewardinfo: {
    summary: 'Returns the base coins that blocks have created for the voting contract.',
    params: [],
    result: r.object({
      height: r.integer(),
      block_inflated_reward: r.object({
        start_height: r.integer(),
        start_time: r.text('ISO 8601, or empty'),
        new_rewards: r.amount('since coins were last minted'),
        total_minted: r.amount(),
        last_minted: r.amount(),
        last_minted_height: r.integer(),
        last_minted_time: r.text('ISO 8601, or empty'),
      }),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
  },

  validateaddr: {
    summary: 'Returns whether a text names an account, and its address.',
    params: [{ name: 'address', type: p.uid, summary: 'address, contract address, regid or public key' }],
    result: r.object({
      is_valid: r.boolean(),
      addr: r.text('the address; the given text where it names no account, or a contract of the system'),
    }),
    errors: [['MISC_ERROR', 'the parameter is no text']],
    examples: [{ params: [EXAMPLE.alice], result: { is_valid: true, addr: EXAMPLE.alice } }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },

  validateaddress: {
    summary: 'As validateaddr, with the result of release 1.',
    params: [{ name: 'address', type: p.uid, summary: 'address, contract address, regid or public key' }],
    result: r.object({ ret: r.boolean() }),
    errors: [['MISC_ERROR', 'the parameter is no text']],
    examples: [{ params: [EXAMPLE.alice], result: { ret: true } }],
    touches: ['reads', 'ledger'],
    lockFree: true,
  },

  createmulsig: {
    summary: 'Makes the address of a legacy multi-signature script.',
    description:
      'No transaction type spends from such an address; outputs with a multi-signature condition are made with genutxomultisignaddr.',
    params: [
      { name: 'required', type: p.int, summary: 'how many signatures are needed, at least 1' },
      { name: 'accounts', type: p.array, summary: 'at most 15 accounts whose public keys the wallet has' },
    ],
    result: r.object({ addr: r.text(), script: r.text('hex') }),
    errors: [
      ['MISC_ERROR', 'the number of keys or of signatures is out of range'],
      ['INVALID_ADDRESS_OR_KEY', 'the wallet has no public key of an account'],
    ],
    examples: [{ params: [1, [EXAMPLE.alice, EXAMPLE.bob]] }],
    touches: ['reads', 'node'],
    lockFree: true,
    walletUnlocked: true,
  },
});
