import { StateError } from './errors.js';
import type { KeyCodec } from './table.js';

/** The only key of a table with a single entry. */
export const unitKey: KeyCodec<undefined> = { size: 0, encode: () => '', decode: () => undefined };

const NOT_HEX = 0xff;
const HEX_DIGITS = new Uint8Array(128).fill(NOT_HEX);
for (let digit = 0; digit < 16; digit++) HEX_DIGITS[digit.toString(16).charCodeAt(0)] = digit;
const scratch = Buffer.alloc(256);

/** Keys of `size` bytes (at most 256), given as lower-case hex. */
export function hexKey(size: number): KeyCodec<string> {
  if (size > scratch.length)
    throw new StateError(`hex keys have at most ${scratch.length} bytes, not ${size}`);
  return {
    size,
    // Digit by digit: twice as fast as Buffer.from(key, 'hex'), which also accepts what is not hex.
    encode(key) {
      if (key.length !== size * 2) throw notHex(key, size);
      for (let i = 0; i < size; i++) {
        const high = HEX_DIGITS[key.charCodeAt(2 * i)] ?? NOT_HEX;
        const low = HEX_DIGITS[key.charCodeAt(2 * i + 1)] ?? NOT_HEX;
        if ((high | low) === NOT_HEX) throw notHex(key, size);
        scratch[i] = (high << 4) | low;
      }
      return scratch.toString('latin1', 0, size);
    },
    decode: text => Buffer.from(text, 'latin1').toString('hex'),
  };
}

function notHex(key: string, size: number): StateError {
  return new StateError(`key "${key}" is not ${size * 2} lower-case hex digits`);
}

function u32Text(value: number): string {
  return String.fromCharCode(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

/** The u32 at an offset of a text, big-endian. */
function u32At(text: string, offset: number): number {
  let value = 0;
  for (let i = offset; i < offset + 4; i++) value = value * 256 + text.charCodeAt(i);
  return value;
}

/** Unsigned 32-bit integers in ascending order. */
export const u32Key: KeyCodec<number> = {
  size: 4,
  encode(key) {
    if (key >>> 0 !== key) throw new StateError(`key ${key} is not an unsigned 32-bit integer`);
    return u32Text(key);
  },
  decode: text => u32At(text, 0),
};

const MAX_U64 = 0xffffffffffffffffn;

function requireU64(key: bigint): void {
  if (key < 0n || key > MAX_U64) throw new StateError(`key ${key} is not an unsigned 64-bit integer`);
}

/** Unsigned 64-bit integers in ascending order. */
export const u64Key: KeyCodec<bigint> = {
  size: 8,
  encode(key) {
    requireU64(key);
    return u32Text(Number(key >> 32n)) + u32Text(Number(key & 0xffffffffn));
  },
  decode: text => (BigInt(u32At(text, 0)) << 32n) | BigInt(u32At(text, 4)),
};

/** Unsigned 64-bit integers in descending order, for indexes that list the greatest first. */
export const descendingU64Key: KeyCodec<bigint> = {
  size: 8,
  encode(key) {
    requireU64(key);
    return u64Key.encode(MAX_U64 - key);
  },
  decode: text => MAX_U64 - u64Key.decode(text),
};

const ABOVE_LATIN1 = /[^\0-\xff]/;

/** Texts with one character a byte (symbols, names, keys of contracts) in the order of their bytes. */
export const textKey: KeyCodec<string> = {
  encode(key) {
    if (ABOVE_LATIN1.test(key)) throw new StateError(`key "${key}" has a character above U+00FF`);
    return key;
  },
  decode: text => text,
};

type Components<T extends readonly unknown[]> = { readonly [I in keyof T]: KeyCodec<T[I]> };

/** Some or all components of a tuple but the last, from the left. */
type Leading<T extends readonly unknown[]> = T extends readonly [...infer Rest, unknown]
  ? Rest | Leading<Rest>
  : never;

export interface TupleKeyCodec<T extends readonly unknown[]> extends KeyCodec<T> {
  /** What the encoded keys that begin with these components have in common, for `KeyRange.prefix`. */
  prefixOf(leading: Leading<T>): string;
}

/*
 * Within a tuple a component of any length is followed by a terminator that sorts below every
 * continuation. To tell it apart, a zero byte of the component itself is followed by a mark.
 */
const TERMINATOR = '\0\0';
const ESCAPED_ZERO = '\0\xff';

/** Keys of several parts, ordered by the first, then the second and so on. */
export function tupleKey<T extends readonly unknown[]>(...components: Components<T>): TupleKeyCodec<T> {
  const codecs: readonly KeyCodec<unknown>[] = components;
  const last = codecs.length - 1;
  const sizes = codecs.map(codec => codec.size);

  function encodeFirst(parts: readonly unknown[], count: number): string {
    let text = '';
    for (let i = 0; i < count; i++) {
      const part = codecs[i]!.encode(parts[i]);
      if (i === last || sizes[i] !== undefined) text += part;
      else text += (part.includes('\0') ? part.replaceAll('\0', ESCAPED_ZERO) : part) + TERMINATOR;
    }
    return text;
  }

  const codec: TupleKeyCodec<T> = {
    encode: parts => encodeFirst(parts, codecs.length),
    prefixOf: leading => encodeFirst(leading, leading.length),
    decode(text) {
      let offset = 0;
      const parts = codecs.map((component, i) => {
        const start = offset;
        const size = sizes[i];
        if (i === last) return component.decode(text.slice(start));
        if (size !== undefined) {
          offset += size;
          return component.decode(text.slice(start, offset));
        }
        const end = terminatorIn(text, start);
        offset = end + TERMINATOR.length;
        return component.decode(text.slice(start, end).replaceAll(ESCAPED_ZERO, '\0'));
      });
      return parts as readonly unknown[] as T;
    },
  };
  if (!sizes.includes(undefined)) {
    return { ...codec, size: sizes.reduce<number>((total, size) => total + (size ?? 0), 0) };
  }
  return codec;
}

function terminatorIn(text: string, start: number): number {
  for (let i = text.indexOf('\0', start); i >= 0; i = text.indexOf('\0', i + 2)) {
    if (text[i + 1] === '\0') return i;
  }
  throw new StateError('a part of a tuple key has no end');
}
