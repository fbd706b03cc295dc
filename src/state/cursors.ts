import type { KeyValueReader } from '../storage/key-value-store.js';
import { lowerBound } from '../storage/sorted-map.js';
import type { KeyRange, TextBounds } from './key-range.js';
import { DELETED, type LayerTable } from './layer.js';
import { Stored } from './stored.js';
import { type AnyTable, diskKey, type Table } from './table.js';

/** A position in one layer of a table. It sees the layer as it was when the cursor was made. */
export interface Cursor {
  /** Encoded key of the current entry; `undefined` after the last one. */
  readonly key: string | undefined;
  /** The current value: decoded, `Stored` or `DELETED`. */
  value(): unknown;
  advance(): void;
  /** Releases what the cursor holds; calling it more than once does no harm. */
  close(): void;
}

/** A cursor over changes in memory. */
export class LayerCursor implements Cursor {
  readonly #entries: LayerTable;
  readonly #keys: readonly string[];
  readonly #step: 1 | -1;
  #left: number;
  #position: number;
  #closed = false;

  constructor(entries: LayerTable, bounds: TextBounds, reverse: boolean) {
    this.#entries = entries;
    this.#keys = entries.sortedKeys();
    const start = lowerBound(this.#keys, bounds.lower);
    const end = bounds.upper === undefined ? this.#keys.length : lowerBound(this.#keys, bounds.upper);
    this.#left = Math.max(end - start, 0);
    this.#step = reverse ? -1 : 1;
    this.#position = reverse ? end - 1 : start;
    entries.readers++;
  }

  get key(): string | undefined {
    return this.#left > 0 ? this.#keys[this.#position] : undefined;
  }

  value(): unknown {
    return this.#entries.get(this.#keys[this.#position]!);
  }

  advance(): void {
    this.#left--;
    this.#position += this.#step;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#entries.readers--;
  }
}

/** @throws Error after the last entry, where `key` is undefined */
function currentOf<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('there is no value after the last entry');
  return entry;
}

/** Entries in memory in the order of their keys: a `SortedMap` or a `PersistentMap`. */
export interface SortedEntries {
  iterate(
    lower: string,
    upper: string | undefined,
    reverse: boolean,
  ): Iterable<[string, Stored | typeof DELETED]>;
}

/** A cursor over committed entries in memory. */
export class MemoryCursor implements Cursor {
  readonly #entries: Iterator<[string, Stored | typeof DELETED]>;
  #current: [string, Stored | typeof DELETED] | undefined;

  constructor(entries: SortedEntries, { lower, upper }: TextBounds, reverse: boolean) {
    this.#entries = entries.iterate(lower, upper, reverse)[Symbol.iterator]();
    this.advance();
  }

  get key(): string | undefined {
    return this.#current?.[0];
  }

  value(): unknown {
    return currentOf(this.#current)[1];
  }

  advance(): void {
    const { done, value } = this.#entries.next();
    this.#current = done ? undefined : value;
  }

  /** There is nothing to give back. */
  close(): void {}
}

/** A cursor over the entries of a table on the disk. */
export class DiskCursor implements Cursor {
  readonly #table: AnyTable;
  readonly #entries: Iterator<[Buffer, Buffer]>;
  #current: [Buffer, Buffer] | undefined;
  key: string | undefined;

  constructor(store: KeyValueReader, table: AnyTable, bounds: TextBounds, reverse: boolean) {
    this.#table = table;
    const gte = diskKey(table, bounds.lower);
    const lt = bounds.upper === undefined ? Buffer.of(table.prefix + 1) : diskKey(table, bounds.upper);
    this.#entries = store.iterate({ gte, lt, reverse })[Symbol.iterator]();
    this.advance();
  }

  value(): unknown {
    return new Stored(this.#table, currentOf(this.#current)[1].toString('latin1'));
  }

  advance(): void {
    const { done, value } = this.#entries.next();
    this.#current = done ? undefined : value;
    this.key = this.#current?.[0].toString('latin1', 1);
  }

  close(): void {
    this.#entries.return?.();
  }
}

/** The entries of a table that layers show together, in the order of a range, with decoded keys and values. */
export function entriesOf<K, V>(
  table: Table<K, V>,
  newestFirst: readonly Cursor[],
  { reverse = false, limit = Number.POSITIVE_INFINITY }: KeyRange<K>,
): Iterable<[K, V]> {
  const [first, second] = newestFirst;
  if (first === undefined) return [];
  return decoded(
    table,
    second === undefined ? shownBy(first, limit) : mergeCursors(newestFirst, reverse, limit),
  );
}

function* decoded<K, V>(table: Table<K, V>, entries: Iterable<[string, unknown]>): Generator<[K, V]> {
  for (const [key, value] of entries) {
    yield [table.key.decode(key), (value instanceof Stored ? value.value : value) as V];
  }
}

/** What a single layer shows. */
function* shownBy(cursor: Cursor, limit: number): Generator<[string, unknown]> {
  try {
    for (let count = 0; count < limit && cursor.key !== undefined; cursor.advance()) {
      const value = cursor.value();
      if (value === DELETED) continue;
      count++;
      yield [cursor.key, value];
    }
  } finally {
    cursor.close();
  }
}

/**
 * The entries that several layers show together, in key order: of the cursors that stand at the
 * same key the first, which is that of the newest layer, decides. Deleted keys are skipped.
 */
export function* mergeCursors(
  newestFirst: readonly Cursor[],
  reverse: boolean,
  limit: number,
): Generator<[string, unknown]> {
  try {
    for (let count = 0; count < limit; ) {
      let winner: Cursor | undefined;
      let nearest: string | undefined;
      for (const cursor of newestFirst) {
        const { key } = cursor;
        if (key === undefined) continue;
        if (nearest === undefined || (reverse ? key > nearest : key < nearest)) {
          nearest = key;
          winner = cursor;
        }
      }
      if (winner === undefined || nearest === undefined) return;
      const value = winner.value();
      for (const cursor of newestFirst) if (cursor.key === nearest) cursor.advance();
      if (value === DELETED) continue;
      count++;
      yield [nearest, value];
    }
  } finally {
    for (const cursor of newestFirst) cursor.close();
  }
}
