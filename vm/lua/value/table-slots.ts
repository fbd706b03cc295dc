/** The slots of the parts of a table, and what they cost. */
import type { Value } from './value.js';

/** Who pays for memory. */
export interface Memory {
  /**
   * Charges fuel for an allocation of the reference's size.
   *
   * @param replaced - the size of the block that the new one takes the place of
   */
  chargeMemory(bytes: number, replaced?: number): void;
  /** Counts memory of this program; see `Meter.hold`. */
  hold(bytes: number): void;
  /** Charges work that no fuel pays for; see `Meter.work`. */
  work(units: number): void;
}

/** Bytes of a slot of the array part in the reference. */
export const ARRAY_SLOT_BYTES = 16;
/** An estimate of what a slot takes here, a boxed number included. */
export const HOST_ARRAY_SLOT_BYTES = 48;

/** The parts of an empty table. */
export const NO_VALUES: Value[] = [];
export const NO_KEYS: Value[] = [undefined];
export const NO_LINKS: number[] = [-1];

/** Slots that all hold nil, in the general representation from the start. */
export function emptySlots(size: number): Value[] {
  const slots = new Array<Value>(size);
  slots[0] = undefined;
  for (let i = 1; i < size; i++) slots[i] = undefined;
  return slots;
}

/** A longer array part with the same values, paid for. */
export function grown(array: Value[], oldSize: number, size: number, memory: Memory): Value[] {
  memory.chargeMemory(size * ARRAY_SLOT_BYTES, oldSize * ARRAY_SLOT_BYTES);
  memory.hold((size - oldSize) * HOST_ARRAY_SLOT_BYTES);
  const result = new Array<Value>(size);
  result[0] = undefined;
  for (let i = 0; i < oldSize; i++) result[i] = array[i];
  for (let i = oldSize; i < size; i++) result[i] = undefined;
  return result;
}
