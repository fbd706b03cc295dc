import { PROTOCOL } from '../../src/config/network.js';

/** Fuel for every byte of a transaction, of a system contract's action and of storage (spec 04 §5.6). */
export const FUEL_PER_BYTE = 10n;
/** Fuel of every receiver of an action. */
export const FUEL_PER_RECEIVER = 10_000n;
const FUEL_UNIT = 100n;

/** What fuel costs by the rule of the execution: whole hundreds only, in sawi (spec 04 §5.6). */
function runFee(fuel: bigint, fuelRate: number): bigint {
  return (fuel / FUEL_UNIT) * BigInt(fuelRate);
}

/**
 * The smallest fee that suffices for fuel by both rules of the reference: that of the execution,
 * and that of the block, which rounds up to whole hundreds (spec 04 O6).
 *
 * @param minimumFee - of the type in the fee's coin
 * @param blockFee - what the block counts for the fuel
 */
export function smallestActionsFee(
  fuel: bigint,
  fuelRate: number,
  minimumFee: bigint,
  blockFee: bigint,
): bigint {
  return [minimumFee, runFee(fuel, fuelRate), blockFee].reduce((a, b) => (a > b ? a : b));
}

/** The most fuel that a fee can pay for, by the more generous of the two rules. */
export function actionsFuelLimit(fee: bigint, fuelRate: number): bigint {
  if (fuelRate === 0) return PROTOCOL.maxBlockFuel;
  const limit = (fee / BigInt(fuelRate) + 1n) * FUEL_UNIT - 1n;
  return limit < PROTOCOL.maxBlockFuel ? limit : PROTOCOL.maxBlockFuel;
}

/**
 * What burns fuel: the bytes of the transaction and of actions of the system, each receiver that an
 * action runs, in addition actions of native contracts, what contracts store, and the steps that
 * they take beyond the free ones.
 */
export const FUEL_KINDS = ['bytes', 'receiver', 'native', 'store', 'step'] as const;
export type FuelKind = (typeof FUEL_KINDS)[number];
