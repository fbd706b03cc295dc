import { DUST_AMOUNT } from '../../../src/tx/coin-range.js';
import { REJECT, reject } from '../../../src/tx/reject.js';

/** The largest supply of an asset, in sawi (spec 05 §12.12, §12.15). */
export const MAX_ASSET_SUPPLY = 9_000_000_000_000_000_000n;

/** Blocks for which a swap can be approved: a week of 1200 an hour (spec 05 §11). */
export const SWAP_LIFETIME = 7n * 24n * 1200n;

/** Refuses an amount that no swap can have. @throws TransactionRejected */
export function requireSwapAmount(amount: bigint): void {
  if (amount < DUST_AMOUNT) reject(REJECT.REJECT_INVALID, 'swap_amount-dust');
  if (amount > MAX_ASSET_SUPPLY) reject(REJECT.REJECT_INVALID, 'swap-amount-too-large');
}

/** Who gets how much of a swap into this chain, in sawi. */
export interface SwapShares {
  readonly user: bigint;
  readonly perApprover: bigint;
  readonly gateway: bigint;
}

/** Shares of the fee for the gateway, in addition to one for each approver. */
const GATEWAY_PARTS = 3n;

/**
 * Divides what is swapped in (spec 05 §12.12). The fee is computed in IEEE double in exactly this
 * order and truncated; what its division among the approvers leaves is the gateway's.
 *
 * @param feeRatio - system parameter AXC_SWAP_FEE_RATIO, in ten-thousandths
 * @param approvers - how many approved the swap
 */
export function swapShares(amount: bigint, feeRatio: bigint, approvers: number): SwapShares {
  const fee = BigInt(Math.trunc(Number(feeRatio) * (Number(amount) / 1e4)));
  const perApprover = fee / (BigInt(approvers) + GATEWAY_PARTS);
  return { user: amount - fee, perApprover, gateway: fee - perApprover * BigInt(approvers) };
}
