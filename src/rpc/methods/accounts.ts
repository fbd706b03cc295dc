import { BASE_COIN } from '../../tx/symbols.js';
import { defineMethods, type MethodArea } from '../method.js';
import * as p from '../parameters/index.js';
import type { NodeServices } from '../services.js';
import { BASE_COIN_FEE, EXAMPLE, FEE, SENDER, TXID_RESULT } from './common-parameters.js';

const REGISTER_PARAMS = [{ ...SENDER, name: 'addr' }, BASE_COIN_FEE] as const;

/** Methods about accounts: reading them, registering, permissions, votes, stakes (spec 02 §5.6, §5.10). */
export const methods = defineMethods({
  getaccountinfo: {
    summary: 'Shows an account.',
    params: [{ name: 'addr', type: p.uid, summary: 'an account on chain or in the wallet' }],
    result:
      'object: address, keyid, regid, regid_mature, owner_pubkey, miner_pubkey, perms, tokens, received_votes, vote_list, onchain, in_wallet, pubkey_registered, height, cdp_list',
    examples: [{ params: [EXAMPLE.alice] }],
    allowedInSafeMode: true,
    needsWallet: true,
    typed: true,
  },

  getbalance: {
    summary: 'Tells the free base coins of an account, or of all accounts of the wallet (release 1).',
    params: [
      { name: 'addr', type: p.uid, optional: true, summary: 'an account', default: 'all of the wallet' },
    ],
    result: 'object: balance (in coins)',
    examples: [{ params: [EXAMPLE.alice] }],
    allowedInSafeMode: true,
    needsWallet: true,
  },

  submitaccountregistertx: {
    summary: 'Puts the public key of an account on chain, so that it gets a regid.',
    description:
      'The account must have received coins before. Its first transaction of any type does the same.',
    params: REGISTER_PARAMS,
    result: TXID_RESULT,
    examples: [{ params: [EXAMPLE.carol] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  registeraccounttx: {
    aliases: [{ name: 'registaccounttx', summary: 'release 1' }],
    summary: 'As submitaccountregistertx, with the result of release 1.',
    params: REGISTER_PARAMS,
    result: 'object: txid, hash (the same)',
    examples: [{ params: [EXAMPLE.carol, 10_000_000] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  submitaccountpermscleartx: {
    summary: 'Gives up all permissions of an account.',
    params: [{ ...SENDER, name: 'addr' }, FEE],
    result: TXID_RESULT,
    examples: [{ params: [EXAMPLE.carol] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  submitdelegatevotetx: {
    summary: 'Votes for producers, or takes votes back.',
    params: [
      SENDER,
      {
        name: 'votes',
        type: p.jsonArray,
        summary: `[{delegate, votes}]: in sawi of ${BASE_COIN}; above 0 adds votes, otherwise they are taken back`,
      },
      { ...BASE_COIN_FEE, default: "the network's minimum" },
      { name: 'height', type: p.int, optional: true, summary: 'valid_height', default: 'the tip' },
    ],
    result: TXID_RESULT,
    examples: [{ params: [EXAMPLE.alice, [{ delegate: '0-2', votes: 100_000_000 }], 'WICC:10000:sawi'] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },

  submitcoinstaketx: {
    summary: 'Stakes coins, or takes them out of the stake.',
    params: [
      SENDER,
      { name: 'coins_to_stake', type: p.comboMoney(BASE_COIN), summary: 'how many coins' },
      { name: 'action', type: p.string, optional: true, summary: 'STAKE or UNSTAKE', default: 'STAKE' },
      FEE,
    ],
    result: TXID_RESULT,
    examples: [{ params: [EXAMPLE.alice, 'WICC:210000:wi', 'STAKE'] }],
    allowedInSafeMode: false,
    needsWallet: true,
    walletUnlocked: true,
  },
});

export const accounts: MethodArea<NodeServices> = {
  title: 'Accounts',
  methods,
  load: async () => (await import('../handlers/accounts.js')).handlers,
};
