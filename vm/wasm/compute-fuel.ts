/** Steps of every receiver that cost nothing: ordinary token actions need less (decision D11). */
export const FREE_STEPS = 200_000;
const STEPS_PER_FUEL = 20;

/** Most steps of all receivers of one transaction together (spec 04 §15.2). */
export const TRANSACTION_STEPS = 200_000_000;

/** Fuel of the steps of one receiver (decision D11, spec 04 §15.2). */
export function computeFuel(steps: number): bigint {
  return BigInt(Math.ceil(Math.max(steps - FREE_STEPS, 0) / STEPS_PER_FUEL));
}
