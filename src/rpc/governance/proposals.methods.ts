import { BASE_COIN } from '../../tx/symbols.js';
import { SUBMITTING_ERRORS, UNKNOWN_COIN } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods, type MethodDeclaration, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { SUBMITTING } from '../declaration/submitting.js';

/** What every method here has in common. */
const PROPOSAL = {
  ...SUBMITTING,
  description:
    'The txid is the id of the proposal. Governors or producers approve it with submitproposalapprovaltx.',
} as const satisfies Partial<MethodDeclaration>;

/** Spec 05 §1, row 10; spec 06 §1, row 8. */
const ZERO_IS_DEFAULT =
  'The value 0 counts as the default of the parameter: it cannot be set to 0, and a proposal of 0 takes an earlier change back.';

const SWITCH = {
  name: 'operate_type',
  type: p.uint8,
  summary: '1: enable, 2: disable',
} as const satisfies ParameterDeclaration;

const PERMISSIONS = {
  name: 'permissions',
  type: p.jsonArray,
  summary: 'the changes',
  elements: r.object({
    perm_code: r.integer('a bit from 0 to 63'),
    op_type: r.integer('0: revoke, 1: grant'),
  }),
} as const satisfies ParameterDeclaration;

/** Methods that propose something (spec 02 §5.14). */
export const methods = defineMethods({
  submitparamgovernproposal: {
    ...PROPOSAL,
    summary: 'Proposes another value of a system parameter.',
    description: `${PROPOSAL.description}\n${ZERO_IS_DEFAULT}`,
    params: [
      SENDER,
      { name: 'param_name', type: p.string, summary: 'such as ASSET_ISSUE_FEE, see listsysparams' },
      { name: 'param_value', type: p.textOrInteger, summary: 'an integer from 0, or a regid' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'there is no such parameter, or the value is not acceptable'],
      ['INVALID_ADDRESS_OR_KEY', 'a value names no account'],
    ],
    examples: [{ params: [EXAMPLE.alice, 'ASSET_ISSUE_FEE', '50000000000'] }],
  },

  submitcdpparamgovernproposal: {
    ...PROPOSAL,
    summary: 'Proposes other values of parameters of debt positions.',
    description: `${PROPOSAL.description}\n${ZERO_IS_DEFAULT}`,
    params: [
      SENDER,
      {
        name: 'params',
        type: p.jsonArray,
        summary: 'see getcdpparam; ratios in ten-thousandths',
        elements: r.object({ name: r.text(), value: r.amount('') }),
      },
      { name: 'bcoin_symbol', type: p.symbol, summary: 'the collateral' },
      { name: 'scoin_symbol', type: p.symbol, summary: 'the stable coin' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'there is no such parameter, one is there twice, or a value is not acceptable'],
    ],
    examples: [{ params: [EXAMPLE.alice, [{ name: 'CDP_INTEREST_PARAM_A', value: 2 }], 'WICC', 'WUSD'] }],
  },

  submitgovernorupdateproposal: {
    ...PROPOSAL,
    summary: 'Proposes to appoint or remove a governor.',
    params: [
      SENDER,
      { name: 'governor', type: p.uid, summary: 'an account whose regid is mature' },
      { ...SWITCH, summary: '1: appoint, 2: remove' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'the regid of the governor is not mature, or the operation is not known'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, 1] }],
  },

  submittotalbpssizeupdateproposal: {
    ...PROPOSAL,
    summary: 'Proposes another number of block producers.',
    params: [
      SENDER,
      { name: 'total_bps_size', type: p.int, summary: 'from 1 to 255' },
      { name: 'effective_height', type: p.uint32, summary: 'the height from which on it holds' },
      FEE,
    ],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the number is not from 1 to 255']],
    examples: [{ params: [EXAMPLE.alice, 21, 10_000_000] }],
  },

  submitminerfeeproposal: {
    ...PROPOSAL,
    summary: 'Proposes another smallest fee of a transaction type.',
    params: [
      SENDER,
      { name: 'tx_type', type: p.uint8, summary: 'number of the type, see listmintxfees' },
      {
        name: 'min_fee',
        type: p.comboMoney(BASE_COIN),
        summary: 'the smallest fee in one of the coins of fees',
      },
      FEE,
    ],
    errors: SUBMITTING_ERRORS,
    examples: [{ params: [EXAMPLE.alice, 8, 'WICC:20000:sawi'] }],
  },

  submitcointransferproposal: {
    ...PROPOSAL,
    summary: 'Proposes to move coins without the signature of their owner.',
    params: [
      SENDER,
      { name: 'from', type: p.uid, summary: 'the account that loses the coins, not the sender' },
      { name: 'to', type: p.uid, summary: 'the account that gets them' },
      { name: 'amount', type: p.comboMoney(BASE_COIN), summary: 'at least 10000 sawi' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      UNKNOWN_COIN,
      ['INVALID_PARAMETER', 'the amount is 0'],
      ['INVALID_ADDRESS_OR_KEY', 'the account that loses the coins does not exist'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, EXAMPLE.carol, 'WICC:1:wi'] }],
  },

  submitaccountpermproposal: {
    ...PROPOSAL,
    summary: 'Proposes other permissions of an account.',
    params: [SENDER, { name: 'account', type: p.uid, summary: 'whose permissions change' }, PERMISSIONS, FEE],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'a permission is not acceptable'],
      ['INVALID_ADDRESS_OR_KEY', 'the account does not exist'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, [{ perm_code: 0, op_type: 1 }]] }],
  },

  submitassetpermproposal: {
    ...PROPOSAL,
    summary: 'Proposes other permissions of an asset.',
    params: [
      SENDER,
      { name: 'asset_symbol', type: p.symbol, summary: 'not of a native coin' },
      PERMISSIONS,
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      ['INVALID_PARAMETER', 'there is no such asset, or a permission is not acceptable'],
    ],
    examples: [{ params: [EXAMPLE.alice, 'MYCOIN', [{ perm_code: 4, op_type: 1 }]] }],
  },

  submitfeedcoinpairproposal: {
    ...PROPOSAL,
    summary: 'Proposes that prices of a coin can be reported, or not.',
    params: [
      SENDER,
      { name: 'base_symbol', type: p.symbol, summary: 'the coin' },
      { name: 'quote_symbol', type: p.symbol, summary: 'the currency, which is USD' },
      SWITCH,
      FEE,
    ],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the operation is not known']],
    examples: [{ params: [EXAMPLE.alice, 'MYCOIN', 'USD', 1] }],
  },

  submitdexswitchproposal: {
    ...PROPOSAL,
    summary: 'Proposes that an operator of the exchange takes orders, or not.',
    params: [SENDER, { name: 'dexid', type: p.uint32, summary: 'id of the operator, not 0' }, SWITCH, FEE],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the operation is not known']],
    examples: [{ params: [EXAMPLE.alice, 1, 1] }],
  },

  submitaxccoinproposal: {
    ...PROPOSAL,
    summary: 'Proposes that a coin of another chain can be swapped, or not.',
    params: [
      SENDER,
      { name: 'peer_chain_coin_symbol', type: p.symbol, summary: 'its symbol there, at most 6 characters' },
      { name: 'peer_chain_type', type: p.uint8, summary: '1: Bitcoin, 2: Ethereum, 3: EOS' },
      SWITCH,
      FEE,
    ],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'the operation or the chain is not known']],
    examples: [{ params: [EXAMPLE.alice, 'ETH', 2, 1] }],
  },

  submitaxcinproposal: {
    ...PROPOSAL,
    summary: 'Proposes to mint the mirrored asset for a payment on another chain.',
    params: [
      SENDER,
      { name: 'peer_chain_token_symbol', type: p.symbol, summary: 'the coin that was paid' },
      { name: 'peer_chain_addr', type: p.string, summary: 'the address that paid' },
      { name: 'peer_chain_txid', type: p.string, summary: 'the payment, for Bitcoin and Ethereum with 0x' },
      { name: 'self_chain_uid', type: p.uid, summary: 'the account that gets the asset' },
      { name: 'swap_amount', type: p.uint64, summary: 'in sawi' },
      FEE,
    ],
    errors: SUBMITTING_ERRORS,
    examples: [
      {
        params: [
          EXAMPLE.alice,
          'BTC',
          '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
          `0x${EXAMPLE.txid}`,
          EXAMPLE.bob,
          100_000_000,
        ],
      },
    ],
  },

  submitaxcoutproposal: {
    ...PROPOSAL,
    summary: "Proposes to burn the sender's mirrored asset for a payment on the other chain.",
    params: [
      SENDER,
      { name: 'self_chain_token_symbol', type: p.symbol, summary: 'the mirrored asset, such as mBTC' },
      { name: 'peer_chain_addr', type: p.string, summary: 'the address to be paid' },
      { name: 'swap_amount', type: p.uint64, summary: 'in sawi' },
      FEE,
    ],
    errors: SUBMITTING_ERRORS,
    examples: [{ params: [EXAMPLE.alice, 'mBTC', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 10_000_000] }],
  },

  submitdiaissueproposal: {
    ...PROPOSAL,
    summary: 'Proposes to issue an asset on behalf of another chain.',
    params: [
      SENDER,
      { name: 'asset_symbol', type: p.symbol, summary: '2 to 7 letters and digits, not beginning with m' },
      { name: 'owner', type: p.uid, summary: 'an account whose regid is mature' },
      { name: 'total_supply', type: p.uint64, summary: 'in sawi, for the owner' },
      FEE,
    ],
    errors: [
      ...SUBMITTING_ERRORS,
      [100, 'the regid of the owner is not mature'],
      ['INVALID_ADDRESS_OR_KEY', 'the owner does not exist'],
    ],
    examples: [{ params: [EXAMPLE.alice, 'MYDIA', EXAMPLE.bob, 1_000_000_000_000] }],
  },

  submitcancelorderproposal: {
    ...PROPOSAL,
    summary: "Proposes to cancel a user's order on the exchange.",
    params: [SENDER, { name: 'order_id', type: p.txid, summary: 'of an active order' }, FEE],
    errors: [...SUBMITTING_ERRORS, ['DEX_ORDER_INACTIVE', 'the order is not active']],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.otherOrder] }],
  },
});
