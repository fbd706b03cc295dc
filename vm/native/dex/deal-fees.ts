import { REJECT, reject } from '../../../src/tx/reject.js';
import { frictionFee, MAX_OPERATOR_FEE_RATIO, operatorFee } from './formulas.js';

/** The fees that one side of a deal pays from what it receives, in sawi of that coin. */
export interface SideFees {
  /** To the system. */
  readonly friction: bigint;
  /** To the operator of its order. */
  readonly match: bigint;
}

/**
 * The part that the system takes of what a side receives (spec 06 §10.9).
 * @param ratio - in ten-thousandths
 * @throws TransactionRejected `calc-friction-fee-overflow`, `deal-fee-too-large`
 */
export function dealFriction(received: bigint, ratio: bigint): bigint {
  const fee = frictionFee(received, ratio);
  if (fee === undefined) reject(REJECT.REJECT_INVALID, 'calc-friction-fee-overflow');
  return belowReceived(fee, received);
}

/**
 * The operator's fee on what remains for a side (spec 06 §10.9).
 * @param ratio - times 10^8
 * @throws TransactionRejected `invalid-operator-fee-ratio`, `calc-deal-fee-overflow`, `deal-fee-too-large`
 */
export function matchFee(received: bigint, ratio: bigint): bigint {
  if (ratio > MAX_OPERATOR_FEE_RATIO) reject(REJECT.REJECT_INVALID, 'invalid-operator-fee-ratio');
  const fee = operatorFee(received, ratio);
  if (fee === undefined) reject(REJECT.REJECT_INVALID, 'calc-deal-fee-overflow');
  return belowReceived(fee, received);
}

function belowReceived(fee: bigint, received: bigint): bigint {
  if (fee >= received) reject(REJECT.REJECT_INVALID, 'deal-fee-too-large');
  return fee;
}
