/** How large the array part of a table becomes when the table grows (spec 03 §6.6). */
import type { Value } from './value.js';

/** Array parts and hash parts have at most 2^30 slots. */
export const MAX_BITS = 30;

/** Counts a key that could live in the array part. */
export function countInteger(key: Value, counts: number[]): boolean {
  if (typeof key !== 'number' || key < 1 || key > 1 << MAX_BITS) return false;
  counts[key === 1 ? 0 : 32 - Math.clz32(key - 1)]! += 1;
  return true;
}

/** Counts the values of an array part by intervals (2^(i-1), 2^i]. @returns how many there are */
export function countArray(array: readonly Value[], arraySize: number, counts: number[]): number {
  let total = 0;
  let index = 1;
  for (let bit = 0, end = 1; bit <= MAX_BITS; bit++, end *= 2) {
    let limit = end;
    if (limit > arraySize) {
      limit = arraySize;
      if (index > limit) break;
    }
    let found = 0;
    for (; index <= limit; index++) if (array[index - 1] !== undefined) found++;
    counts[bit]! += found;
    total += found;
  }
  return total;
}

/** The largest 2^i such that more than half of its slots are used, and how many are. */
export function bestArraySize(
  counts: readonly number[],
  integerKeys: number,
): { size: number; used: number } {
  let size = 0;
  let used = 0;
  let seen = 0;
  for (let bit = 0, end = 1; bit <= MAX_BITS && end / 2 < integerKeys; bit++, end *= 2) {
    const count = counts[bit]!;
    if (count > 0) {
      seen += count;
      if (seen > end / 2) {
        size = end;
        used = seen;
      }
    }
    if (seen === integerKeys) break;
  }
  return { size, used };
}
