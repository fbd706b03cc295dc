import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const ACCOUNT = { name: 'address', type: p.uid, summary: 'an account whose key is in the wallet' } as const;

/** Methods about the keys and the transactions of the wallet (spec 02 §5.5). */
export const methods = defineMethods({
  getnewaddr: {
    aliases: [{ name: 'getnewaddress', summary: 'release 1' }],
    summary: 'Returns a new address of the wallet.',
    description:
      'Its key comes from the mnemonic of the wallet, under the next index; in a wallet from before there were mnemonics it is ' +
      'random. A locked wallet gives out a key that it has made in advance (option keypool), and none for mining.',
    params: [
      {
        name: 'for_miner',
        type: p.bool,
        optional: true,
        summary: 'whether it gets a second key, for signing blocks',
        default: 'false',
      },
    ],
    result: r.object({ addr: r.text(), minerpubkey: r.text('hex, or null as a text') }),
    errors: [['UNLOCK_NEEDED', 'the wallet is locked, and a key has to be made']],
    examples: [{ params: [] }, { params: [true] }],
    touches: ['keys'],
    needsWallet: true,
    typed: true,
  },

  listaddr: {
    summary: 'Lists the addresses of the wallet with their coins.',
    params: [],
    result: r.array(
      r.object({
        addr: r.text(),
        regid: r.text('0-0 where it is not registered'),
        regid_mature: r.boolean(),
        received_votes: r.amount(),
        tokens: r.map(
          'symbol',
          r.object({
            free_amount: r.amount(),
            staked_amount: r.amount(),
            frozen_amount: r.amount(),
            voted_amount: r.amount(),
            pledged_amount: r.amount(),
          }),
        ),
        hasminerkey: r.boolean(),
      }),
      'by ascending key id',
    ),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'ledger'],
    needsWallet: true,
  },

  listtx: {
    summary: "Lists this node's transactions.",
    params: [
      { name: 'count', type: p.int, optional: true, summary: 'how many confirmed ones', default: 'all' },
      { name: 'from', type: p.int, optional: true, summary: 'how many confirmed ones to skip', default: '0' },
      {
        name: 'cursor',
        type: p.string,
        optional: true,
        summary:
          'what the page before ended with, or empty for the first one: pages of at most 1000 that cost the same at any depth, unlike from',
        default: 'none: no cursor is answered',
      },
    ],
    result: r.object({
      cursor: r.optional(r.text('where one was given: to go on from here; empty at the end')),
      confirmed_tx: r.array(r.txid(), 'those of the newest block first'),
      unconfirmed_tx: r.array(r.txid(), 'sorted by their bytes'),
      refused_tx: r.optional(
        r.array(
          r.object({ txid: r.txid(), reason: r.text() }),
          'those that were accepted and are not valid at present; they wait for a reorganisation, or until they are too old',
        ),
      ),
    }),
    errors: [
      [
        'INVALID_PARAMETER',
        'the cursor is not what a page ended with, or the count is not from 1 to 1000 with one',
      ],
    ],
    examples: [{ params: [] }, { params: [10, 0] }, { params: [10, 0, ''] }],
    touches: ['reads', 'node'],
    needsWallet: true,
    needsPool: true,
  },

  getwalletinfo: {
    summary: 'Returns the state of the wallet.',
    params: [],
    result: r.object({
      wallet_version: r.integer('0, or 10000 once it was encrypted'),
      wallet_balance: r.number('free base coins, in coins'),
      WICC_balance: r.balance(),
      WUSD_balance: r.balance(),
      WGRT_balance: r.balance(),
      wallet_encrypted: r.boolean(),
      wallet_locked: r.boolean(),
      unlocked_until: r.integer('seconds since 1970, or 0'),
      coinfirmed_tx_num: r.integer('transactions of this node in blocks'),
      unconfirmed_tx_num: r.integer(),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    needsWallet: true,
    needsPool: true,
    minConfirmations: true,
  },

  dumpprivkey: {
    summary: 'Shows the private keys of an address.',
    params: [ACCOUNT],
    result: r.object({ privkey: r.text('WIF'), minerkey: r.text('WIF, or null as a text') }),
    errors: [['WALLET_ERROR', 'the wallet has no key of the account']],
    examples: [{ params: [EXAMPLE.alice] }],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  importprivkey: {
    summary: 'Imports a private key into the wallet. The chain is not rescanned for its transactions.',
    params: [
      { name: 'privkey', type: p.secret, summary: 'in wallet import format' },
      {
        name: 'miner_for',
        type: p.uid,
        optional: true,
        summary: 'the account whose blocks the key is to sign; the key then is its miner key',
      },
    ],
    result: r.object({
      imported_key_address: r.text(),
      'imorpt key address': r.text('the same, spelled as older documents do'),
    }),
    errors: [['INVALID_ADDRESS_OR_KEY', 'the text is no private key of this network']],
    examples: [{ params: ['YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2'] }],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  dropprivkey: {
    summary: 'Removes an address and its keys from the wallet.',
    params: [ACCOUNT],
    result: r.object({ info: r.text() }),
    errors: [['WALLET_ERROR', 'the wallet has no key of the account']],
    examples: [{ params: [EXAMPLE.carol], result: { info: 'privkey was dropped.' } }],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  dropminermainkeys: {
    summary: 'Removes the main keys of all addresses that have a miner key.',
    description: 'A wallet that only holds miner keys can make blocks, but spend nothing.',
    params: [],
    result: r.object({ info: r.text() }),
    errors: [['MISC_ERROR', 'the wallet has no miner key']],
    examples: [{ params: [], result: { info: 'wallet is ready for cold mining.' } }],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  signmessage: {
    summary: 'Signs a text with the key of an account.',
    params: [
      { name: 'signer', type: p.uid, summary: 'an account whose key is in the wallet' },
      { name: 'message', type: p.string, summary: 'the text' },
    ],
    result: r.text('the signature in base64'),
    errors: [['WALLET_ERROR', 'the wallet has no key of the account']],
    examples: [{ params: [EXAMPLE.alice, 'hello'] }],
    touches: ['spends'],
    needsWallet: true,
    walletUnlocked: true,
  },

  verifymessage: {
    summary: 'Returns whether a text was signed with the key of an account.',
    params: [
      { name: 'signer', type: p.uid, summary: 'the account' },
      { name: 'signature', type: p.string, summary: 'in base64, as signmessage gives it' },
      { name: 'message', type: p.string, summary: 'the text' },
    ],
    result: r.boolean(),
    errors: [['INVALID_ADDRESS_OR_KEY', 'the signature is not base64']],
    examples: [
      {
        params: [
          EXAMPLE.alice,
          'IPmNZIJTWGqC+cWPupRz8yg/+acHXdqrQuT6g4aldad/RVg8btBJCErR8/g9mkbPyaMHNLHM5O4XXwqT81xwBfs=',
          'hello',
        ],
        result: false,
      },
    ],
    touches: ['reads', 'ledger'],
  },

  getsignature: {
    summary: 'Signs a hash with a private key that is given.',
    params: [
      { name: 'privkey', type: p.secret, summary: 'in wallet import format' },
      { name: 'hash', type: p.txid, summary: '64 hex digits' },
    ],
    result: r.object({ signature: r.text('DER in hex') }),
    errors: [['INVALID_ADDRESS_OR_KEY', 'the text is no private key of this network']],
    examples: [{ params: ['YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2', EXAMPLE.txid] }],
    touches: ['reads', 'node'],
    needsWallet: true,
  },
});
