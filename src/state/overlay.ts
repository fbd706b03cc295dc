import type { Change, WrittenEntries } from './changes.js';
import { type Cursor, entriesOf, LayerCursor } from './cursors.js';
import { StateError } from './errors.js';
import { type KeyRange, type TextBounds, textBoundsOf } from './key-range.js';
import { DELETED, Layer } from './layer.js';
import type { Overlay } from './state.js';
import type { Stored } from './stored.js';
import type { AnyTable, Table } from './table.js';

/** What an overlay needs to know of the committed state below it. */
export interface CommittedState {
  find(table: AnyTable, key: string): Stored | undefined;
  /** Reads entries that `find` will need, all at once. */
  load(table: AnyTable, keys: Iterable<string>): void;
  /** Cursors over the layers of the committed state, newest first. */
  cursors(table: AnyTable, bounds: TextBounds, reverse: boolean): Cursor[];
}

/** An overlay as the state store sees it; everyone else uses the interface `Overlay`. */
export class StateOverlay implements Overlay {
  readonly parent: StateOverlay | undefined;
  readonly #committed: CommittedState;
  readonly #layer = new Layer();
  /** Why the overlay may no longer be used. */
  #ended: 'merged' | 'discarded' | 'committed' | undefined;

  constructor(committed: CommittedState, parent?: StateOverlay) {
    this.#committed = committed;
    this.parent = parent;
  }

  get<K, V>(table: Table<K, V>, key: K): V | undefined {
    const text = table.key.encode(key);
    const changed = this.#changed(table as AnyTable, text);
    if (changed === undefined) return this.#committed.find(table as AnyTable, text)?.value as V | undefined;
    return changed === DELETED ? undefined : (changed as V);
  }

  iterate<K, V>(table: Table<K, V>, range: KeyRange<K> = {}): Iterable<[K, V]> {
    const bounds = textBoundsOf(table.key, range);
    const reverse = range.reverse ?? false;
    const cursors: Cursor[] = [];
    for (let overlay: StateOverlay | undefined = this; overlay !== undefined; overlay = overlay.parent) {
      overlay.#requireUsable();
      const entries = overlay.#layer.find(table as AnyTable);
      if (entries !== undefined) cursors.push(new LayerCursor(entries, bounds, reverse));
    }
    cursors.push(...this.#committed.cursors(table as AnyTable, bounds, reverse));
    return entriesOf(table, cursors, range);
  }

  put<K, V>(table: Table<K, V>, key: K, value: V): void {
    this.#requireUsable();
    if (value === undefined) {
      throw new StateError(`table ${table.name}: undefined is not a value; use delete to remove an entry`);
    }
    this.#layer.set(table as AnyTable, table.key.encode(key), value);
  }

  delete<K, V>(table: Table<K, V>, key: K): void {
    this.#requireUsable();
    this.#layer.set(table as AnyTable, table.key.encode(key), DELETED);
  }

  child(): StateOverlay {
    this.#requireUsable();
    return new StateOverlay(this.#committed, this);
  }

  merge(): void {
    this.#requireUsable();
    if (this.parent === undefined) {
      throw new StateError('the lowest overlay has no parent to merge into; commit it to the state store');
    }
    this.parent.#requireUsable();
    this.parent.#layer.absorb(this.#layer);
    this.#ended = 'merged';
  }

  discard(): void {
    this.#requireUsable();
    this.#ended = 'discarded';
  }

  changes(): Change[] {
    this.#requireUsable();
    const changes: Change[] = [];
    for (const entries of this.#layer.sortedTables()) {
      const { table } = entries;
      const keys = entries.sortedKeys();
      if (this.parent === undefined) this.#committed.load(table, keys);
      for (const key of keys) {
        const value = entries.get(key);
        const before = this.#before(table, key);
        const after = value === DELETED ? undefined : encoded(table, value);
        if (before === after) continue;
        changes.push({ table, key, before, after, value: value === DELETED ? undefined : value });
      }
    }
    return changes;
  }

  written(): readonly WrittenEntries[] {
    this.#requireUsable();
    return this.#layer.sortedTables();
  }

  /** Ends the overlay in favour of the state store that commits it. */
  end(): void {
    this.#requireUsable();
    this.#ended = 'committed';
  }

  /** The value or `DELETED` of the newest overlay that changes the key; `undefined` if none does. */
  #changed(table: AnyTable, key: string): unknown {
    for (let overlay: StateOverlay | undefined = this; overlay !== undefined; overlay = overlay.parent) {
      overlay.#requireUsable();
      const value = overlay.#layer.get(table, key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #before(table: AnyTable, key: string): string | undefined {
    const { parent } = this;
    const changed = parent === undefined ? undefined : parent.#changed(table, key);
    if (changed === undefined) return this.#committed.find(table, key)?.text;
    return changed === DELETED ? undefined : encoded(table, changed);
  }

  #requireUsable(): void {
    if (this.#ended !== undefined) {
      throw new StateError(`this overlay was ${this.#ended} and cannot be used any more; make a new one`);
    }
  }
}

function encoded(table: AnyTable, value: unknown): string {
  return table.value.encode(value).toString('latin1');
}
