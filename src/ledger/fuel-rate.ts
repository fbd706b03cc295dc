import { type NetworkParameters, PROTOCOL } from '../config/network.js';
import type { StateReader, StateWriter } from '../state/state.js';
import { type BlockFuel, FUEL_HISTORY, type FuelHistory } from '../state/tables/fuel-history.js';

const NO_HISTORY: FuelHistory = { height: 0, blocks: [] };
const WINDOW = PROTOCOL.fuelRateWindow;
/**
 * Sawi for a hundred units beyond which fuel gets no dearer where ranges hold: a contract call stays within what
 * fees can be, however long blocks are full (spec 05 §5.3).
 */
const LARGEST_FUEL_RATE = 100_000;
/** Percent of the largest block below which fuel gets cheaper and above which it gets dearer. */
const LOW_LOAD = 75n;
const HIGH_LOAD = 85n;

/**
 * The fuel rate of the block after the newest one of a history (spec 08 §9, spec 01 §8.5): it falls by
 * a tenth while the last fifty blocks burned little fuel on average, and rises by a tenth while they
 * burned much. The products are IEEE doubles, truncated, so below 10 a rate never rises (decision D17).
 *
 * @param history - of the parent's height and the fifty newest blocks, the parent last
 */
export function fuelRateAfter(history: FuelHistory): number {
  const parent = history.blocks.at(-1);
  if (parent === undefined || history.height - 1 <= 2 * WINDOW) return PROTOCOL.initialFuelRate;
  const average = burnedIn(history) / BigInt(WINDOW);
  return Math.max(adjusted(parent.fuelRate, average), PROTOCOL.minimumFuelRate);
}

function adjusted(rate: number, averageFuel: bigint): number {
  if (averageFuel * 100n < PROTOCOL.maxBlockFuel * LOW_LOAD) return Math.trunc(rate * 0.9);
  if (averageFuel * 100n > PROTOCOL.maxBlockFuel * HIGH_LOAD) return Math.trunc(rate * 1.1);
  return rate;
}

/**
 * The fuel that a fee pays for, in hundreds: the remainder of the division is dropped, as in the
 * reference.
 */
function fuelOf({ fuelFee, fuelRate }: BlockFuel): bigint {
  return (fuelFee / BigInt(fuelRate)) * 100n;
}

function burnedIn({ blocks }: FuelHistory): bigint {
  let sum = 0n;
  for (const block of blocks) sum += fuelOf(block);
  return sum;
}

/** The fuel rate that the next block on this state must have. */
export function nextFuelRate({ mended }: Pick<NetworkParameters, 'mended'>, state: StateReader): number {
  const history = state.get(FUEL_HISTORY, undefined);
  const rate = history === undefined ? PROTOCOL.initialFuelRate : fuelRateAfter(history);
  return mended.governedRangesHold ? Math.min(rate, LARGEST_FUEL_RATE) : rate;
}

/** Adds a block to the history that the fuel rate follows from. */
export function recordFuel(state: StateWriter, height: number, block: BlockFuel): void {
  const before = state.get(FUEL_HISTORY, undefined) ?? NO_HISTORY;
  const blocks = before.blocks.slice(before.blocks.length < WINDOW ? 0 : 1);
  blocks.push(block);
  state.put(FUEL_HISTORY, undefined, { height, blocks });
}
