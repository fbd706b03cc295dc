import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const ADDRESSES = r.array(
  r.object({
    addr: r.text(),
    path: r.text('where it is in the tree of the mnemonic'),
    has_minerkey: r.boolean(),
  }),
  'by ascending index',
);

/** Methods about the mnemonic of the wallet, and the keys that it makes in advance. */
export const methods = defineMethods({
  restorewallet: {
    summary:
      'Takes the keys of a mnemonic into the wallet, and finds their coins and transactions on the chain.',
    description:
      'Addresses are looked for from the first one on, until gap_limit in a row have never been used; the first one, which ' +
      'is that of the SDKs, is always taken. From then on new addresses come from this mnemonic. Keys that are in the ' +
      'wallet stay. A wallet whose own mnemonic was shown or given refuses another one.',
    params: [
      { name: 'mnemonic', type: p.secret, summary: '12, 15, 18, 21 or 24 words, in any language of BIP39' },
      {
        name: 'gap_limit',
        type: p.int,
        optional: true,
        summary: 'how many addresses in a row that were not used end the search, 1 to 10000',
        default: '20',
      },
    ],
    result: r.object({
      addresses: ADDRESSES,
      other_addresses: r.integer('of the wallet, which this mnemonic does not give back'),
      next_index: r.integer('of the next new address'),
      transactions: r.integer('that were found in blocks, and are listed by listtx now'),
      WICC_balance: r.balance(),
      WUSD_balance: r.balance(),
      WGRT_balance: r.balance(),
    }),
    errors: [
      ['INVALID_PARAMETER', 'the words are no mnemonic, or the gap limit is out of range'],
      ['WALLET_ERROR', 'the wallet has a mnemonic that somebody relies on'],
      ['MISC_ERROR', 'the search for transactions was cancelled; the keys are in the wallet'],
    ],
    examples: [
      {
        params: ['legal winner thank year wave sausage worth useful legal winner thank yellow'],
      },
    ],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  getmnemonic: {
    summary: 'Shows the mnemonic from which this wallet derives its keys. It is shown once.',
    description:
      'Write the words down: with them restorewallet, and the wallet SDKs, have every key that getnewaddr has given out ' +
      'and will give out. Keys that were imported, and those of a wallet from before there were mnemonics, are not among ' +
      'them. Whoever has the words has the keys.',
    params: [],
    result: r.object({
      mnemonic: r.text('12 to 24 words of BIP39, without a passphrase'),
      path: r.text('of the addresses, to which the index is appended; the SDKs use index 0'),
    }),
    errors: [['WALLET_ERROR', 'the wallet has no mnemonic, or it was shown already']],
    examples: [{ params: [] }],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  keypoolrefill: {
    summary: 'Makes keys in advance, so that getnewaddr has addresses while the wallet is locked.',
    description:
      'walletpassphrase fills up to the option keypool by itself. An unencrypted wallet makes keys when they are needed.',
    params: [
      {
        name: 'size',
        type: p.int,
        optional: true,
        summary: 'how many keys are to be in stock, at most 10000',
        default: 'the option keypool',
      },
    ],
    result: r.object({ keypool_size: r.integer('keys in stock') }),
    errors: [
      ['INVALID_PARAMETER', 'the size is out of range'],
      ['WRONG_ENC_STATE', 'the wallet is not encrypted'],
    ],
    examples: [{ params: [], result: { keypool_size: 100 } }],
    touches: ['keys'],
    needsWallet: true,
    walletUnlocked: true,
  },

  getkeypoolinfo: {
    summary: 'Returns how the wallet makes its keys.',
    params: [],
    result: r.object({
      mnemonic: r.boolean('whether keys are derived from a mnemonic, or made at random'),
      mnemonic_shown: r.boolean(),
      next_index: r.integer('the lowest index that no key was derived at'),
      keypool_size: r.integer('keys in stock'),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    needsWallet: true,
  },
});
