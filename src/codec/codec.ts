import { DecodeError, EncodeError } from './errors.js';
import { ByteReader } from './reader.js';
import { ByteWriter } from './writer.js';

/** How values of one type are written to bytes and read back. */
export interface Codec<T> {
  read(reader: ByteReader): T;
  write(writer: ByteWriter, value: T): void;
}

/** The type of the values of a codec. */
export type ValueOf<C> = C extends Codec<infer T> ? T : never;

/** The bytes of a value. */
export function encode<T>(codec: Codec<T>, value: T): Buffer {
  return written(writer => codec.write(writer, value));
}

/** The bytes that a function writes. */
export function written(write: (writer: ByteWriter) => void): Buffer {
  const writer = spare ?? new ByteWriter();
  // While it is in use, a codec that encodes a part separately gets another one.
  spare = undefined;
  try {
    write(writer);
    return writer.finish();
  } finally {
    writer.clear();
    spare = writer;
  }
}

/** The writer that was used last: values are encoded one after the other, and most of them are small. */
let spare: ByteWriter | undefined;

/** The value of bytes that hold exactly one; bytes left over are an error. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new ByteReader(bytes);
  const value = codec.read(reader);
  if (reader.remaining !== 0) throw new DecodeError(`${reader.remaining} bytes left over`);
  return value;
}

const MAX_U64 = 0xffffffffffffffffn;
/** Longest STR that is read (spec 01 §2). */
const MAX_STRING_SIZE = 4000000;

export const u8: Codec<number> = { read: r => r.u8(), write: (w, v) => w.u8(v) };
export const u16: Codec<number> = { read: r => r.u16(), write: (w, v) => w.u16(v) };
export const u32: Codec<number> = { read: r => r.u32(), write: (w, v) => w.u32(v) };
export const i32: Codec<number> = { read: r => r.i32(), write: (w, v) => w.i32(v) };
export const u64: Codec<bigint> = { read: r => r.u64(), write: (w, v) => w.u64(v) };

/** One byte; any non-zero byte reads as true (spec 01 §2, O-6). */
export const bool: Codec<boolean> = { read: r => r.u8() !== 0, write: (w, v) => w.u8(v ? 1 : 0) };

function varintUpTo(max: number): Codec<number> {
  return {
    read: r => r.varintNumber(max),
    write(w, v) {
      if (v > max) throw new EncodeError(`${v} exceeds ${max}`);
      w.varintNumber(v);
    },
  };
}

/** VARINT of an unsigned 8-, 16- or 32-bit integer. */
export const varint8 = varintUpTo(0xff);
export const varint16 = varintUpTo(0xffff);
export const varint32 = varintUpTo(0xffffffff);
/** VARINT of a signed 32-bit integer, which is never negative on the wire (decision D28). */
export const varintSigned32 = varintUpTo(0x7fffffff);
/** VARINT of an unsigned 64-bit integer; every amount of money is one. */
export const varint64: Codec<bigint> = { read: r => r.varint(MAX_U64), write: (w, v) => w.varint(v) };

/** A 32-byte hash as display text: 64 hex digits, last byte first. */
export const hash256: Codec<string> = { read: r => r.hash256(), write: (w, v) => w.hash256(v) };
/** The hash of nothing: "none" in fields that name a transaction or a block. */
export const ZERO_HASH = '0'.repeat(64);
/** A 20-byte key id as 40 hex digits in natural order. */
export const hash160: Codec<string> = { read: r => r.hex(20), write: (w, v) => w.hex(v, 20) };

/** A byte string with a length prefix. */
export const bytes: Codec<Uint8Array> = {
  read: r => r.bytes(r.compactSize()),
  write(w, v) {
    w.compactSize(v.length);
    w.bytes(v);
  },
};

function stringSize(reader: ByteReader): number {
  const size = reader.compactSize();
  if (size > MAX_STRING_SIZE) throw new DecodeError('the string value size is too large: iostream error');
  return size;
}

/** STR kept as bytes: memos, contract code, arguments. No character set is checked. */
export const byteString: Codec<Uint8Array> = { read: r => r.bytes(stringSize(r)), write: bytes.write };

/** STR kept as text with one character a byte: symbols, names. Reading and writing lose nothing. */
export const text: Codec<string> = {
  read: r => r.latin1(stringSize(r)),
  write(w, v) {
    w.compactSize(v.length);
    w.latin1(v);
  },
};

/** A count, then that many elements. */
export function vector<T>(element: Codec<T>): Codec<readonly T[]> {
  return {
    read(r) {
      const count = r.compactSize();
      const values: T[] = [];
      for (let i = 0; i < count; i++) values.push(element.read(r));
      return values;
    },
    write(w, values) {
      w.compactSize(values.length);
      for (const value of values) element.write(w, value);
    },
  };
}

/**
 * A count, then key and value pairs in ascending byte order of the keys. On reading the first
 * occurrence of a key wins and any order is accepted (spec 01 §2, O-6).
 */
export function sortedMap<V>(value: Codec<V>): Codec<ReadonlyMap<string, V>> {
  return {
    read(r) {
      const count = r.compactSize();
      const entries: [string, V][] = [];
      const seen = new Set<string>();
      for (let i = 0; i < count; i++) {
        const key = text.read(r);
        const entry: [string, V] = [key, value.read(r)];
        if (!seen.has(key)) entries.push(entry);
        seen.add(key);
      }
      return new Map(entries.sort(byKey));
    },
    write(w, map) {
      w.compactSize(map.size);
      for (const [key, v] of [...map].sort(byKey)) {
        text.write(w, key);
        value.write(w, v);
      }
    },
  };
}

/** Order of latin1 texts, which is the order of their bytes. */
function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

/** A flag, then the value if there is one. */
export function optional<T>(value: Codec<T>): Codec<T | undefined> {
  return {
    read: r => (bool.read(r) ? value.read(r) : undefined),
    write(w, v) {
      bool.write(w, v !== undefined);
      if (v !== undefined) value.write(w, v);
    },
  };
}

/** The record type that a field list describes. */
export type RecordOf<F> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A record: its fields one after the other, in the order in which they are declared. */
export function record<F extends Readonly<Record<string, Codec<unknown>>>>(fields: F): Codec<RecordOf<F>> {
  const entries: readonly [string, Codec<unknown>][] = Object.entries(fields);
  return {
    read(r) {
      const value: Record<string, unknown> = {};
      for (const [name, codec] of entries) value[name] = codec.read(r);
      return value as RecordOf<F>;
    },
    write(w, value) {
      for (const [name, codec] of entries) codec.write(w, value[name as keyof F]);
    },
  };
}
