import type { KeyValueStore } from '../storage/key-value-store.js';
import { SortedMap } from '../storage/sorted-map.js';
import { DELETED, type LayerTable } from './layer.js';
import { Stored } from './stored.js';
import { type AnyTable, tableRange } from './table.js';

/** The committed entries of small tables in memory, all of them read when a table is used for the first time. */
export class SmallTables {
  readonly #store: KeyValueStore;
  readonly #entries = new Map<AnyTable, SortedMap<Stored>>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** The entries as they are on the disk. */
  entriesOf(table: AnyTable): SortedMap<Stored> {
    const known = this.#entries.get(table);
    if (known !== undefined) return known;
    const entries = new SortedMap<Stored>();
    for (const [key, value] of this.#store.iterate(tableRange(table))) {
      entries.set(key.toString('latin1', 1), new Stored(table, value.toString('latin1')));
    }
    this.#entries.set(table, entries);
    return entries;
  }

  /** Follows changes that have reached the disk. */
  written({ table, values }: LayerTable): void {
    const entries = this.#entries.get(table);
    if (entries === undefined) return;
    for (const [key, value] of values) {
      if (value === DELETED) entries.delete(key);
      else entries.set(key, value as Stored);
    }
  }
}
