import type { KeyValueReader } from '../storage/key-value-store.js';
import { type Cursor, DiskCursor, entriesOf } from './cursors.js';
import { type KeyRange, type TextBounds, textBoundsOf } from './key-range.js';
import { type CommittedState, StateOverlay } from './overlay.js';
import type { Overlay, StateReader } from './state.js';
import { Stored } from './stored.js';
import { type AnyTable, diskKey, type Table } from './table.js';

/** Values that are remembered: what a request names several times is read once. */
const REMEMBERED = 4096;

/**
 * The state as it lies in a database that another thread writes. What was read is remembered until
 * {@link forget}, which has to be called when the database may have another version.
 */
export class StoredState implements StateReader, CommittedState {
  readonly #store: KeyValueReader;
  readonly #values = new Map<AnyTable, Map<string, Stored | undefined>>();
  #remembered = 0;

  constructor(store: KeyValueReader) {
    this.#store = store;
  }

  get<K, V>(table: Table<K, V>, key: K): V | undefined {
    return this.find(table as AnyTable, table.key.encode(key))?.value as V | undefined;
  }

  iterate<K, V>(table: Table<K, V>, range: KeyRange<K> = {}): Iterable<[K, V]> {
    const bounds = textBoundsOf(table.key, range);
    return entriesOf(table, this.cursors(table as AnyTable, bounds, range.reverse ?? false), range);
  }

  /** Changes on top of this state, in memory. */
  overlay(): Overlay {
    return new StateOverlay(this);
  }

  /** Reads from the database again from now on. */
  forget(): void {
    this.#values.clear();
    this.#remembered = 0;
  }

  find(table: AnyTable, key: string): Stored | undefined {
    const known = this.#values.get(table);
    if (known?.has(key) === true) return known.get(key);
    const [bytes] = this.#store.getMany([diskKey(table, key)]);
    const value = bytes && new Stored(table, bytes.toString('latin1'));
    this.#remember(table, key, value);
    return value;
  }

  /** Each entry is read when it is asked for. */
  load(): void {}

  cursors(table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[] {
    if (bounds.upper !== undefined && bounds.lower >= bounds.upper) return [];
    return [new DiskCursor(this.#store, table, bounds, reverse)];
  }

  #remember(table: AnyTable, key: string, value: Stored | undefined): void {
    if (this.#remembered >= REMEMBERED) this.forget();
    let values = this.#values.get(table);
    if (values === undefined) {
      values = new Map();
      this.#values.set(table, values);
    }
    values.set(key, value);
    this.#remembered++;
  }
}
