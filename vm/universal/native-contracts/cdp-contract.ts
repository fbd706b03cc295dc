import { ZERO_HASH } from '../../../src/codec/codec.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { TX } from '../../../src/tx/transactions.js';
import type { Acting } from '../../native/cdp/acting.js';
import { liquidatePosition } from '../../native/cdp/cdp-liquidate.js';
import { redeemFromPosition } from '../../native/cdp/cdp-redeem.js';
import { checkStakePair, stakeIntoPosition } from '../../native/cdp/cdp-stake.js';
import { account, hash256, optional, quantity, uint64 } from './field-types.js';
import { type ActingAccount, defineModuleAction } from './module-action.js';
import { defineNativeContract } from './native-contract.js';

/** The contract of debt positions in integer form: 0-400. */
export const CDP_CONTRACT = 400n;

/** What a change of a position costs: ratios and interest are computed, five tables and an order are written. */
const POSITION_FUEL = { base: 60_000n } as const;

const stake = defineModuleAction({
  name: 'stake',
  summary: 'Pledges coins in a new debt position, or in the given one, and borrows stable coins.',
  fields: { owner: account, cdp_id: optional(hash256), pledged: quantity, minted: quantity },
  actor: 'owner',
  asType: TX.CDP_STAKE,
  fuel: POSITION_FUEL,
  execute(acting, { cdp_id, pledged, minted }) {
    const { context } = acting;
    const pair = { bcoinSymbol: pledged.symbol, scoinSymbol: minted.symbol };
    const isNew = cdp_id === undefined || cdp_id === ZERO_HASH;
    checkStakePair(pair, context);
    stakeIntoPosition(context, ownerOf(acting), {
      ...pair,
      cdpId: isNew ? undefined : cdp_id,
      amount: pledged.amount,
      minted: minted.amount,
    });
  },
});

const redeem = defineModuleAction({
  name: 'redeem',
  summary:
    'Pays stable coins back and takes pledged coins out of a debt position; more than there is means all.',
  fields: { owner: account, cdp_id: hash256, repaid: uint64, redeemed: quantity },
  actor: 'owner',
  asType: TX.CDP_REDEEM,
  fuel: POSITION_FUEL,
  execute(acting, { cdp_id, repaid, redeemed }) {
    requireId(cdp_id);
    redeemFromPosition(acting.context, ownerOf(acting), {
      cdpId: cdp_id,
      repaid,
      redeemed: new Map([[redeemed.symbol, redeemed.amount]]),
    });
  },
});

const liquidate = defineModuleAction({
  name: 'liquidate',
  summary: 'Pays stable coins for the pledged coins of a debt position in danger; anybody may.',
  fields: { liquidator: account, cdp_id: hash256, offered: uint64 },
  actor: 'liquidator',
  asType: TX.CDP_LIQUIDATE,
  fuel: POSITION_FUEL,
  execute(acting, { cdp_id, offered }) {
    if (offered === 0n) reject(REJECT.REJECT_INVALID, 'invalid-liquidate-amount');
    requireId(cdp_id);
    liquidatePosition(acting.context, ownerOf(acting), { cdpId: cdp_id, bcoinSymbol: '', offered });
  },
});

/** 0-400: debt positions (spec 05 §7.2 to §7.4). */
export const cdpContract = defineNativeContract([stake, redeem, liquidate], {
  title: 'debt positions',
  burnsActionSize: true,
});

function requireId(cdpId: string): void {
  if (cdpId === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'empty-cdpid');
}

function ownerOf(acting: ActingAccount): Acting {
  return {
    keyId: acting.account.keyId,
    get objectId() {
      return acting.objectId;
    },
  };
}
