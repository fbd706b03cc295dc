import { BASE_COIN } from '../../tx/symbols.js';
import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { BASE_COIN_FEE, EXAMPLE, FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { ACCOUNT_MEMBERS, CDP, TXID_AND_HASH } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

const REGISTER_PARAMS = [{ ...SENDER, name: 'addr' }, BASE_COIN_FEE] as const;

/** Methods about accounts: reading them, registering, permissions, votes, stakes (spec 02 §5.6, §5.10). */
export const methods = defineMethods({
  getaccountinfo: {
    summary: 'Shows an account.',
    params: [{ name: 'addr', type: p.uid, summary: 'an account on chain or in the wallet' }],
    result: r.named(
      'Account',
      r.object({
        ...ACCOUNT_MEMBERS,
        onchain: r.boolean('whether the account is on chain'),
        in_wallet: r.boolean('whether the wallet has its key'),
        pubkey_registered: r.boolean('whether its public key is on chain'),
        height: r.integer('of the chain'),
        cdp_list: r.array(CDP, 'its open debt positions'),
      }),
    ),
    errors: [['INVALID_PARAMETER', 'the account is neither on chain nor in the wallet']],
    examples: [{ params: [EXAMPLE.alice] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    minConfirmations: true,
    needsWallet: true,
    typed: true,
  },

  getbalance: {
    summary: 'Returns the free base coins of an account, or of all accounts of the wallet (release 1).',
    params: [
      { name: 'addr', type: p.uid, optional: true, summary: 'an account', default: 'all of the wallet' },
    ],
    result: r.object({ balance: r.number('in coins') }),
    errors: [],
    examples: [{ params: [EXAMPLE.alice] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    minConfirmations: true,
    needsWallet: true,
  },

  submitaccountregistertx: {
    ...SUBMITTING,
    summary: 'Registers the public key of an account on chain, so that it gets a regid.',
    description:
      'The account must have received coins before. Its first transaction of any type does the same.',
    params: REGISTER_PARAMS,
    errors: [
      ...SUBMITTING_ERRORS,
      ['WALLET_ERROR', 'the account is registered already'],
      ['INVALID_PARAMETER', 'the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.newcomer] }],
  },

  registeraccounttx: {
    ...SUBMITTING,
    aliases: [{ name: 'registaccounttx', summary: 'release 1' }],
    summary: 'As submitaccountregistertx, with the result of release 1.',
    params: REGISTER_PARAMS,
    result: TXID_AND_HASH,
    errors: [
      ...SUBMITTING_ERRORS,
      ['WALLET_ERROR', 'the account is registered already'],
      ['INVALID_PARAMETER', 'the fee is not in base coins'],
    ],
    examples: [{ params: [EXAMPLE.secondNewcomer, 10_000_000] }],
  },

  submitaccountpermscleartx: {
    ...SUBMITTING,
    summary: 'Gives up all permissions of an account.',
    params: [{ ...SENDER, name: 'addr' }, FEE],
    errors: SUBMITTING_ERRORS,
    examples: [{ params: [EXAMPLE.carol] }],
  },

  submitdelegatevotetx: {
    ...SUBMITTING,
    summary: 'Votes for producers, or takes votes back.',
    params: [
      SENDER,
      {
        name: 'votes',
        type: p.jsonArray,
        summary: `votes in sawi of ${BASE_COIN}; above 0 adds them, otherwise they are revoked`,
        elements: r.object({ delegate: r.text(), votes: r.amount('') }),
      },
      { ...BASE_COIN_FEE, default: "the network's minimum" },
      { name: 'height', type: p.int, optional: true, summary: 'valid_height', default: 'the tip' },
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'an element has not both members, or the fee is not in base coins'],
      ['INVALID_ADDRESS_OR_KEY', 'a delegate does not exist'],
      ['WALLET_ERROR', 'a delegate is not registered'],
    ],
    examples: [{ params: [EXAMPLE.alice, [{ delegate: '0-2', votes: 100_000_000 }], 'WICC:10000:sawi'] }],
  },

  submitcoinstaketx: {
    ...SUBMITTING,
    summary: 'Stakes coins, or takes them out of the stake.',
    params: [
      SENDER,
      { name: 'coins_to_stake', type: p.comboMoney(BASE_COIN), summary: 'how many coins' },
      { name: 'action', type: p.string, optional: true, summary: 'STAKE or UNSTAKE', default: 'STAKE' },
      FEE,
    ],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the action is neither STAKE nor UNSTAKE']],
    examples: [{ params: [EXAMPLE.alice, 'WICC:210000:wi', 'STAKE'] }],
  },
});
