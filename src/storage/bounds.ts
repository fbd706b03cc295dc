import { StorageError } from './errors.js';
import type { BatchOperation, Range } from './key-value-store.js';

/** A range in its simplest form: lower bound included, upper bound excluded, a missing bound is open. */
export interface Bounds {
  lower?: Buffer;
  upper?: Buffer;
}

const ZERO = Buffer.alloc(1);

/** The least byte string that is greater than `bytes`. */
function next(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, ZERO]);
}

/**
 * The bounds of a range, or `undefined` if no key can be inside. Engines disagree on what
 * `gt` together with `gte` means, or an empty bound: they only ever see this form.
 */
export function boundsOf(range: Range): Bounds | undefined {
  const { gte, gt, lt, lte, limit } = range;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new StorageError('bad-input', `limit ${limit} is not a count; leave it out for no limit`);
  }
  let lower = gt === undefined ? gte : next(gt);
  if (gte !== undefined && lower !== undefined && gte.compare(lower) > 0) lower = gte;
  let upper = lte === undefined ? lt : next(lte);
  if (lt !== undefined && upper !== undefined && lt.compare(upper) < 0) upper = lt;
  if (limit === 0 || upper?.length === 0) return undefined;
  if (lower !== undefined && upper !== undefined && lower.compare(upper) >= 0) return undefined;
  const bounds: Bounds = {};
  if (lower !== undefined && lower.length > 0) bounds.lower = lower;
  if (upper !== undefined) bounds.upper = upper;
  return bounds;
}

/** Refuses empty keys: RocksDB aborts the process on one. */
export function checkKeys(keys: readonly Buffer[]): void {
  for (const key of keys) {
    if (key.length === 0)
      throw new StorageError('bad-input', 'a key has at least one byte, got an empty one');
  }
}

/** Refuses a batch with an empty key, before any of it is written. */
export function checkOperations(operations: readonly BatchOperation[]): void {
  for (const operation of operations) {
    if (operation.key.length === 0) {
      throw new StorageError('bad-input', 'a key has at least one byte, got an empty one in a batch');
    }
  }
}
