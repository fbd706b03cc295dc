import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { EXAMPLE } from './common-parameters.js';

const ACCOUNT = { name: 'address', type: p.uid, summary: 'an account whose key is in the wallet' } as const;

/** Methods about the keys and the transactions of the wallet (spec 02 §5.5). */
export const methods = defineMethods({
  getnewaddr: {
    aliases: [{ name: 'getnewaddress', summary: 'release 1' }],
    summary: 'Makes a new key and tells its address.',
    params: [
      {
        name: 'for_miner',
        type: p.bool,
        optional: true,
        summary: 'whether it gets a second key, for signing blocks',
        default: 'false',
      },
    ],
    result: 'object: addr, minerpubkey (hex, or the text "null")',
    examples: [{ params: [] }, { params: [true] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
    typed: true,
  },

  listaddr: {
    summary: 'Lists the addresses of the wallet with their coins.',
    params: [],
    result:
      'array of objects, by ascending key id: addr, regid, regid_mature, received_votes, tokens, hasminerkey',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  listtx: {
    summary: "Lists this node's transactions.",
    params: [
      { name: 'count', type: p.int, optional: true, summary: 'how many confirmed ones', default: 'all' },
      { name: 'from', type: p.int, optional: true, summary: 'how many confirmed ones to skip', default: '0' },
    ],
    result: 'object: confirmed_tx [txid, newest block first], unconfirmed_tx [txid]',
    examples: [{ params: [] }, { params: [10, 0] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  getwalletinfo: {
    summary: 'Tells the state of the wallet.',
    params: [],
    result:
      'object: wallet_version, wallet_balance (in coins), WICC_balance, WUSD_balance, WGRT_balance, wallet_encrypted, wallet_locked, unlocked_until (seconds since 1970, or 0), coinfirmed_tx_num, unconfirmed_tx_num',
    examples: [{ params: [] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  dumpprivkey: {
    summary: 'Shows the private keys of an address.',
    params: [ACCOUNT],
    result: 'object: privkey (WIF), minerkey (WIF, or the text "null")',
    examples: [{ params: [EXAMPLE.alice] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  importprivkey: {
    summary: 'Takes a private key into the wallet. The chain is not searched for its transactions.',
    params: [
      { name: 'privkey', type: p.string, summary: 'in wallet import format' },
      {
        name: 'miner_for',
        type: p.uid,
        optional: true,
        summary: 'the account whose blocks the key is to sign; the key then is its miner key',
      },
    ],
    result: 'object: imported_key_address, "imorpt key address" (the same, as older documents spell it)',
    examples: [{ params: ['YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2'] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  dropprivkey: {
    summary: 'Removes an address and its keys from the wallet.',
    params: [ACCOUNT],
    result: 'object: info',
    examples: [{ params: [EXAMPLE.carol], result: { info: 'privkey was dropped.' } }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  dropminermainkeys: {
    summary: 'Removes the main keys of all addresses that have a miner key.',
    description: 'A wallet that only holds miner keys can make blocks, but spend nothing.',
    params: [],
    result: 'object: info',
    examples: [{ params: [], result: { info: 'wallet is ready for cold mining.' } }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  signmessage: {
    summary: 'Signs a text with the key of an account.',
    params: [
      { name: 'signer', type: p.uid, summary: 'an account whose key is in the wallet' },
      { name: 'message', type: p.string, summary: 'the text' },
    ],
    result: 'text: the signature in base64',
    examples: [{ params: [EXAMPLE.alice, 'hello'] }],
    allowedInSafeMode: true,
    needsWallet: true,
    walletUnlocked: true,
  },

  verifymessage: {
    summary: 'Tells whether a text was signed with the key of an account.',
    params: [
      { name: 'signer', type: p.uid, summary: 'the account' },
      { name: 'signature', type: p.string, summary: 'in base64, as signmessage gives it' },
      { name: 'message', type: p.string, summary: 'the text' },
    ],
    result: 'boolean',
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
    allowedInSafeMode: true,
  },

  getsignature: {
    summary: 'Signs a hash with a private key that is given.',
    params: [
      { name: 'privkey', type: p.string, summary: 'in wallet import format' },
      { name: 'hash', type: p.txidStrict, summary: '64 hex digits' },
    ],
    result: 'object: signature (DER in hex)',
    examples: [{ params: ['YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2', EXAMPLE.txid] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },
});

export const keys: MethodArea<NodeServices> = {
  title: 'Keys',
  methods,
  load: async () => (await import('../handlers/keys.js')).handlers,
};
