import { Stored } from './stored.js';
import type { AnyTable } from './table.js';

/** In the place of a value: the store has none. */
export const ABSENT = Symbol('absent');
export type CachedValue = Stored | typeof ABSENT;

/** Memory of an entry in addition to its texts: map slots, string and object headers, estimated. */
const ENTRY_BYTES = 200;
/**
 * Values that stay decoded: several blocks' worth. A decoded account takes ten times the memory of its
 * text, in twenty objects that the garbage collector has to look at each time.
 */
const DECODED_VALUES = 16_384;

/** Entries by prefix of their table, then by encoded key. */
class Generation {
  bytes = 0;
  entries = 0;
  readonly #tables: (Map<string, CachedValue> | undefined)[] = new Array(256).fill(undefined);

  get(table: AnyTable, key: string): CachedValue | undefined {
    return this.#tables[table.prefix]?.get(key);
  }

  /** The key must not be there. */
  add(table: AnyTable, key: string, value: CachedValue): void {
    let values = this.#tables[table.prefix];
    if (values === undefined) {
      values = new Map();
      this.#tables[table.prefix] = values;
    }
    values.set(key, value);
    this.bytes += costOf(key, value);
    this.entries++;
  }

  /** Replaces the value that is there. @returns whether there was one */
  replace(table: AnyTable, key: string, value: CachedValue): boolean {
    const values = this.#tables[table.prefix];
    const before = values?.get(key);
    if (before === undefined) return false;
    values?.set(key, value);
    this.bytes += costOf(key, value) - costOf(key, before);
    return true;
  }

  remove(table: AnyTable, key: string): CachedValue | undefined {
    const values = this.#tables[table.prefix];
    const value = values?.get(key);
    if (value === undefined) return undefined;
    values?.delete(key);
    this.bytes -= costOf(key, value);
    this.entries--;
    return value;
  }
}

/** Values in the order in which they were decoded; the oldest one is dropped for the newest. */
class DecodedValues {
  readonly #values: (Stored | undefined)[] = new Array(DECODED_VALUES).fill(undefined);
  #next = 0;

  add(value: Stored): void {
    this.#values[this.#next]?.forgetDecoded();
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % DECODED_VALUES;
  }
}

/**
 * Recently used committed values, in at most `maxBytes` of memory (estimated), together with the
 * decoded form of some. Two generations: what is used moves to the young one; when that holds half
 * of the total it becomes the old one, and what the old one held is dropped. That keeps the
 * recently used as an LRU list does, without the upkeep of a list for every read.
 */
export class ValueCache {
  readonly #maxBytes: number;
  #young = new Generation();
  #old = new Generation();
  readonly #decoded = new DecodedValues();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Estimated memory in use; never above the bound. */
  get bytes(): number {
    return this.#young.bytes + this.#old.bytes;
  }

  get entries(): number {
    return this.#young.entries + this.#old.entries;
  }

  get(table: AnyTable, key: string): CachedValue | undefined {
    const value = this.#young.get(table, key) ?? this.#rejuvenated(table, key);
    // Every reader of a value asks for its decoded form.
    if (value instanceof Stored && !value.isDecoded) this.#decoded.add(value);
    return value;
  }

  has(table: AnyTable, key: string): boolean {
    return (this.#young.get(table, key) ?? this.#old.get(table, key)) !== undefined;
  }

  set(table: AnyTable, key: string, value: CachedValue): void {
    if (value instanceof Stored && value.isDecoded) this.#decoded.add(value);
    const isYoung = this.#young.replace(table, key, value);
    if (isYoung && this.#young.bytes <= this.#maxBytes / 2) return;
    // A value that has grown too much for its generation begins the next one.
    (isYoung ? this.#young : this.#old).remove(table, key);
    this.add(table, key, value);
  }

  #rejuvenated(table: AnyTable, key: string): CachedValue | undefined {
    const aged = this.#old.remove(table, key);
    if (aged !== undefined) this.add(table, key, aged);
    return aged;
  }

  /** Adds a value whose key is not there. */
  add(table: AnyTable, key: string, value: CachedValue): void {
    const cost = costOf(key, value);
    // A value that would push out everything else is read from the disk each time.
    if (cost > this.#maxBytes / 2) return;
    if (this.#young.bytes + cost > this.#maxBytes / 2) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    this.#young.add(table, key, value);
  }
}

function costOf(key: string, value: CachedValue): number {
  return ENTRY_BYTES + key.length + (value === ABSENT ? 0 : value.text.length);
}
