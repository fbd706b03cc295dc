import { ACTION_DATA } from '../contracts/wasm-contracts.methods.js';
import { CONTRACT_ERRORS, PACKING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import {
  CONFIRMED_TRANSACTION,
  EMPTY,
  TRANSACTION,
  TX_TRACE_OR_NULL,
  WAITING_TRANSACTION,
} from '../declaration/shared-results.js';

const RAW = { name: 'rawtx', type: p.string, summary: 'the bytes of the transaction in hex' } as const;

/** Methods that look up, decode, sign and submit transactions as they are (spec 02 §5.6). */
export const methods = defineMethods({
  gettxdetail: {
    summary: 'Shows a transaction of the chain, or one that waits for a block.',
    params: [{ name: 'txhash', type: p.txid, summary: 'id of the transaction' }],
    result: r.either(CONFIRMED_TRANSACTION, WAITING_TRANSACTION, EMPTY),
    errors: [],
    examples: [{ params: [EXAMPLE.txid] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
    needsPool: true,
  },

  submittxraw: {
    summary: 'Submits a transaction that was made and signed elsewhere.',
    params: [
      RAW,
      {
        name: 'signatures',
        type: p.jsonArray,
        optional: true,
        summary: 'to be put into the transaction',
        elements: r.object({ addr: r.text(), signature: r.text('hex') }),
      },
    ],
    result: r.object({ txid: r.txid(), tx_trace: TX_TRACE_OR_NULL }),
    errors: [
      ['INVALID_PARAMETER', 'the transaction is too long'],
      ['MISC_ERROR', 'the bytes are no transaction'],
      ['INVALID_PARAMETER', 'a signature is not required, or there twice'],
      ['INVALID_ADDRESS_OR_KEY', 'an address is malformed'],
      ['INVALID_PARAMS', 'a signature is not 1 to 100 bytes in hex'],
      ['WALLET_ERROR', 'the transaction was refused, with code and reason'],
    ],
    examples: [{ params: [EXAMPLE.rawTransaction] }],
    touches: ['submits'],
    // Which signatures are required can depend on earlier transactions.
    joinsBatch: params => params.length === 1,
  },

  submittx: {
    summary: 'Calls an action of a contract; with one parameter, submits a raw transaction (release 1).',
    description:
      'The asset contract 0-800 has the actions issue [symbol, owner, name, total_supply, mintable, memo], transfer [from, to, quantity, memo], mint [to, quantity, memo], burn [owner, quantity, memo], update [symbol_code, owner, name, memo] and setasseticon [symbol_code, icon_url]. Without a fee, the larger of the minimum and what the execution needs and a fifth more is paid.',
    params: [
      {
        name: 'sender',
        type: p.string,
        summary: 'address or regid of the account that pays and signs; or, alone, a raw transaction in hex',
      },
      { name: 'contract', type: p.string, optional: true, summary: 'regid of the contract' },
      { name: 'action', type: p.string, optional: true, summary: 'name of the action' },
      { ...ACTION_DATA, optional: true },
      { ...FEE, default: "the larger of the network's minimum and what a simulation needs and 20 % more" },
    ],
    result: r.object({
      txid: r.txid(),
      hash: r.optional(r.txid('the same, for a raw transaction')),
      tx_trace: TX_TRACE_OR_NULL,
    }),
    errors: [
      ...CONTRACT_ERRORS,
      ...PACKING_ERRORS,
      ['INVALID_ADDRESS_OR_KEY', 'the sender is no account'],
      [3_270_001, 'the sender is not on chain or has no regid'],
      [3_120_013, 'the wallet has no key of the sender'],
      [
        'INVALID_PARAMS',
        'the fee is too small, which the message quantifies, or in a coin that pays no fees',
      ],
      ['WALLET_ERROR', 'the transaction was refused; the message is the reason'],
      ['UNLOCK_NEEDED', 'the wallet is encrypted and locked'],
      ['INVALID_PARAMETER', 'the raw transaction is too long'],
      ['MISC_ERROR', 'the bytes are no transaction'],
    ],
    examples: [
      {
        params: [
          EXAMPLE.alice,
          '0-800',
          'transfer',
          [EXAMPLE.aliceRegId, EXAMPLE.bobRegId, '1.00000000 WICC', 'memo'],
        ],
      },
      { params: [EXAMPLE.otherRawTransaction] },
    ],
    touches: ['spends'],
    minConfirmations: true,
    joinsBatch: params => params.length === 1,
  },

  signtxraw: {
    summary: 'Signs a raw transaction with keys of the wallet.',
    params: [
      RAW,
      { name: 'addrs', type: p.jsonArray, summary: 'the accounts that sign', elements: r.text() },
    ],
    result: r.object({
      rawtx: r.text('hex, with the signatures'),
      signed_count: r.integer(),
      signed_list: r.array(r.object({ addr: r.text(), regid: r.text(), signature: r.text('hex') })),
    }),
    errors: [
      ['INVALID_PARAMETER', 'the transaction is too long'],
      ['MISC_ERROR', 'the bytes are no transaction'],
      [
        'INVALID_PARAMETER',
        'no account is named, or one twice or without need, or the wallet has no key of it',
      ],
      ['INVALID_ADDRESS_OR_KEY', 'an account does not exist'],
    ],
    examples: [{ params: [EXAMPLE.unsignedTransaction, [EXAMPLE.alice]] }],
    touches: ['spends'],
    needsWallet: true,
    walletUnlocked: true,
  },

  decodetxraw: {
    aliases: [{ name: 'decoderawtx', summary: 'release 1' }],
    summary: 'Shows what a raw transaction contains.',
    params: [RAW],
    result: r.either(TRANSACTION, EMPTY),
    errors: [
      ['INVALID_PARAMETER', 'the text is no hex'],
      ['MISC_ERROR', 'the bytes are no transaction'],
    ],
    examples: [{ params: [EXAMPLE.rawTransaction] }],
    touches: ['reads', 'ledger'],
  },

  genunsignedtxraw: {
    summary: 'Creates an unsigned transaction, to be signed elsewhere.',
    description:
      'Functions and their members: submitsendtx (sender, to, amount, fee, memo, height), submitaccountpermscleartx (sender, fee, height), submitucontractcalltx (sender, contractRegid, args, amount, fee, height), submitdelegatevotetx (sender, fee, height, votelist [{delegate, votes}]), submitwasmcontractcalltx (sender, fee, height, transactions [{contract, action, data, auth}]; auth, a regid, is left out where it is the sender).',
    params: [
      { name: 'func', type: p.string, summary: 'the function' },
      {
        name: 'params',
        type: p.jsonText({
          allowed: ['obj'],
          wrongType: 'The genunsignedtxraw args type must be object, or string of object',
          subject: 'the genunsignedtxraw args',
        }),
        summary: 'its members by name',
      },
    ],
    result: r.object({ txid: r.txid(), unsigned_txraw: r.text('hex') }),
    errors: [
      ['INVALID_PARAMETER', 'the function is not known, or a member is missing'],
      ['INVALID_ADDRESS_OR_KEY', 'a member names no account'],
      ['WALLET_ERROR', 'the sender is not registered and the wallet has no key of it'],
      ...CONTRACT_ERRORS,
      ...PACKING_ERRORS,
    ],
    examples: [
      {
        params: [
          'submitsendtx',
          {
            sender: EXAMPLE.alice,
            to: EXAMPLE.bob,
            amount: 'WICC:1:wi',
            fee: 'WICC:10000:sawi',
            memo: '',
            height: 1,
          },
        ],
      },
    ],
    touches: ['reads', 'ledger'],
  },
});
