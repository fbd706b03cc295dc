import { PersistentMap } from '../storage/persistent-map.js';
import { type Cursor, entriesOf, MemoryCursor, mergeCursors } from './cursors.js';
import { type KeyRange, type TextBounds, textBoundsOf } from './key-range.js';
import { DELETED } from './layer.js';
import { type CommittedState, StateOverlay } from './overlay.js';
import type { StateReader } from './state.js';
import { Stored } from './stored.js';
import { type AnyTable, diskKey, type Schema, type Table } from './table.js';

/** Entries of a table; `DELETED` where the state below has one and this one has not. */
type Entries = PersistentMap<Stored | typeof DELETED>;

const NO_ENTRIES: Entries = PersistentMap.empty();

/** An entry before and after a state was followed by another one; the two can have the same value. */
export class ReplacedEntry {
  readonly #own: Stored | typeof DELETED | undefined;
  readonly #below: CommittedState | undefined;

  /**
   * @param key - encoded
   * @param own - what the state before has itself
   * @param below - what that state lies on; it is read when `before` is asked for
   */
  constructor(
    readonly table: AnyTable,
    readonly key: string,
    readonly after: Stored | undefined,
    own: Stored | typeof DELETED | undefined,
    below: CommittedState | undefined,
  ) {
    this.#own = own;
    this.#below = below;
  }

  get before(): Stored | undefined {
    if (this.#own === DELETED) return undefined;
    return this.#own ?? this.#below?.find(this.table, this.key);
  }
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
 * however large it is. Overlays work on it as on the committed state of a store. It can lie on a state that is
 * elsewhere and does not change: then it has what differs from that.
 */
export class MemoryState implements StateReader, CommittedState {
  readonly #schema: Schema;
  /** By the prefix of the table; with gaps. */
  readonly #tables: readonly (Entries | undefined)[];
  readonly #below: CommittedState | undefined;

  private constructor(
    schema: Schema,
    tables: readonly (Entries | undefined)[],
    below: CommittedState | undefined,
  ) {
    this.#schema = schema;
    this.#tables = tables;
    this.#below = below;
  }

  /** A state of these tables without entries. */
  static empty(schema: Schema): MemoryState {
    return new MemoryState(schema, [], undefined);
  }

  /** A state that is so far as another one, which does not change. */
  static on(schema: Schema, below: CommittedState): MemoryState {
    return new MemoryState(schema, [], below);
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
        replaced.push(new ReplacedEntry(table, key, after, entries.get(key), this.#below));
        if (after !== undefined) entries = entries.with(key, after);
        else entries = this.#below === undefined ? entries.without(key) : entries.with(key, DELETED);
      }
      tables[table.prefix] = entries;
    }
    return { state: new MemoryState(this.#schema, tables, this.#below), replaced };
  }

  /** All entries of consensus tables in the order of their keys. */
  *consensusEntries(): Generator<[key: Buffer, value: Buffer]> {
    for (const table of this.#schema.tables) {
      if (!table.consensus) continue;
      const cursors = this.cursors(table, { lower: '', upper: undefined }, false);
      // Of a single layer, too: what is deleted is left out.
      for (const [key, value] of mergeCursors(cursors, false, Number.POSITIVE_INFINITY)) {
        yield [diskKey(table, key), Buffer.from((value as Stored).text, 'latin1')];
      }
    }
  }

  find(table: AnyTable, key: string): Stored | undefined {
    const own = this.#tables[table.prefix]?.get(key);
    if (own === DELETED) return undefined;
    return own ?? this.#below?.find(table, key);
  }

  /** What is in memory needs no loading, and the rest is read when it is asked for. */
  load(): void {}

  cursors(table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[] {
    if (bounds.upper !== undefined && bounds.lower >= bounds.upper) return [];
    const entries = this.#entriesOf(table);
    const below = this.#below?.cursors(table, bounds, reverse) ?? [];
    return entries.size === 0 ? below : [new MemoryCursor(entries, bounds, reverse), ...below];
  }

  #entriesOf(table: AnyTable): Entries {
    return this.#tables[table.prefix] ?? NO_ENTRIES;
  }
}
