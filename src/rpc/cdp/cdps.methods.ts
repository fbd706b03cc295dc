import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { SUBMITTING_ERRORS } from '../declaration/common-errors.js';
import { EXAMPLE, FEE, SENDER } from '../declaration/common-parameters.js';
import { defineMethods, type ParameterDeclaration } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { CDP, CDP_MEMBERS, TXID_RESULT } from '../declaration/shared-results.js';
import { SUBMITTING } from '../declaration/submitting.js';

const OWNER = { ...SENDER, name: 'addr' } as const;

const CDP_ID = {
  name: 'cdp_id',
  type: p.txid,
  summary: 'the position: the id of the transaction that opened it',
} as const satisfies ParameterDeclaration;

/** What old callers pass and nothing reads. */
const IGNORED = {
  name: 'ignored',
  type: p.any,
  optional: true,
  summary: 'has no effect',
} as const satisfies ParameterDeclaration;

/** Methods about collateralized debt positions (spec 02 §5.10, spec 05 §13.1). */
export const methods = defineMethods({
  submitcdpstaketx: {
    ...SUBMITTING,
    summary: 'Pledges coins for borrowed stable coins: in a new debt position, or in an open one.',
    description:
      'An account has one position for each collateral. Adding to it settles its interest; where the account has too little for that, the rest is borrowed too.',
    params: [
      OWNER,
      {
        name: 'stake_combo_money',
        type: p.comboMoney(BASE_COIN, 'bcoinsToStake ComboMoney format error'),
        summary: 'the coins to pledge',
      },
      {
        name: 'mint_combo_money',
        type: p.comboMoney(STABLE_COIN, 'scoinsToMint ComboMoney format error'),
        summary: 'the stable coins to borrow',
      },
      {
        ...CDP_ID,
        type: p.txidOrEmpty,
        optional: true,
        summary: 'the position to add to, or empty for a new one',
        default: 'a new position',
      },
      FEE,
    ],
    result: r.described(TXID_RESULT, 'the txid is the id of the position where it is new'),
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMETER', 'a new position has no collateral or no debt']],
    examples: [{ params: [EXAMPLE.alice, 'WICC:1000:wi', 'WUSD:50:wi'] }],
  },

  submitcdpredeemtx: {
    ...SUBMITTING,
    summary: 'Pays debt of a position back and takes collateral out of it.',
    description: 'Both together close the position when nothing is left. The interest is settled.',
    params: [
      OWNER,
      { ...CDP_ID, type: p.txid },
      {
        name: 'repay_amount',
        type: p.amount,
        summary: 'stable coins to pay back; at most the debt is taken',
      },
      {
        name: 'redeem_amount',
        type: p.amount,
        summary: 'collateral to take out; at most what is there',
      },
      FEE,
    ],
    errors: [...SUBMITTING_ERRORS, ['INVALID_PARAMS', 'there is no such position']],
    examples: [{ params: [EXAMPLE.bob, EXAMPLE.cdp, 1_000_000_000, 10_000_000_000] }],
  },

  submitcdpliquidatetx: {
    ...SUBMITTING,
    summary: 'Pays debt of a position in danger for its collateral.',
    description: 'Anybody may, once the ratio of the position has fallen far enough.',
    params: [
      { ...SENDER, name: 'addr', summary: 'the account that pays and signs; its key must be in the wallet' },
      { ...CDP_ID, type: p.txid },
      {
        name: 'liquidate_amount',
        type: p.amount,
        summary: 'stable coins to pay; at most what the whole position costs is taken',
      },
      FEE,
    ],
    errors: SUBMITTING_ERRORS,
    examples: [{ params: [EXAMPLE.bob, EXAMPLE.cdpInDanger, 1_000_000_000] }],
  },

  getcdp: {
    aliases: [{ name: 'getcdpinfo', summary: 'the name in the reference' }],
    summary: 'Shows an open debt position, and the prices at which it is in danger.',
    params: [CDP_ID, IGNORED],
    result: r.object({
      height: r.integer('of the chain'),
      cdp: r.named(
        'CdpInDetail',
        r.object({
          ...CDP_MEMBERS,
          current_ratio: r.optional(r.amount('in ten-thousandths, where something is owed')),
          liquidatable_at_price: r.optional(r.amount('x 10^8, where something is owed')),
          force_liquidated_at_price: r.optional(r.amount('x 10^8, where something is owed')),
        }),
      ),
    }),
    errors: [['INVALID_ADDRESS_OR_KEY', 'there is no such position']],
    examples: [{ params: [EXAMPLE.cdp] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    minConfirmations: true,
  },

  getusercdp: {
    summary: 'Lists the open debt positions of an account.',
    params: [{ name: 'addr', type: p.uid, summary: 'the account' }, IGNORED],
    result: r.object({ height: r.integer('of the chain'), user_cdps: r.array(CDP) }),
    errors: [['INVALID_ADDRESS_OR_KEY', 'the account does not exist']],
    examples: [{ params: [EXAMPLE.alice] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    minConfirmations: true,
  },

  getclosedcdp: {
    summary: 'Returns how a debt position was closed.',
    params: [
      {
        name: 'cdp_id_or_txid',
        type: p.txid,
        summary: 'the position, or the transaction that closed it by redemption or liquidation',
      },
    ],
    result: r.object({
      cdp_id: r.txid(),
      cdp_close_txid: r.txid(),
      cdp_close_type: r.oneOf(['redeem', 'manual_liquidate', 'force_liquidate']),
    }),
    errors: [['INVALID_ADDRESS_OR_KEY', 'there is no such position']],
    examples: [{ params: [EXAMPLE.closedCdp] }],
    touches: ['reads', 'ledger'],
    atHeight: true,
    needsWallet: true,
  },
});
