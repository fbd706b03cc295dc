import type { Change, WrittenEntries } from './changes.js';
import type { KeyRange } from './key-range.js';
import type { Table } from './table.js';

/** Reading access to the state. Values are shared: never change one, `put` another. */
export interface StateReader {
  get<K, V>(table: Table<K, V>, key: K): V | undefined;

  /**
   * The entries of a range in the order of their encoded keys. The result can be iterated once; it
   * shows the state as it was when `iterate` was called, whatever is written in the meantime.
   */
  iterate<K, V>(table: Table<K, V>, range?: KeyRange<K>): Iterable<[K, V]>;
}

export interface StateWriter extends StateReader {
  put<K, V>(table: Table<K, V>, key: K, value: V): void;
  /** Deleting what is not there is allowed. */
  delete<K, V>(table: Table<K, V>, key: K): void;
}

/**
 * Changes that are not committed, on top of a parent overlay or of the committed state. Once merged,
 * discarded or committed it refuses every use, also through a child that reads or merges into it.
 */
export interface Overlay extends StateWriter {
  /** The overlay below; `undefined` if that is the committed state. */
  readonly parent: Overlay | undefined;
  /** A new overlay on top of this one. While it is in use, do not write to this one. */
  child(): Overlay;
  /** Moves the changes into the parent. The lowest overlay has none: that one is committed. */
  merge(): void;
  /** Forgets the changes. */
  discard(): void;
  /** What differs from the layer below, in the order of table prefix and encoded key. */
  changes(): Change[];
  /** What this overlay has put or deleted, as it is: not compared with what is below, and not encoded. */
  written(): readonly WrittenEntries[];
}
