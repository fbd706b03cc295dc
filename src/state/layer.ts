import type { AnyTable } from './table.js';

/** In the place of a value: the key was deleted. */
export const DELETED = Symbol('deleted');

/**
 * The changes of one table in one layer: values or `DELETED` by encoded key. Keys are put in order
 * when an iteration needs it. An iteration reads the object itself, hence `readers`: while there
 * are any, a writer must write to a copy.
 */
export class LayerTable {
  readers = 0;
  readonly #values: Map<string, unknown>;
  #sorted: readonly string[];
  /** Keys that are not in `#sorted` yet. */
  #added: string[] = [];

  constructor(
    readonly table: AnyTable,
    original?: LayerTable,
  ) {
    this.#values = new Map(original?.values);
    this.#sorted = original?.sortedKeys() ?? [];
  }

  get values(): ReadonlyMap<string, unknown> {
    return this.#values;
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  set(key: string, value: unknown): void {
    const { size } = this.#values;
    this.#values.set(key, value);
    if (this.#values.size !== size) this.#added.push(key);
  }

  /** All keys in order. The array is never changed afterwards. */
  sortedKeys(): readonly string[] {
    if (this.#added.length > 0) {
      this.#sorted = mergeSorted(this.#sorted, this.#added.sort(ascending));
      this.#added = [];
    }
    return this.#sorted;
  }
}

function ascending(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function mergeSorted(left: readonly string[], right: string[]): readonly string[] {
  if (left.length === 0) return right;
  const merged: string[] = [];
  let next = 0;
  for (const key of left) {
    while (next < right.length && right[next]! < key) merged.push(right[next++]!);
    merged.push(key);
  }
  while (next < right.length) merged.push(right[next++]!);
  return merged;
}

/** Changes by table. A layer touches few tables, so they are searched one by one. */
export class Layer {
  #tables: LayerTable[] = [];

  /** The value, `DELETED`, or `undefined` if this layer does not change the key. */
  get(table: AnyTable, key: string): unknown {
    return this.find(table)?.get(key);
  }

  find(table: AnyTable): LayerTable | undefined {
    for (const entry of this.#tables) if (entry.table === table) return entry;
    return undefined;
  }

  set(table: AnyTable, key: string, value: unknown): void {
    this.#writable(table).set(key, value);
  }

  /** Merges all changes of a layer above, which must not be used afterwards. */
  absorb(upper: Layer): void {
    for (const changed of upper.#tables) {
      if (this.find(changed.table) === undefined) {
        this.#tables.push(changed);
        continue;
      }
      const target = this.#writable(changed.table);
      for (const [key, value] of changed.values) target.set(key, value);
    }
  }

  /** The changes of every table, by ascending prefix. */
  sortedTables(): readonly LayerTable[] {
    return [...this.#tables].sort((a, b) => a.table.prefix - b.table.prefix);
  }

  #writable(table: AnyTable): LayerTable {
    for (let i = 0; i < this.#tables.length; i++) {
      const found = this.#tables[i]!;
      if (found.table !== table) continue;
      if (found.readers === 0) return found;
      const copy = new LayerTable(table, found);
      this.#tables[i] = copy;
      return copy;
    }
    const created = new LayerTable(table);
    this.#tables.push(created);
    return created;
  }
}
