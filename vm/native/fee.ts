import { REJECT, reject } from '../../src/tx/reject.js';

/**
 * Refuses a fee below a minimum, both in sawi of the fee's coin; the text is the reason
 * (spec 01 §8.4, row 4).
 */
export function requireFee(fee: bigint, minimum: bigint): void {
  if (fee < minimum) {
    reject(REJECT.REJECT_INVALID, `The given fee is too small: ${fee} < ${minimum} sawi`);
  }
}
