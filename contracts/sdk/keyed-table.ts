import { Checksum160, Checksum256, Checksum512 } from "./checksums";
import { fail } from "./failure";
import { dbGet, dbRemove, dbStore } from "./host";
import { Reader } from "./reader";
import { Packed } from "./table";
import { Bytes, Hash, Text } from "./types";
import { U128 } from "./wide";
import { Writer } from "./writer";

/** Longest key of a row that is a text or bytes: what a key of the node has room for behind table and scope. */
export const MAX_KEY_BYTES: u32 = 488;

/**
 * Rows of a class marked `@table`, by a key that is an integer of 64 or 128 bits, a text, bytes, a hash or a checksum.
 * With an integer of 64 bits it is the same table as `Table<T>`.
 */
@final export class KeyedTable<K, T extends Packed> {
  constructor(private readonly scope: u64 = 0) {}

  /** The row of a key, null if there is none. */
  get(key: K): T | null {
    const at = this.keyOf(key);
    const size = dbGet(at.pointer, at.length, 0, 0);
    if (size == 0) return null;
    const value = heap.alloc(size);
    dbGet(at.pointer, at.length, value, size);
    const row = instantiate<T>();
    row.__unpack(new Reader(value, value + size));
    return row;
  }

  /** As `get`; without such a row the transaction ends. */
  require(key: K, message: string): T {
    const row = this.get(key);
    if (row == null) fail(message);
    return row!;
  }

  has(key: K): bool {
    const at = this.keyOf(key);
    return dbGet(at.pointer, at.length, 0, 0) != 0;
  }

  /** Writes a row, new or not. */
  set(key: K, row: T): void {
    const at = this.keyOf(key);
    const writer = new Writer();
    row.__pack(writer);
    dbStore(0, at.pointer, at.length, writer.pointer, writer.length);
  }

  remove(key: K): void {
    const at = this.keyOf(key);
    dbRemove(0, at.pointer, at.length);
  }

  /** Name of the table, scope, key. */
  private keyOf(key: K): Writer {
    const at = new Writer(64);
    at.number<u64>(instantiate<T>().__table());
    at.number<u64>(this.scope);
    writeKey<K>(at, key);
    if (at.length > MAX_KEY_BYTES + 16) fail("a key of a table has at most 488 bytes");
    return at;
  }
}

/** The bytes of a key. */
function writeKey<K>(at: Writer, key: K): void {
  if (isInteger<K>()) {
    at.number<u64>(<u64>key);
  } else if (isString<K>()) {
    const text = changetype<string>(key);
    const size = String.UTF8.byteLength(text);
    const buffer = heap.alloc(size);
    String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, buffer);
    at.raw(buffer, size);
  } else if (idof<K>() == idof<U128>()) {
    at.u128(changetype<U128>(key));
  } else if (idof<K>() == idof<Bytes>() || idof<K>() == idof<Text>()) {
    const bytes = changetype<Bytes>(key);
    at.raw(bytes.pointer, bytes.length);
  } else if (idof<K>() == idof<Hash>()) {
    at.hash(changetype<Hash>(key));
  } else if (idof<K>() == idof<Checksum160>()) {
    at.checksum160(changetype<Checksum160>(key));
  } else if (idof<K>() == idof<Checksum256>()) {
    at.checksum256(changetype<Checksum256>(key));
  } else if (idof<K>() == idof<Checksum512>()) {
    at.checksum512(changetype<Checksum512>(key));
  } else {
    ERROR("a key is an integer of at most 64 bits, U128, string, Text, Bytes, Hash or a checksum");
  }
}
