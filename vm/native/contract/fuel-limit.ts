import { PROTOCOL } from '../../../src/config/network.js';

/** Percent of the minimum fee that stay with the producer whatever a call burns. */
const RESERVED_PERCENT = 10n;
const FUEL_UNIT = 100n;

/** The part of a call's fee that does not buy fuel, in sawi (spec 03 §7.4). */
function reservedFee(minimumFee: bigint): bigint {
  return (minimumFee * RESERVED_PERCENT) / 100n;
}

/**
 * The fuel that a call may burn (spec 03 §7.4).
 *
 * @param fee - not below the minimum, in sawi
 * @param fuelRate - sawi for a hundred units, not 0
 */
export function luaFuelLimit(fee: bigint, minimumFee: bigint, fuelRate: number): bigint {
  const limit = ((fee - reservedFee(minimumFee)) / BigInt(fuelRate)) * FUEL_UNIT;
  return limit < PROTOCOL.maxBlockFuel ? limit : PROTOCOL.maxBlockFuel;
}

/** The smallest fee whose fuel limit is at least `fuel`, and not below the minimum; in sawi. */
export function feeForLuaFuel(fuel: bigint, minimumFee: bigint, fuelRate: number): bigint {
  const hundreds = (fuel + FUEL_UNIT - 1n) / FUEL_UNIT;
  const needed = reservedFee(minimumFee) + hundreds * BigInt(fuelRate);
  return needed > minimumFee ? needed : minimumFee;
}
