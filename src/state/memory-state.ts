import { PersistentMap } from '../storage/persistent-map.js';
import { type Cursor, entriesOf, MemoryCursor } from './cursors.js';
import { type KeyRange, type TextBounds, textBoundsOf } from './key-range.js';
import { DELETED } from './layer.js';
import { type CommittedState, StateOverlay } from './overlay.js';
import type { StateReader } from './state.js';
import { Stored } from './stored.js';
import { type AnyTable, diskKey, type Schema, type Table } from './table.js';

const NO_ENTRIES: PersistentMap<Stored> = PersistentMap.empty();

/** An entry before and after a state was followed by another one; the two can have the same value. */
export interface ReplacedEntry {
  readonly table: AnyTable;
  /** Encoded key. */
  readonly key: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** The state that follows another one. */
export interface Succession {
  readonly state: MemoryState;
  /** What was written, in no particular order. */
  readonly replaced: readonly ReplacedEntry[];
}

/**
 * An immutable state in memory: a block produces a new one, which shares with this one everything
 * that the block did not change. Keeping a state and going back to it therefore cost nothing,
 * however large it is. Overlays work on it as on the committed state of a store.
 */
export class MemoryState implements StateReader, CommittedState {
  readonly #schema: Schema;
  /** By the prefix of the table; with gaps. */
  readonly #tables: readonly (PersistentMap<Stored> | undefined)[];

  private constructor(schema: Schema, tables: readonly (PersistentMap<Stored> | undefined)[]) {
    this.#schema = schema;
    this.#tables = tables;
  }

  /** A state of these tables without entries. */
  static empty(schema: Schema): MemoryState {
    return new MemoryState(schema, []);
  }

  get<K, V>(table: Table<K, V>, key: K): V | undefined {
    return this.find(table as AnyTable, table.key.encode(key))?.value as V | undefined;
  }

  iterate<K, V>(table: Table<K, V>, range: KeyRange<K> = {}): Iterable<[K, V]> {
    const reverse = range.reverse ?? false;
    const cursors = this.cursors(table as AnyTable, textBoundsOf(table.key, range), reverse);
    return entriesOf(table, cursors, range);
  }

  /** A new overlay on this state. */
  overlay(): StateOverlay {
    return new StateOverlay(this);
  }

  /** The state after what an overlay that was made here has written, and what that replaces. */
  after(overlay: StateOverlay): Succession {
    const tables = this.#tables.slice();
    const replaced: ReplacedEntry[] = [];
    for (const { table, values } of overlay.written()) {
      this.#schema.require(table);
      let entries = this.#entriesOf(table);
      for (const [key, value] of values) {
        // Encoded only when the bytes are requested, which is for the digest if at all.
        const after = value === DELETED ? undefined : new Stored(table, undefined, value);
        replaced.push({ table, key, before: entries.get(key), after });
        entries = after === undefined ? entries.without(key) : entries.with(key, after);
      }
      tables[table.prefix] = entries;
    }
    return { state: new MemoryState(this.#schema, tables), replaced };
  }

  /** All entries of consensus tables in the order of their keys. */
  *consensusEntries(): Generator<[key: Buffer, value: Buffer]> {
    for (const table of this.#schema.tables) {
      if (!table.consensus) continue;
      const entries = this.#entriesOf(table);
      for (const [key, { text }] of entries.iterate('', undefined, false)) {
        yield [diskKey(table, key), Buffer.from(text, 'latin1')];
      }
    }
  }

  find(table: AnyTable, key: string): Stored | undefined {
    return this.#tables[table.prefix]?.get(key);
  }

  /** Everything is in memory. */
  load(): void {}

  cursors(table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[] {
    const entries = this.#entriesOf(table);
    if (entries.size === 0 || (bounds.upper !== undefined && bounds.lower >= bounds.upper)) return [];
    return [new MemoryCursor(entries, bounds, reverse)];
  }

  #entriesOf(table: AnyTable): PersistentMap<Stored> {
    return this.#tables[table.prefix] ?? NO_ENTRIES;
  }
}
