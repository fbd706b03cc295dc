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
   * memory once it was walked, and walking it costs no access to the disk. Default: it may be large.
   */
  readonly small?: boolean;
}

export type AnyTable = Table<unknown, unknown>;

/** Keys of the state store itself begin with this byte. */
export const STORE_PREFIX = 0;
/** The byte above the last prefix still has to be a byte, as it ends the range of that table. */
const MAX_PREFIX = 254;

const tables = new Map<number, AnyTable>();

/** Declares a table. Throws if its prefix or its name is taken, or the prefix out of range. */
export function defineTable<K, V>(definition: Table<K, V>): Table<K, V> {
  const { name, prefix } = definition;
  if (!Number.isInteger(prefix) || prefix <= STORE_PREFIX || prefix > MAX_PREFIX) {
    throw new StateError(`table ${name}: prefix ${prefix} is not a byte from 1 to ${MAX_PREFIX}`);
  }
  const owner = tables.get(prefix);
  if (owner !== undefined) {
    throw new StateError(`table ${name}: prefix ${prefix} belongs to table ${owner.name}`);
  }
  if (allTables().some(table => table.name === name)) throw new StateError(`there are two tables ${name}`);
  const table = Object.freeze({ ...definition });
  tables.set(prefix, table as AnyTable);
  return table;
}

/** All tables that were declared, by ascending prefix. */
export function allTables(): readonly AnyTable[] {
  return [...tables.values()].sort((a, b) => a.prefix - b.prefix);
}

/** The table with this prefix. */
export function tableOf(prefix: number): AnyTable {
  const table = tables.get(prefix);
  if (table === undefined) throw new StateError(`no table with prefix ${prefix} is declared`);
  return table;
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
