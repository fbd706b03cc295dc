import type { KeyValueStore } from '../storage/key-value-store.js';
import { type Cursor, DiskCursor, LayerCursor, MemoryCursor } from './cursors.js';
import type { TextBounds } from './key-range.js';
import { DELETED, type Layer } from './layer.js';
import type { CommittedState } from './overlay.js';
import { SmallTables } from './small-tables.js';
import { Stored } from './stored.js';
import { type AnyTable, diskKey } from './table.js';
import { ABSENT, type CachedValue, ValueCache } from './value-cache.js';

/** A read that another thread performs: what it will add to the cache. */
interface ReadAhead {
  readonly table: AnyTable;
  /** Without those that a block has changed on the disk since the read began: it may have seen either value. */
  readonly keys: Set<string>;
}

/** A block that is still being written: its values, and those that they replace. */
export interface PendingBlock {
  readonly after: Layer;
  readonly before: Layer;
}

/**
 * Reading the committed state: first the blocks that are still being written, newest first, then
 * the cache, then the disk. And reading the durable state: values that the oldest of those blocks
 * replaces take precedence over cache and disk.
 */
export class CommittedLayers implements CommittedState {
  readonly #store: KeyValueStore;
  readonly #small: SmallTables;
  readonly cache: ValueCache;
  /** Values are `Stored` or `DELETED`; the oldest block comes first. */
  readonly #pending: PendingBlock[] = [];
  /** Reads that other threads are doing. */
  readonly #ahead = new Set<ReadAhead>();

  constructor(store: KeyValueStore, cacheBytes: number) {
    this.#store = store;
    this.#small = new SmallTables(store);
    this.cache = new ValueCache(cacheBytes);
  }

  find(table: AnyTable, key: string): Stored | undefined {
    for (let i = this.#pending.length - 1; i >= 0; i--) {
      const value = this.#pending[i]!.after.get(table, key);
      if (value !== undefined) return value === DELETED ? undefined : (value as Stored);
    }
    return this.#findBelow(table, key);
  }

  /** As `find`, without the blocks that are still being written. */
  findDurable(table: AnyTable, key: string): Stored | undefined {
    for (const { before } of this.#pending) {
      const value = before.get(table, key);
      if (value !== undefined) return value === DELETED ? undefined : (value as Stored);
    }
    return this.#findBelow(table, key);
  }

  #findBelow(table: AnyTable, key: string): Stored | undefined {
    if (table.small) return this.#small.entriesOf(table).get(key);
    const cached = this.cache.get(table, key);
    if (cached !== undefined) return cached === ABSENT ? undefined : cached;
    const [bytes] = this.#store.getMany([diskKey(table, key)]);
    const found = this.#remember(table, key, bytes);
    return found === ABSENT ? undefined : found;
  }

  /** @param keys - each one once */
  load(table: AnyTable, keys: Iterable<string>): void {
    const missing: string[] = [];
    for (const key of keys) if (!this.#isAtHand(table, key)) missing.push(key);
    if (missing.length === 0) return;
    const values = this.#store.getMany(missing.map(key => diskKey(table, key)));
    for (let i = 0; i < missing.length; i++) this.#remember(table, missing[i]!, values[i]);
  }

  /** As {@link load}, off the calling thread where the engine can do that. */
  async loadAhead(table: AnyTable, keys: Iterable<string>): Promise<void> {
    if (this.#store.readMany === undefined) return this.load(table, keys);
    const missing = [...keys].filter(key => !this.#isAtHand(table, key));
    if (missing.length === 0) return;
    const read: ReadAhead = { table, keys: new Set(missing) };
    this.#ahead.add(read);
    try {
      const values = await this.#store.readMany(missing.map(key => diskKey(table, key)));
      missing.forEach((key, i) => {
        if (read.keys.has(key) && !this.#isAtHand(table, key)) this.#remember(table, key, values[i]);
      });
    } finally {
      this.#ahead.delete(read);
    }
  }

  cursors(table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[] {
    return this.#cursorsOver(this.#pending.map(({ after }) => after).reverse(), table, bounds, reverse);
  }

  /** As `cursors`, without the blocks that are still being written. */
  durableCursors(table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[] {
    return this.#cursorsOver(
      this.#pending.map(({ before }) => before),
      table,
      bounds,
      reverse,
    );
  }

  /** Shows the values of a block from now on, before they are on the disk. */
  show(block: PendingBlock): void {
    this.#pending.push(block);
  }

  /** The oldest block that is shown has reached the disk. */
  written(block: PendingBlock): void {
    if (this.#pending[0] !== block) throw new Error('blocks reach the disk in the order of their commits');
    this.#pending.shift();
    for (const changed of block.after.sortedTables()) {
      const { table, values } = changed;
      this.#small.written(changed);
      for (const read of this.#ahead) {
        if (read.table === table) for (const key of values.keys()) read.keys.delete(key);
      }
      for (const [key, value] of values) {
        this.cache.set(table, key, value === DELETED ? ABSENT : (value as Stored));
      }
    }
  }

  /** @param layers - the deciding one first */
  #cursorsOver(layers: readonly Layer[], table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[] {
    if (bounds.upper !== undefined && bounds.lower >= bounds.upper) return [];
    const cursors: Cursor[] = [];
    for (const layer of layers) {
      const entries = layer.find(table);
      if (entries !== undefined) cursors.push(new LayerCursor(entries, bounds, reverse));
    }
    cursors.push(
      table.small
        ? new MemoryCursor(this.#small.entriesOf(table), bounds, reverse)
        : new DiskCursor(this.#store, table, bounds, reverse),
    );
    return cursors;
  }

  #isAtHand(table: AnyTable, key: string): boolean {
    return (
      this.#pending.some(({ after }) => after.get(table, key) !== undefined) || this.cache.has(table, key)
    );
  }

  /** Caches what was read for a key that was not in memory. */
  #remember(table: AnyTable, key: string, bytes: Buffer | undefined): CachedValue {
    const value = bytes === undefined ? ABSENT : new Stored(table, bytes.toString('latin1'));
    this.cache.add(table, key, value);
    return value;
  }
}
