import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE, FEE } from './common-parameters.js';
import { ACTION_DATA } from './wasm-contracts.js';

const RAW = { name: 'rawtx', type: p.string, summary: 'the bytes of the transaction in hex' } as const;
const EXAMPLE_RAW = '0b01000200010457494343cd10010203045749434380b9c2f5ee0000';

/** Methods that look up, decode, sign and submit transactions as they are (spec 02 §5.6). */
export const methods = defineMethods({
  gettxdetail: {
    summary: 'Shows a transaction of the chain, or one that waits for a block.',
    params: [{ name: 'txhash', type: p.txidLenient, summary: 'id of the transaction' }],
    result:
      'object: what decodetxraw gives; of a confirmed one also confirmed_height, confirmed_time, block_hash, tx_cord, tx_code (the same), receipts, receipt (the same); then rawtx, confirmations and tx_trace; empty for an unknown id',
    examples: [{ params: [EXAMPLE.txid] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  submittxraw: {
    summary: 'Submits a transaction that was made and signed elsewhere.',
    params: [
      RAW,
      {
        name: 'signatures',
        type: p.jsonArray,
        optional: true,
        summary: '[{addr, signature}], to be put into the transaction',
      },
    ],
    result: 'object: txid, tx_trace (of a universal transaction, else null)',
    examples: [{ params: [EXAMPLE_RAW] }],
    allowedInSafeMode: true,
    // Whose signature belongs where can depend on the transactions before.
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
      FEE,
    ],
    result: 'object: txid, tx_trace; of a raw transaction also hash, the same as txid',
    examples: [
      {
        params: [
          EXAMPLE.alice,
          '0-800',
          'transfer',
          [EXAMPLE.aliceRegId, EXAMPLE.bobRegId, '1.00000000 WICC', 'memo'],
        ],
      },
      { params: [EXAMPLE_RAW] },
    ],
    allowedInSafeMode: true,
    joinsBatch: params => params.length === 1,
  },

  signtxraw: {
    summary: 'Puts signatures of the wallet into a transaction.',
    params: [RAW, { name: 'addrs', type: p.jsonArray, summary: 'the accounts that sign' }],
    result: 'object: rawtx, signed_count, signed_list [{addr, regid, signature}]',
    examples: [{ params: [EXAMPLE_RAW, [EXAMPLE.alice]] }],
    allowedInSafeMode: true,
    needsWallet: true,
    walletUnlocked: true,
  },

  decodetxraw: {
    aliases: [{ name: 'decoderawtx', summary: 'release 1' }],
    summary: 'Shows what a raw transaction contains.',
    params: [RAW],
    result:
      'object: txid, tx_type, ver, tx_uid, from_addr, fee_symbol, fees, valid_height, signature, then the members of its type',
    examples: [{ params: [EXAMPLE_RAW] }],
    allowedInSafeMode: true,
  },

  genunsignedtxraw: {
    summary: 'Makes a transaction that is to be signed elsewhere.',
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
    result: 'object: txid, unsigned_txraw',
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
    allowedInSafeMode: true,
  },
});

export const rawTransactions: MethodArea<NodeServices> = {
  title: 'Raw transactions',
  methods,
  load: async () => (await import('../handlers/raw-transactions.js')).handlers,
};
