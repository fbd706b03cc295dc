import { encode, hash256, text } from '../../../src/codec/codec.js';
import { sha256d, toDisplayHex } from '../../../src/crypto/hash.js';
import { least } from '../../../src/state/balance.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { GOVERNANCE_COIN, STABLE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { fixedUint32 } from '../dex/fixed-uint32.js';
import { createSystemBuyOrder } from '../dex/system-order.js';
import { amountByRatio } from '../ratio.js';

const RISK_FEE_FAILED = [REJECT.UPDATE_ACCOUNT_FAIL, 'transfer-risk-fee-failed'] as const;
const FREEZE_FAILED = [REJECT.UPDATE_ACCOUNT_FAIL, 'operate-fcoin-genesis-account-failed'] as const;

/** A transfer that may cost friction. */
export interface FrictionBase {
  /** Key id of who transfers. */
  readonly payer: string;
  readonly symbol: string;
  /** In sawi. */
  readonly amount: bigint;
  /** Returns the id of the reserve's order, in display order; called only where there is friction. */
  readonly orderId: () => string;
}

/**
 * Deducts a part of a transfer of the stable coin for the reserve, which buys governance coins with
 * it (spec 07 §14.1, steps 1 to 5). The ratio is governed and 0 by default.
 * @returns the part in sawi that the receiver does not get
 */
export function chargeFriction(
  context: TransactionContext,
  { payer, symbol, amount, orderId }: FrictionBase,
): bigint {
  if (symbol !== STABLE_COIN) return 0n;
  const part = amountByRatio(amount, context.parameter('TRANSFER_SCOIN_FRICTION_FEE_RATIO'));
  if (part === undefined) reject(REJECT.REJECT_INVALID, 'calc-friction-fee-overflow');
  const friction = least(part, context.reserveRoom(symbol));
  if (friction === 0n) return 0n;
  const reserve = context.reserve()?.keyId ?? reject(...RISK_FEE_FAILED);
  context.operate(
    {
      keyId: payer,
      operation: 'SUB_FREE',
      symbol,
      amount: friction,
      receiptType: RECEIPT.FRICTION_FEE,
      peer: reserve,
    },
    RISK_FEE_FAILED,
  );
  context.operate(
    {
      keyId: reserve,
      operation: 'FREEZE',
      symbol,
      amount: friction,
      receiptType: RECEIPT.BUY_FCOINS_FOR_DEFLATION,
    },
    FREEZE_FAILED,
  );
  createSystemBuyOrder(context, {
    id: orderId(),
    coinSymbol: symbol,
    assetSymbol: GOVERNANCE_COIN,
    coinAmount: friction,
    sourceType: 'send',
    sourceId: context.prepared.txid,
  });
  return friction;
}

/**
 * The id of the reserve's order that a transfer of a transaction causes: sha256d of the txid, the coin
 * and the position of the transfer (spec 06 §11).
 */
export function frictionOrderId(txid: string, symbol: string, position: number): string {
  return toDisplayHex(
    sha256d(Buffer.concat([encode(hash256, txid), encode(text, symbol), fixedUint32(position)])),
  );
}
