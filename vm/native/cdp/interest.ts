import type { NetworkParameters } from '../../../src/config/network.js';
import { least } from '../../../src/state/balance.js';
import type { StateReader } from '../../../src/state/state.js';
import { cdpInterestChanges, INITIAL_INTEREST_PARAMETERS } from '../../../src/state/tables/cdp-parameters.js';
import type { Cdp } from '../../../src/state/tables/cdps.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT } from '../../../src/tx/reject.js';
import { GOVERNANCE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { createSystemBuyOrder } from '../dex/system-order.js';
import type { Acting } from './acting.js';
import { interestOver, interestSegments } from './formulas.js';
import { reserveOf } from './reserve.js';

/**
 * The interest in sawi that a position owes at a height, for the blocks since its last change
 * (spec 05 §6.3).
 * @param height - not below that of the last change
 */
export function interestOf(
  state: StateReader,
  { blocksPerDay, mended }: Pick<NetworkParameters, 'blocksPerDay' | 'mended'>,
  cdp: Cdp,
  height: number,
): bigint {
  if (cdp.owed === 0n) return 0n;
  const changes = cdpInterestChanges(state, cdp);
  const segments = interestSegments(cdp.height, height, changes, INITIAL_INTEREST_PARAMETERS);
  return interestOver(cdp.owed, segments, blocksPerDay, mended);
}

/**
 * The interest in sawi that an owner is charged now: what he owes, and no more than the reserve can take.
 * A reserve that is full must not keep owners from their collateral (spec 07 A6).
 */
export function chargedInterest(context: TransactionContext, cdp: Cdp): bigint {
  const owed = interestOf(context.state, context.network, cdp, context.block.height);
  return least(owed, context.reserveRoom(cdp.scoinSymbol));
}

/** Interest that an owner pays and the reserve spends on the exchange. */
export interface InterestPayment {
  /** Who pays, and what the order that spends it is called. */
  readonly acting: Acting;
  /** The position that it is for, in display order. */
  readonly cdpId: string;
  readonly scoinSymbol: string;
  /** In sawi; nothing happens for 0. */
  readonly interest: bigint;
}

/**
 * Collects interest from an owner, for which the reserve buys governance coins (spec 05 §7.2, steps
 * 10 to 12).
 * @throws TransactionRejected
 */
export function payInterest(context: TransactionContext, payment: InterestPayment): void {
  const { acting, cdpId, scoinSymbol, interest } = payment;
  if (interest === 0n) return;
  const { keyId: reserve } = reserveOf(context);
  const coins = { symbol: scoinSymbol, amount: interest };
  context.operate(
    {
      keyId: acting.keyId,
      operation: 'SUB_FREE',
      ...coins,
      receiptType: RECEIPT.CDP_REPAY_INTEREST_TO_FUND,
      peer: reserve,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, `deduct-interest(${interest})-error`],
  );
  context.operate(
    {
      keyId: reserve,
      operation: 'FREEZE',
      ...coins,
      receiptType: RECEIPT.CDP_INTEREST_BUY_DEFLATE_FCOINS,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'fcoin-genesis-account-insufficient'],
  );
  createSystemBuyOrder(context, {
    id: acting.objectId,
    coinSymbol: scoinSymbol,
    coinAmount: interest,
    assetSymbol: GOVERNANCE_COIN,
    sourceType: 'cdp_interest',
    sourceId: cdpId,
  });
}
