import { definitionOf, type TransactionType } from '../../src/tx/transactions.js';

const float32 = Math.fround;

/**
 * The least that the fuel of a deployment costs, in sawi of the fee's coin, on every network. Where
 * the minimum fee is higher, the rest of it is the producer's (decision D2).
 */
export const DEPLOYMENT_FUEL_FEE = 100_000_000n;

/**
 * What the fuel of a transaction costs, in sawi of the fee's coin (spec 01 §8.5, decision D17). The
 * reference computes in single precision, so every step here is rounded to it. The results stay far
 * below 2^53: the fuel of a block is at most 600,562,500, the rate 32 bits wide and falling.
 *
 * @param fuel - units of work
 * @param minimumFee - the least that a deployment pays; other types may pay nothing
 */
export function fuelFeeOf(type: TransactionType, fuel: bigint, fuelRate: number, minimumFee: bigint): bigint {
  const hundreds = float32(float32(Number(fuel)) / 100);
  if (definitionOf(type).contract === 'deployment') {
    const fee = truncated(float32(hundreds * float32(fuelRate)));
    return fee > minimumFee ? fee : minimumFee;
  }
  if (fuel === 0n || fuelRate === 0) return 0n;
  return truncated(float32(float32(Math.ceil(hundreds)) * float32(fuelRate)));
}

/** A float without its fraction; exact at any size, since BigInt takes every integer of a double. */
function truncated(value: number): bigint {
  return BigInt(Math.trunc(value));
}
