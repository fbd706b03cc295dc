import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, MEMO, SENDER, WHICH_CONFIRMATIONS } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { WAITS } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

const PREV_TXID = {
  name: 'prev_utxo_txid',
  type: p.txid,
  summary: 'the transaction that made the output',
} as const satisfies ParameterDeclaration;
const VOUT_INDEX = {
  name: 'vout_index',
  type: p.uint16,
  summary: 'its position among the outputs of that transaction, from 0',
} as const satisfies ParameterDeclaration;
const N = { name: 'n', type: p.uint8, summary: 'how many signers there are, at most 20' } as const;
const M = { name: 'm', type: p.uint8, summary: 'how many of them have to sign' } as const;
const SIGNERS = {
  name: 'signee_uids',
  type: p.jsonArray,
  summary: 'the accounts that may sign; their order is part of the address',
  elements: r.text(),
} as const satisfies ParameterDeclaration;

const CONDITION = r.openObject({ cond_type: r.integer() }, 'the members of its type');
const INPUT = r.object({
  prev_utxo_txid: r.text(),
  prev_utxo_vout_index: r.integer(),
  conds: r.array(CONDITION),
});
const OUTPUT = r.object({ coin_amount: r.amount(), conds: r.array(CONDITION) });

const UNSPENT = r.named(
  'UnspentOutput',
  r.object({
    txid: r.txid('of the transaction that made it'),
    vout_index: r.integer(),
    spent: r.boolean('false'),
    coin_symbol: r.text(),
    coin_amount: r.amount(),
    conds: r.array(
      r.openObject({ cond_type: r.text('such as OP2SA') }, 'the members of its type'),
      'what has to hold for spending it',
    ),
    creator_uid: r.text(),
    creator_addr: r.text(),
    created_height: r.integer(),
    spendable: r.boolean('whether its heights let it be spent in the next block'),
    spendable_from_height: r.amount('height'),
    spendable_by: r.text('who can spend it and when, in words'),
    waits: WAITS,
  }),
);

const SPENT = r.named(
  'SpentOutput',
  r.object({
    txid: r.txid(),
    vout_index: r.integer(),
    spent: r.boolean('true'),
    spent_by: r.txid(),
    spent_height: r.integer(),
    waits: WAITS,
  }),
);

/** Methods about outputs with conditions (spec 02 §5.13, spec 07 §7). */
export const methods = defineMethods({
  submitutxotransfertx: {
    ...SUBMITTING,
    summary: 'Moves coins into outputs that conditions lock, out of them, or from some into others.',
    description: [
      'What the inputs have more than the outputs goes to the sender; what they have less, the sender pays.',
      'An input is {prev_utxo_txid, prev_utxo_vout_index, conds}, an output {coin_amount, conds}; a condition has a cond_type:',
      'inputs: 11 address, 12 {m, n, uids, signatures}, 13 {password}, 14 over time, 15 recycle;',
      'outputs: 111 {uid}, 112 {multisign_address}, 113 {password, password_proof_required}, 114 {height} above which it can be spent, 115 {height} up to which its maker cannot spend it.',
      'All conditions of an output have to hold, for everybody: 115 restricts its maker and nobody else, and gives nobody a right.',
      'An output without 111, 112 or 113 can be taken by anybody: without a recycle lock that may be meant, with 115 alone this method refuses to make it.',
    ].join('\n'),
    params: [
      SENDER,
      { name: 'coin_symbol', type: p.symbol, summary: 'the coin of all inputs and outputs' },
      {
        name: 'vins',
        type: p.jsonArray,
        summary: 'the outputs to spend, at most 100, or []',
        elements: INPUT,
      },
      {
        name: 'vouts',
        type: p.jsonArray,
        summary: 'the outputs to make, at most 100, or []',
        elements: OUTPUT,
      },
      { ...FEE, default: "the network's minimum for every output, and twice for every input" },
      MEMO,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'an input, output or condition is malformed, repeated or in the wrong place'],
    ],
    examples: [
      {
        params: [
          EXAMPLE.alice,
          'WICC',
          [],
          [{ coin_amount: 100_000_000, conds: [{ cond_type: 111, uid: EXAMPLE.bob }] }],
          'WICC:10000:sawi',
        ],
      },
      {
        params: [
          EXAMPLE.bob,
          'WICC',
          [{ prev_utxo_txid: EXAMPLE.output, prev_utxo_vout_index: 0, conds: [{ cond_type: 11 }] }],
          [],
        ],
      },
    ],
  },

  submitpasswordprooftx: {
    ...SUBMITTING,
    summary: 'Shows that an account knows the password of an output, without telling it.',
    description:
      'Where an output requires a proof, only accounts that have shown one in an earlier block can spend it: who sees the password in the spending transaction comes too late.',
    params: [
      { ...SENDER, summary: 'the account that is going to spend the output; its key must be in the wallet' },
      PREV_TXID,
      VOUT_INDEX,
      { name: 'password', type: p.secret, summary: 'at most 256 bytes; it does not leave this node' },
      { name: 'pre_utxo_tx_uid', type: p.uid, summary: 'the account that made the output' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_ADDRESS_OR_KEY', 'the account that made the output does not exist'],
    ],
    examples: [{ params: [EXAMPLE.bob, EXAMPLE.lockedOutput, 0, 'secret', EXAMPLE.alice] }],
  },

  genutxomultisignaddr: {
    summary: 'The address to lock an output with, so that m of n accounts have to sign its spending.',
    description: 'Coins that a plain transfer sends to such an address are lost.',
    params: [N, M, SIGNERS],
    result: r.object({ multi_addr: r.text() }),
    errors: [
      ['INVALID_PARAMETER', 'm, n and the number of signers do not fit'],
      ['INVALID_PARAMETER', 'a uid is not on chain'],
      ['INVALID_ADDRESS_OR_KEY', 'a uid is none'],
    ],
    examples: [
      {
        params: [3, 2, [EXAMPLE.alice, EXAMPLE.bob, EXAMPLE.carol]],
        result: { multi_addr: 'wc5hSSf9QeeC19s8B3tN1L2wNhgsZkb4Tu' },
      },
    ],
    touches: ['reads', 'ledger'],
  },

  genutxomultiinputcondhash: {
    summary: 'The hash that each signer of a multi-signature output signs to let an account spend it.',
    params: [
      N,
      M,
      { ...PREV_TXID, name: 'pre_utxo_txid' },
      { ...VOUT_INDEX, name: 'pre_utxo_tx_vout_index' },
      SIGNERS,
      { name: 'spend_txuid', type: p.uid, summary: 'the account that will submit the spending transfer' },
    ],
    result: r.object({ hash: r.text('64 hex digits') }),
    errors: [
      ['INVALID_PARAMETER', 'm, n and the number of signers do not fit'],
      ['INVALID_PARAMETER', 'a uid is not on chain'],
      ['INVALID_ADDRESS_OR_KEY', 'a uid is none'],
    ],
    examples: [
      {
        params: [3, 2, EXAMPLE.txid, 0, [EXAMPLE.alice, EXAMPLE.bob, EXAMPLE.carol], EXAMPLE.bob],
        result: { hash: '1714ee029f89d3940ca41c901fb502a036660494f9ce281820170f67d40700e0' },
      },
    ],
    touches: ['reads', 'ledger'],
  },

  genutxomultisignature: {
    summary: 'Signs the hash of genutxomultiinputcondhash with the key of an account.',
    params: [
      { ...SENDER, summary: 'the account that signs; its key must be in the wallet' },
      { name: 'utxo_content_hash', type: p.txid, summary: 'the hash' },
    ],
    result: r.object({ signature: r.text('hex') }),
    errors: [
      ['INVALID_ADDRESS_OR_KEY', 'the account is not on chain'],
      ['WALLET_ERROR', 'the wallet has no key of the account'],
    ],
    examples: [
      { params: [EXAMPLE.alice, '1714ee029f89d3940ca41c901fb502a036660494f9ce281820170f67d40700e0'] },
    ],
    touches: ['spends'],
    needsWallet: true,
    walletUnlocked: true,
  },

  getutxo: {
    summary: 'An output: what is in it and what locks it, or what spent it.',
    params: [
      { ...PREV_TXID, name: 'txid', type: p.txid },
      VOUT_INDEX,
      {
        name: 'spender',
        type: p.uid,
        optional: true,
        summary: 'the account for which spendable_from_height is given',
        default: 'anybody but the creator',
      },
      WHICH_CONFIRMATIONS,
    ],
    result: r.either(UNSPENT, SPENT),
    errors: [['INVALID_ADDRESS_OR_KEY', 'there is no such output']],
    examples: [{ params: [EXAMPLE.output, 0] }],
    touches: ['reads', 'ledger'],
  },

  listutxos: {
    summary: 'The unspent outputs that are for an account or a multi-signature address.',
    description:
      'An output that no address locks is listed under the account that made it. From spendable_from_height on the owner can spend it, as far as heights are concerned.',
    params: [
      { name: 'owner', type: p.uid, summary: 'the account, or the multi-signature address' },
      {
        name: 'coin_symbol',
        type: p.symbol,
        optional: true,
        summary: 'of one coin, or empty for all',
        default: 'empty',
      },
      {
        name: 'only_spendable',
        type: p.bool,
        optional: true,
        summary: 'only those that can be spent in the next block',
        default: 'false',
      },
      { name: 'max_count', type: p.uint32, optional: true, summary: 'most outputs to list', default: '500' },
      { name: 'from', type: p.uint32, optional: true, summary: 'how many to leave out first', default: '0' },
      {
        name: 'cursor',
        type: p.string,
        optional: true,
        summary:
          'what the page before ended with, to go on from there: the same cost at any depth, unlike from',
        default: 'empty',
      },
    ],
    result: r.object({
      height: r.integer('of the chain'),
      count: r.integer('of this page'),
      has_more: r.boolean(),
      cursor: r.text('to go on from here; empty at the end'),
      utxos: r.array(UNSPENT),
    }),
    errors: [],
    examples: [
      { params: [EXAMPLE.alice], result: { height: 5, count: 0, has_more: false, cursor: '', utxos: [] } },
      { params: [EXAMPLE.alice, 'WICC', true] },
    ],
    touches: ['reads', 'ledger'],
    minConfirmations: true,
  },
});
