import { ZERO_HASH } from '../../../src/codec/codec.js';
import { least } from '../../../src/state/balance.js';
import { tokenOf } from '../../../src/state/tables/accounts.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import type { Cdp } from '../../../src/state/tables/cdps.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { cdpRedeem } from '../../../src/tx/types/cdp-redeem.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { type Acting, actingAccount, actingSender } from './acting.js';
import { minimumCollateral, positionRatio } from './formulas.js';
import { chargedInterest, payInterest } from './interest.js';
import { requirePrice, requireUnlocked } from './pair-conditions.js';
import {
  changePosition,
  closePosition,
  requireNotBefore,
  requireOwner,
  requirePosition,
} from './positions.js';

/** What an owner pays back and takes back. More than there is counts as all of it. */
export interface RedeemTerms {
  /** In display order. */
  readonly cdpId: string;
  /** Stable coins in sawi. */
  readonly repaid: bigint;
  /** Collateral in sawi by coin: one entry, the coin of the position. */
  readonly redeemed: ReadonlyMap<string, bigint>;
}

/** CDP_REDEEM_TX (spec 05 §7.3). */
export const cdpRedeemHandler = defineHandler(cdpRedeem, {
  summary: 'Pays debt back and takes collateral out of a debt position.',

  check({ cdpTxid }) {
    if (cdpTxid === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'empty-cdpid');
  },

  execute({ cdpTxid, scoinsToRepay, assetsToRedeem }, context) {
    redeemFromPosition(context, actingSender(context), {
      cdpId: cdpTxid,
      repaid: scoinsToRepay,
      redeemed: assetsToRedeem,
    });
  },
});

const BAD_OPERATION = [REJECT.UPDATE_ACCOUNT_FAIL, 'bad-operate-account'] as const;

/** Redeems for an account. @throws TransactionRejected */
export function redeemFromPosition(context: TransactionContext, acting: Acting, terms: RedeemTerms): void {
  const { state, block } = context;
  const { cdpId: id } = terms;
  const { keyId } = acting;
  const cdp = requirePosition(state, id);
  const { bcoinSymbol, scoinSymbol } = cdp;
  const wanted = terms.redeemed.get(bcoinSymbol);
  if (wanted === undefined || terms.redeemed.size !== 1) {
    reject(REJECT.REJECT_INVALID, 'invalid-stake-asset');
  }
  requireOwner(cdp, actingAccount(context, acting).regId);
  const price = requirePrice(context, cdp);
  requireUnlocked(context, cdp, price, 'global-cdp-lock-is-on');
  requireNotBefore(cdp, block.height);
  const interest = chargedInterest(context, cdp);
  payInterest(context, { acting, cdpId: id, scoinSymbol, interest });
  // What was asked for has to be there, although no more than the debt is taken (spec 05 §1, row 18).
  if (tokenOf(actingAccount(context, acting), scoinSymbol).free < terms.repaid) {
    reject(REJECT.REJECT_INVALID, 'account-balance-insufficient');
  }

  const redeemed = least(wanted, cdp.staked);
  const repaid = least(terms.repaid, cdp.owed);
  const left = {
    ...cdp,
    height: block.height,
    staked: cdp.staked - redeemed,
    owed: cdp.owed - repaid,
  };
  if (left.staked === 0n && left.owed === 0n) {
    closePosition(state, id, cdp, 'redeem', context.prepared.txid);
  } else {
    if (redeemed > 0n) requireHealthy(context, left, price);
    changePosition(state, id, cdp, left);
  }
  context.operate(
    {
      keyId,
      operation: 'SUB_FREE',
      symbol: scoinSymbol,
      amount: repaid,
      receiptType: RECEIPT.CDP_REPAID_SCOIN_FROM_OWNER,
    },
    BAD_OPERATION,
  );
  context.operate(
    {
      keyId,
      operation: 'UNPLEDGE',
      symbol: bcoinSymbol,
      amount: redeemed,
      receiptType: RECEIPT.CDP_REDEEMED_ASSET_TO_OWNER,
    },
    BAD_OPERATION,
  );
}

/** Collateral may only be taken from a position that is as good as a new one afterwards. */
function requireHealthy({ state }: TransactionContext, left: Cdp, price: bigint): void {
  if (positionRatio(left, price) < cdpParameter(state, left, 'CDP_START_COLLATERAL_RATIO')) {
    reject(REJECT.UPDATE_CDP_FAIL, 'invalid-collatera-ratio');
  }
  const minimum = cdpParameter(state, left, 'CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN');
  if (left.staked < minimumCollateral(minimum, price)) {
    const detail = `${left.staked} sawi of collateral are in the position, at least ${minimumCollateral(minimum, price)} are needed`;
    reject(REJECT.REJECT_INVALID, 'total-staked-bcoins-too-small', detail);
  }
}
