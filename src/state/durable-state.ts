import type { CommittedLayers } from './committed-layers.js';
import { entriesOf } from './cursors.js';
import { type KeyRange, textBoundsOf } from './key-range.js';
import type { StateReader } from './state.js';
import type { AnyTable, Table } from './table.js';

/** The state without the blocks that are still being written: what a crash at this moment would leave. */
export class DurableState implements StateReader {
  readonly #committed: CommittedLayers;

  constructor(committed: CommittedLayers) {
    this.#committed = committed;
  }

  get<K, V>(table: Table<K, V>, key: K): V | undefined {
    const stored = this.#committed.findDurable(table as AnyTable, table.key.encode(key));
    return stored?.value as V | undefined;
  }

  iterate<K, V>(table: Table<K, V>, range: KeyRange<K> = {}): Iterable<[K, V]> {
    const reverse = range.reverse ?? false;
    const cursors = this.#committed.durableCursors(
      table as AnyTable,
      textBoundsOf(table.key, range),
      reverse,
    );
    return entriesOf(table, cursors, range);
  }
}
