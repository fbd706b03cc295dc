import { fail } from "./failure";
import { dbGet, dbRemove, dbStore } from "./host";
import { Reader } from "./reader";
import { Name } from "./types";
import { Writer } from "./writer";

/** What the compiler adds to a class marked `@table` or `@struct`. */
export abstract class Packed {
  /** Name of the table; 0 for a struct. */
  __table(): Name {
    return 0;
  }

  abstract __pack(writer: Writer): void;
  abstract __unpack(reader: Reader): void;
}

const KEY_BYTES = 24;
const KEY = memory.data(24, 8);

/**
 * Rows of a class marked `@table`, by a key of 64 bits. A scope keeps rows of one table apart, such
 * as those of different owners; it is 0 where there is one only.
 */
@final export class Table<T extends Packed> {
  constructor(private readonly scope: u64 = 0) {}

  /** Name of the table, scope, key. */
  private keyOf(key: u64): usize {
    store<u64>(KEY, instantiate<T>().__table());
    store<u64>(KEY, this.scope, 8);
    store<u64>(KEY, key, 16);
    return KEY;
  }

  /** The row of a key, null if there is none. */
  get(key: u64): T | null {
    const pointer = this.keyOf(key);
    const size = dbGet(pointer, KEY_BYTES, 0, 0);
    if (size == 0) return null;
    const value = heap.alloc(size);
    dbGet(pointer, KEY_BYTES, value, size);
    const row = instantiate<T>();
    row.__unpack(new Reader(value, value + size));
    return row;
  }

  /** As `get`; without such a row the transaction ends. */
  require(key: u64, message: string): T {
    const row = this.get(key);
    if (row == null) fail(message);
    return row!;
  }

  has(key: u64): bool {
    return dbGet(this.keyOf(key), KEY_BYTES, 0, 0) != 0;
  }

  /** Writes a row, new or not. */
  set(key: u64, row: T): void {
    const writer = new Writer();
    row.__pack(writer);
    dbStore(0, this.keyOf(key), KEY_BYTES, writer.pointer, writer.length);
  }

  remove(key: u64): void {
    dbRemove(0, this.keyOf(key), KEY_BYTES);
  }
}
