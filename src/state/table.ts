import { MAX_TABLE_PREFIX, STATE_STORE_PREFIX } from '../storage/layout.js';
import { StateError } from './errors.js';

/**
 * How the keys of a table become bytes. Encoded keys and values are held as latin1 texts, one
 * character a byte: such texts are compact, compare by `===` and `<`, and sort as their bytes do.
 */
export interface KeyCodec<K> {
  encode(key: K): string;
  decode(text: string): K;
  /** Number of bytes, if every key has the same. */
  readonly size?: number;
}

/** How the values of a table become bytes. One value has one encoding, or the state digest differs. */
export interface ValueCodec<V> {
  encode(value: V): Buffer;
  decode(bytes: Buffer): V;
}

/**
 * One kind of entry of the state. Values are decoded once and then shared by everyone who reads
 * them: they must never be changed, only replaced by `put`. `undefined` is not a value.
 */
export interface Table<K, V> {
  /** For messages and listings. */
  readonly name: string;
  /** First byte of every key on the disk: 1 to 254, another one for each table. */
  readonly prefix: number;
  readonly key: KeyCodec<K>;
  readonly value: ValueCodec<V>;
  /** Whether all nodes of a network must agree on the content: then it counts in the state digest. */
  readonly consensus: boolean;
  /**
   * Whether the table never has more than a few entries: then its committed entries are kept in
   * memory once it was read, and reading or walking it costs no access to the disk. Default: it may be large.
   */
  readonly small?: boolean;
}

export type AnyTable = Table<unknown, unknown>;

/** Declares a table. A table is part of a state by being in the {@link Schema} of that state. */
export function defineTable<K, V>(definition: Table<K, V>): Table<K, V> {
  return Object.freeze({ ...definition });
}

/** The tables of a state: what is committed, undone, dumped and counted in digests. */
export class Schema {
  /** By ascending prefix. */
  readonly tables: readonly AnyTable[];
  readonly #byPrefix: readonly (AnyTable | undefined)[];

  /** @throws StateError if two tables have one prefix or one name, or a prefix is out of range */
  constructor(tables: readonly AnyTable[]) {
    const byPrefix: (AnyTable | undefined)[] = [];
    const names = new Set<string>();
    for (const table of tables) {
      const { name, prefix } = table;
      if (!Number.isInteger(prefix) || prefix <= STATE_STORE_PREFIX || prefix > MAX_TABLE_PREFIX) {
        throw new StateError(`table ${name}: prefix ${prefix} is not a byte from 1 to ${MAX_TABLE_PREFIX}`);
      }
      const owner = byPrefix[prefix];
      if (owner !== undefined) {
        throw new StateError(`table ${name}: prefix ${prefix} belongs to table ${owner.name}`);
      }
      if (names.has(name)) throw new StateError(`there are two tables ${name}`);
      names.add(name);
      byPrefix[prefix] = table;
    }
    this.tables = Object.freeze([...tables].sort((a, b) => a.prefix - b.prefix));
    this.#byPrefix = byPrefix;
  }

  /** The table with this prefix. @throws StateError if the schema has none */
  tableOf(prefix: number): AnyTable {
    const table = this.#byPrefix[prefix];
    if (table === undefined) throw new StateError(`the schema has no table with prefix ${prefix}`);
    return table;
  }

  /** @throws StateError if a table is not one of this schema */
  require(table: AnyTable): void {
    if (this.#byPrefix[table.prefix] === table) return;
    throw new StateError(`table ${table.name} is not in the schema of this state`);
  }
}

/** All entries of a table on the disk. */
export function tableRange({ prefix }: { readonly prefix: number }): { gte: Buffer; lt: Buffer } {
  return { gte: Buffer.of(prefix), lt: Buffer.of(prefix + 1) };
}

/** The key of an entry on the disk: the prefix of its table, then its encoded key. */
export function diskKey(table: { readonly prefix: number }, key: string): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + 1);
  bytes[0] = table.prefix;
  bytes.write(key, 1, 'latin1');
  return bytes;
}
