import { type Account, tokenOf } from '../../../src/state/tables/accounts.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { discountedMinimumFee } from './formulas.js';

/** Who pays for an order or a cancellation, and what. */
export interface OrderFee {
  /** In sawi of the fee's coin, all payers together. */
  readonly total: bigint;
  /** Minimum of the type in the same coin. */
  readonly minimum: bigint;
  readonly payers: readonly Account[];
}

/** Base coins in sawi that the payer with the largest stake has staked, whatever coin the fee is in. */
export function stakeOf(payers: readonly Account[]): bigint {
  let largest = 0n;
  for (const payer of payers) {
    const { staked } = tokenOf(payer, BASE_COIN);
    if (staked > largest) largest = staked;
  }
  return largest;
}

/**
 * Why the fee of an order or a cancellation does not suffice; undefined where it does. Accounts
 * that stake pay less (spec 06 §6.3).
 */
export function orderFeeProblem({ total, minimum, payers }: OrderFee): string | undefined {
  const staked = stakeOf(payers);
  const needed = discountedMinimumFee(minimum, staked);
  if (total >= needed) return undefined;
  return `The given fees is too small: ${total} < ${needed} sawi, staked_wicc_amount=${staked}`;
}

/** @throws TransactionRejected with {@link orderFeeProblem} as the reason */
export function requireOrderFee(fee: OrderFee): void {
  const problem = orderFeeProblem(fee);
  if (problem !== undefined) reject(REJECT.REJECT_INVALID, problem);
}
