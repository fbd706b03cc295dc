import { ZERO_HASH } from '../../../src/codec/codec.js';
import { keyIdUid } from '../../../src/codec/uid.js';
import { least } from '../../../src/state/balance.js';
import { tokenOf } from '../../../src/state/tables/accounts.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import type { Cdp } from '../../../src/state/tables/cdps.js';
import { putUtxo } from '../../../src/state/tables/utxos.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { GOVERNANCE_COIN } from '../../../src/tx/symbols.js';
import { cdpLiquidate } from '../../../src/tx/types/cdp-liquidate.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import type { TransactionContext } from '../../context.js';
import { createSystemBuyOrder } from '../dex/system-order.js';
import { defineHandler } from '../handler.js';
import { requireWay } from '../ways.js';
import { type Acting, actingAccount, actingSender } from './acting.js';
import {
  fullLiquidation,
  type Liquidation,
  minimumCollateral,
  partialLiquidation,
  penaltyToSpend,
} from './formulas.js';
import { requirePrice, requireUnlocked } from './pair-conditions.js';
import { changePosition, closePosition, requirePosition } from './positions.js';
import { reserveOf } from './reserve.js';

/** What a liquidator pays for the collateral of a position that is below its threshold. */
export interface LiquidateTerms {
  /** In display order. */
  readonly cdpId: string;
  /** The coin of the position, or empty. */
  readonly bcoinSymbol: string;
  /** Stable coins in sawi; never more is charged than the whole position costs. */
  readonly offered: bigint;
}

/** CDP_LIQUIDATE_TX (spec 05 §7.4). */
export const cdpLiquidateHandler = defineHandler(cdpLiquidate, {
  summary: 'Pays debt of a position in danger for its collateral; anybody may.',

  check({ cdpTxid, scoinsToLiquidate }) {
    if (scoinsToLiquidate === 0n) reject(REJECT.REJECT_INVALID, 'invalid-liquidate-amount');
    if (cdpTxid === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'empty-cdpid');
  },

  execute({ cdpTxid, liquidateAssetSymbol, scoinsToLiquidate }, context) {
    liquidatePosition(context, actingSender(context), {
      cdpId: cdpTxid,
      bcoinSymbol: liquidateAssetSymbol,
      offered: scoinsToLiquidate,
    });
  },
});

/** Liquidates for an account. Interest that runs is not charged. @throws TransactionRejected */
export function liquidatePosition(context: TransactionContext, acting: Acting, terms: LiquidateTerms): void {
  const { state } = context;
  const { cdpId: id, bcoinSymbol, offered } = terms;
  const cdp = requirePosition(state, id);
  if (bcoinSymbol !== '' && bcoinSymbol !== cdp.bcoinSymbol) {
    reject(REJECT.REJECT_INVALID, 'invalid-asset-symbol');
  }
  if (tokenOf(actingAccount(context, acting), cdp.scoinSymbol).free < offered) {
    reject(REJECT.CDP_LIQUIDATE_FAIL, 'account-scoins-insufficient');
  }
  const price = requirePrice(context, cdp);
  requireUnlocked(context, cdp, price, 'global-cdp-lock-is-on');
  const owner = context.accountByRegId(cdp.owner);
  if (owner === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  requireWay(context, 'liquidation', owner, cdp.bcoinSymbol);
  const whole = fullLiquidation(cdp, price, parametersOf(context, cdp));
  if (whole === undefined) reject(REJECT.REJECT_INVALID, 'cdp-not-liquidate-ready');

  if (offered >= whole.paid) {
    const fitting = withFittingPenalty(context, cdp, whole);
    exchange(context, cdp, { acting, owner: owner.keyId }, fitting, FULL);
    takePenalty(context, acting, cdp, id, fitting.penalty);
    closePosition(state, id, cdp, 'manual_liquidate', context.prepared.txid);
  } else {
    const bought = partialLiquidation(cdp, whole, offered);
    if (bought === undefined) reject(...TOO_SMALL);
    const part = withFittingPenalty(context, cdp, bought);
    exchange(context, cdp, { acting, owner: owner.keyId }, part, PARTIAL);
    const left = {
      ...cdp,
      staked: cdp.staked - part.toLiquidator - part.toOwner,
      owed: cdp.owed - part.closedOut,
    };
    const minimum = cdpParameter(state, cdp, 'CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN');
    if (left.staked < minimumCollateral(minimum, price)) reject(...TOO_SMALL);
    takePenalty(context, acting, cdp, id, part.penalty);
    changePosition(state, id, cdp, left);
  }
}

/** No more of a penalty is paid than the reserve can take; the liquidator keeps the rest. */
function withFittingPenalty(
  context: TransactionContext,
  { scoinSymbol }: Cdp,
  liquidation: Liquidation,
): Liquidation {
  const penalty = least(liquidation.penalty, context.reserveRoom(scoinSymbol));
  return { ...liquidation, penalty, paid: liquidation.paid - (liquidation.penalty - penalty) };
}

const TOO_SMALL = [REJECT.REJECT_INVALID, 'total-staked-bcoins-too-small'] as const;

/** Reasons why the coins cannot be exchanged, for the whole of a position and for a part. */
const FULL = {
  payment: 'deduct-account-scoins-failed',
  gain: 'add-bcoins-failed',
  toOwner: 'unpledge-bcoins-failed',
} as const;
const PARTIAL = {
  payment: 'sub-scoins-to-liquidator-failed',
  gain: 'add-bcoins-to-liquidator-failed',
  toOwner: 'unpledge-bcoins-to-cdp-owner-failed',
} as const;

function parametersOf({ state }: TransactionContext, cdp: Cdp) {
  return {
    start: cdpParameter(state, cdp, 'CDP_START_LIQUIDATE_RATIO'),
    nonReturn: cdpParameter(state, cdp, 'CDP_NONRETURN_LIQUIDATE_RATIO'),
    force: cdpParameter(state, cdp, 'CDP_FORCE_LIQUIDATE_RATIO'),
    discount: cdpParameter(state, cdp, 'CDP_LIQUIDATE_DISCOUNT_RATIO'),
  };
}

/**
 * Stable coins leave the liquidator; collateral leaves the owner's pledge for both of them. An owner whose balance
 * is full must not be safe from liquidation by it (spec 07 A6).
 */
function exchange(
  context: TransactionContext,
  { bcoinSymbol, scoinSymbol }: Cdp,
  { acting, owner }: { readonly acting: Acting; readonly owner: string },
  { paid, toLiquidator, toOwner }: Liquidation,
  reasons: typeof FULL | typeof PARTIAL,
): void {
  const { keyId: liquidator } = acting;
  const gain = {
    symbol: bcoinSymbol,
    amount: toLiquidator,
    receiptType: RECEIPT.CDP_ASSET_TO_LIQUIDATOR,
  };
  context.operate(
    {
      keyId: liquidator,
      operation: 'SUB_FREE',
      symbol: scoinSymbol,
      amount: paid,
      receiptType: RECEIPT.CDP_SCOIN_FROM_LIQUIDATOR,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, reasons.payment],
  );
  context.operate({ keyId: liquidator, operation: 'ADD_FREE', ...gain }, [
    REJECT.UPDATE_ACCOUNT_FAIL,
    reasons.gain,
  ]);
  leavePledge(context, owner, gain);
  makeRoom(context, acting, { keyId: owner, symbol: bcoinSymbol, amount: toOwner });
  context.operate(
    {
      keyId: owner,
      operation: 'UNPLEDGE',
      symbol: bcoinSymbol,
      amount: toOwner,
      receiptType: RECEIPT.CDP_LIQUIDATED_ASSET_TO_OWNER,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, reasons.toOwner],
  );
}

/** Collateral of the owner goes, through his free balance, which has the same before and after. */
function leavePledge(
  context: TransactionContext,
  owner: string,
  gain: { readonly symbol: string; readonly amount: bigint; readonly receiptType: number },
): void {
  const unpledge = () =>
    context.operate({ keyId: owner, operation: 'UNPLEDGE', ...gain }, [
      REJECT.UPDATE_ACCOUNT_FAIL,
      'unpledge-bcoins-failed',
    ]);
  const deduct = () =>
    context.operate({ keyId: owner, operation: 'SUB_FREE', ...gain }, [
      REJECT.UPDATE_ACCOUNT_FAIL,
      'deduct-bcoins-failed',
    ]);
  const isFull = context.freeRoom(owner, gain.symbol) < gain.amount;
  for (const step of isFull ? [deduct, unpledge] : [unpledge, deduct]) step();
}

/** Of what an owner is about to get, an output of his takes as much as his balance has no room for. */
function makeRoom(
  context: TransactionContext,
  { objectId }: Acting,
  { keyId, symbol, amount }: { readonly keyId: string; readonly symbol: string; readonly amount: bigint },
): void {
  const rest = amount - least(amount, context.freeRoom(keyId, symbol));
  if (rest === 0n) return;
  context.operate(
    { keyId, operation: 'SUB_FREE', symbol, amount: rest, receiptType: RECEIPT.TRANSFER_UTXO_COINS },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'deduct-bcoins-failed'],
  );
  putUtxo(context.state, [objectId, 0], {
    coinSymbol: symbol,
    output: { coinAmount: rest, conds: [{ type: CONDITION_TYPES.OP2SA, uid: keyIdUid(keyId) }] },
    creator: keyId,
    height: context.block.height,
  });
}

/** The reserve gets the penalty and buys governance coins for the greater half. */
function takePenalty(
  context: TransactionContext,
  acting: Acting,
  { scoinSymbol }: Cdp,
  cdpId: string,
  penalty: bigint,
): void {
  if (penalty === 0n) return;
  const { keyId } = reserveOf(context);
  const coinAmount = penaltyToSpend(penalty);
  context.operate(
    {
      keyId,
      operation: 'ADD_FREE',
      symbol: scoinSymbol,
      amount: penalty,
      receiptType: RECEIPT.CDP_PENALTY_TO_RESERVE,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'add-scoins-to-fcoin-genesis-account-failed'],
  );
  context.operate(
    {
      keyId,
      operation: 'FREEZE',
      symbol: scoinSymbol,
      amount: coinAmount,
      receiptType: RECEIPT.CDP_PENALTY_BUY_DEFLATE_FCOINS,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'operate-fcoin-genesis-account-failed'],
  );
  createSystemBuyOrder(context, {
    id: acting.objectId,
    coinSymbol: scoinSymbol,
    coinAmount,
    assetSymbol: GOVERNANCE_COIN,
    sourceType: 'cdp_penalty',
    sourceId: cdpId,
  });
}
