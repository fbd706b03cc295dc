/** `string.pack`, `string.packsize` and `string.unpack`, as in Lua 5.3.1. */

import { asFloat } from '../interpreter/operations/convert.js';
import { add, compare, highHalf, lowHalf, normalize } from '../value/int64.js';
import type { Library, LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';
import { type Integer, LuaFloat, NEGATIVE_NAN, POSITIVE_NAN, type Value } from '../value/value.js';
import { checkInteger, checkNumber, checkString, optionalIndex } from './arguments.js';
import { LuaBuffer } from './buffer.js';

const MAX_INTEGER_SIZE = 16;
const LUA_INTEGER_SIZE = 8;
const NATIVE_ALIGNMENT = 8;
const MAX_SIZE = 2147483647;
/** Up to this number another digit fits into a C int. */
const LARGEST_TO_EXTEND = Math.floor((MAX_SIZE - 9) / 10);
const ZERO_DIGIT = 0x30;
/** Work of packing or unpacking one item. */
const OPTION_WORK = 24;
/** Bytes that are searched for a zero for a unit of work. */
const SEARCHED_BYTES = 64;

type Kind = 'int' | 'uint' | 'float' | 'char' | 'string' | 'zero' | 'padding' | 'align' | 'none';

interface Option {
  readonly kind: Kind;
  readonly size: number;
  /** Padding bytes in front of it. */
  readonly padding: number;
}

/** Reads a format, one option after the other. */
class FormatReader {
  littleEndian = true;
  private at = 0;
  private maxAlignment = 1;

  constructor(
    private readonly machine: LuaRuntime,
    private readonly format: string,
  ) {}

  /** A format ends at its first zero byte, as in C. */
  get done(): boolean {
    return this.at >= this.format.length || this.format.charCodeAt(this.at) === 0;
  }

  private number(fallback: number): number {
    if (!this.atDigit) return fallback;
    let n = 0;
    do n = n * 10 + this.format.charCodeAt(this.at++) - ZERO_DIGIT;
    while (this.atDigit && n <= LARGEST_TO_EXTEND);
    return n;
  }

  private get atDigit(): boolean {
    const digit = this.format.charCodeAt(this.at) - ZERO_DIGIT;
    return digit >= 0 && digit <= 9;
  }

  private integerSize(fallback: number): number {
    const size = this.number(fallback);
    if (size > MAX_INTEGER_SIZE || size <= 0) {
      this.machine.libraryError('integral size (%s) out of limits [1,%s]', size, MAX_INTEGER_SIZE);
    }
    return size;
  }

  private option(): { kind: Kind; size: number } {
    const letter = this.format[this.at++]!;
    switch (letter) {
      case 'b':
        return { kind: 'int', size: 1 };
      case 'B':
        return { kind: 'uint', size: 1 };
      case 'h':
        return { kind: 'int', size: 2 };
      case 'H':
        return { kind: 'uint', size: 2 };
      case 'i':
        return { kind: 'int', size: this.integerSize(4) };
      case 'I':
        return { kind: 'uint', size: this.integerSize(4) };
      case 'l':
      case 'j':
        return { kind: 'int', size: 8 };
      case 'L':
      case 'J':
      case 'T':
        return { kind: 'uint', size: 8 };
      case 'f':
        return { kind: 'float', size: 4 };
      case 'd':
      case 'n':
        return { kind: 'float', size: 8 };
      case 's':
        return { kind: 'string', size: this.integerSize(8) };
      case 'c': {
        const size = this.number(-1);
        if (size === -1) this.machine.libraryError("missing size for format option 'c'");
        return { kind: 'char', size };
      }
      case 'z':
        return { kind: 'zero', size: 0 };
      case 'x':
        return { kind: 'padding', size: 1 };
      case 'X':
        return { kind: 'align', size: 0 };
      case ' ':
        break;
      case '<':
      case '=':
        this.littleEndian = true;
        break;
      case '>':
        this.littleEndian = false;
        break;
      case '!':
        this.maxAlignment = this.integerSize(NATIVE_ALIGNMENT);
        break;
      default:
        this.machine.libraryError("invalid format option '%s'", this.machine.shownCharacter(letter));
    }
    return { kind: 'none', size: 0 };
  }

  /** The next option, with the padding that its alignment needs after `total` bytes. */
  next(total: number): Option {
    this.machine.work(OPTION_WORK);
    const { kind, size } = this.option();
    let alignment = size;
    if (kind === 'align') {
      const following = this.done ? undefined : this.option();
      if (following === undefined || following.kind === 'char' || following.size === 0) {
        this.machine.argumentError(1, "invalid next option for option 'X'");
      }
      alignment = following.size;
    }
    if (alignment <= 1 || kind === 'char' || kind === 'none' || kind === 'padding')
      return { kind, size, padding: 0 };
    alignment = Math.min(alignment, this.maxAlignment);
    if ((alignment & (alignment - 1)) !== 0) {
      this.machine.argumentError(1, 'format asks for alignment not power of 2');
    }
    return { kind, size, padding: (alignment - (total & (alignment - 1))) & (alignment - 1) };
  }
}

/**
 * An integer in `size` bytes.
 *
 * @param fill - what bytes beyond the eighth are: 255 behind a signed negative integer, else 0
 */
function integerBytes(value: Integer, size: number, littleEndian: boolean, fill: number): string {
  const [low, high] = [lowHalf(value), highHalf(value)];
  const bytes = new Array<number>(size);
  for (let i = 0; i < size; i++) {
    const byte = i < 4 ? low >>> (8 * i) : i < LUA_INTEGER_SIZE ? high >>> (8 * (i - 4)) : fill;
    bytes[littleEndian ? i : size - 1 - i] = byte & 0xff;
  }
  return String.fromCharCode(...bytes);
}

function readInteger(
  machine: LuaRuntime,
  data: string,
  at: number,
  size: number,
  littleEndian: boolean,
  signed: boolean,
): Integer {
  const byteAt = (i: number): number => data.charCodeAt(littleEndian ? at + i : at + size - 1 - i);
  let low = 0;
  let high = 0;
  const used = Math.min(size, LUA_INTEGER_SIZE);
  for (let i = 0; i < used; i++) {
    if (i < 4) low |= byteAt(i) << (8 * i);
    else high |= byteAt(i) << (8 * (i - 4));
  }
  if (signed && size < LUA_INTEGER_SIZE) {
    const unused = 8 * (LUA_INTEGER_SIZE - size);
    if (size > 4) high = (high << unused) >> unused;
    else {
      low = (low << (unused - 32)) >> (unused - 32);
      high = low >> 31;
    }
  }
  const fill = signed && high < 0 ? 0xff : 0;
  for (let i = LUA_INTEGER_SIZE; i < size; i++) {
    if (byteAt(i) !== fill) machine.libraryError('%s-byte integer does not fit into Lua Integer', size);
  }
  return normalize(high, low);
}

const FLOAT_VIEWS: Readonly<Record<number, DataView>> = {
  4: new DataView(new ArrayBuffer(4)),
  8: new DataView(new ArrayBuffer(8)),
};

/** A float in 4 or 8 bytes. The sign of a NaN is kept. */
function floatBytes(f: LuaFloat, size: number, littleEndian: boolean): string {
  const view = FLOAT_VIEWS[size]!;
  if (size === 4) view.setFloat32(0, f.n, littleEndian);
  else view.setFloat64(0, f.n, littleEndian);
  if (Number.isNaN(f.n)) {
    const first = littleEndian ? size - 1 : 0;
    view.setUint8(first, (view.getUint8(first) & 0x7f) | (f === POSITIVE_NAN ? 0 : 0x80));
  }
  return String.fromCharCode(...new Uint8Array(view.buffer));
}

function readFloat(data: string, at: number, size: number, littleEndian: boolean): LuaFloat {
  const view = FLOAT_VIEWS[size]!;
  for (let i = 0; i < size; i++) view.setUint8(i, data.charCodeAt(at + i));
  const n = size === 4 ? view.getFloat32(0, littleEndian) : view.getFloat64(0, littleEndian);
  if (!Number.isNaN(n)) return new LuaFloat(n);
  return view.getUint8(littleEndian ? size - 1 : 0) < 0x80 ? POSITIVE_NAN : NEGATIVE_NAN;
}

/** Whether an integer can be written in this many bytes. */
function fitsInto(n: Integer, size: number, signed: boolean): boolean {
  if (size >= LUA_INTEGER_SIZE) return true;
  if (size <= 4) {
    const limit = 2 ** (8 * size - (signed ? 1 : 0));
    return typeof n === 'number' && n < limit && n >= (signed ? -limit : 0);
  }
  const bits = 8 * (size - 4);
  const high = highHalf(n);
  return signed ? high >> (bits - 1) === high >> 31 : high >>> bits === 0;
}

function packInteger(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
  { kind, size }: Option,
  littleEndian: boolean,
): string {
  const n = checkInteger(machine, base, count, position);
  const signed = kind === 'int';
  if (!fitsInto(n, size, signed)) {
    machine.argumentError(position, signed ? 'integer overflow' : 'unsigned overflow');
  }
  return integerBytes(n, size, littleEndian, signed && compare(n, 0) < 0 ? 0xff : 0);
}

function lengthPrefix(
  machine: LuaRuntime,
  text: string,
  { size }: Option,
  position: number,
  littleEndian: boolean,
): string {
  if (size < LUA_INTEGER_SIZE && text.length >= 2 ** (8 * size)) {
    machine.argumentError(position, 'string length does not fit in given size');
  }
  return integerBytes(text.length, size, littleEndian, 0);
}

/** The text of a length-prefixed string; the reference adds the length to the position modulo 2^64. */
function textLength(machine: LuaRuntime, length: Integer, end: number, available: number): number {
  if (typeof length === 'number' && length >= 0) {
    if (end + length > available) machine.argumentError(2, 'data string too short');
    return length;
  }
  // As an unsigned number the length is beyond 2^53: only with a wrap does it end in the data.
  const wrapped = add(end, length);
  const fits = typeof wrapped === 'number' && wrapped >= 0 && wrapped <= available;
  if (!fits) machine.argumentError(2, 'data string too short');
  return machine.runError('memory allocation error: block too big');
}

export const packFunctions: Library = {
  pack(machine, base, given) {
    const reader = new FormatReader(machine, checkString(machine, base, given, 1).bytes);
    const buffer = new LuaBuffer(machine);
    // The reference puts a nil behind the arguments: what is missing is nil, not nothing.
    machine.stack[base + given] = undefined;
    const count = given + 1;
    let position = 1;
    let total = 0;
    while (!reader.done) {
      const option = reader.next(total);
      total += option.padding + option.size;
      buffer.add('\0'.repeat(option.padding));
      position++;
      switch (option.kind) {
        case 'int':
        case 'uint': {
          buffer.add(packInteger(machine, base, count, position, option, reader.littleEndian));
          break;
        }
        case 'float':
          {
            const f = asFloat(checkNumber(machine, base, count, position));
            buffer.add(floatBytes(f, option.size, reader.littleEndian));
          }
          break;
        case 'char': {
          const text = checkString(machine, base, count, position).bytes;
          if (text.length !== option.size) machine.argumentError(position, 'wrong length');
          buffer.add(text);
          break;
        }
        case 'string': {
          const text = checkString(machine, base, count, position).bytes;
          buffer.add(lengthPrefix(machine, text, option, position, reader.littleEndian));
          buffer.add(text);
          total += text.length;
          break;
        }
        case 'zero': {
          const text = checkString(machine, base, count, position).bytes;
          machine.work(Math.ceil(text.length / SEARCHED_BYTES));
          if (text.includes('\0')) machine.argumentError(position, 'string contains zeros');
          buffer.add(text);
          buffer.add('\0');
          total += text.length + 1;
          break;
        }
        case 'padding':
          buffer.add('\0');
          position--;
          break;
        default:
          position--;
      }
    }
    return machine.one(buffer.finish());
  },

  packsize(machine, base, count) {
    const reader = new FormatReader(machine, checkString(machine, base, count, 1).bytes);
    let total = 0;
    while (!reader.done) {
      const { kind, size, padding } = reader.next(total);
      if (total > MAX_SIZE - (size + padding)) machine.argumentError(1, 'format result too large');
      total += size + padding;
      if (kind === 'string' || kind === 'zero') machine.argumentError(1, 'variable-length format');
    }
    return total;
  },

  unpack(machine, base, count) {
    const reader = new FormatReader(machine, checkString(machine, base, count, 1).bytes);
    const data: LuaString = checkString(machine, base, count, 2);
    const bytes = data.bytes;
    const start = optionalIndex(machine, base, count, 3, 1);
    let at = (start >= 0 ? start : -start > bytes.length ? 0 : bytes.length + start + 1) - 1;
    if (at < 0 || at > bytes.length) machine.argumentError(3, 'initial position out of string');
    const results: Value[] = [];
    while (!reader.done) {
      const { kind, size, padding } = reader.next(at);
      if (at + padding + size > bytes.length) machine.argumentError(2, 'data string too short');
      at += padding;
      machine.reserve(base + count + results.length, 2, 'too many results');
      switch (kind) {
        case 'int':
        case 'uint':
          results.push(readInteger(machine, bytes, at, size, reader.littleEndian, kind === 'int'));
          break;
        case 'float':
          results.push(readFloat(bytes, at, size, reader.littleEndian));
          break;
        case 'char':
          results.push(machine.string(bytes.slice(at, at + size)));
          break;
        case 'string': {
          const prefix = readInteger(machine, bytes, at, size, reader.littleEndian, false);
          const length = textLength(machine, prefix, at + size, bytes.length);
          results.push(machine.string(bytes.slice(at + size, at + size + length)));
          at += length;
          break;
        }
        case 'zero': {
          const end = bytes.indexOf('\0', at);
          const text = bytes.slice(at, end < 0 ? bytes.length : end);
          results.push(machine.string(text));
          at += text.length + 1;
          break;
        }
        default:
          break;
      }
      at += size;
    }
    results.push(at + 1);
    return machine.many(results);
  },
};
