import type { AnyTable } from './table.js';

/** One entry that differs before and after. Encoded keys and values are latin1 texts, one character a byte. */
export interface Change {
  readonly table: AnyTable;
  /** Encoded key without the prefix of the table. */
  readonly key: string;
  /** Encoded value before; `undefined`: there was no entry. */
  readonly before: string | undefined;
  /** Encoded value after; `undefined`: the entry is deleted. */
  readonly after: string | undefined;
  /** Decoded value after. */
  readonly value: unknown;
}

/** The entries of a table that an overlay has written. */
export interface WrittenEntries {
  readonly table: AnyTable;
  /** Decoded values or `DELETED` by encoded key without the prefix of the table. */
  readonly values: ReadonlyMap<string, unknown>;
}
