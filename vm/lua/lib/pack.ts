/** `string.pack`, `string.packsize` and `string.unpack`, as in Lua 5.3.1. */

import { fromBigInt, toBigInt } from '../value/int64.js';
import type { Library, LuaRuntime } from '../value/runtime.js';
import { type LuaString, toBytes } from '../value/string.js';
import { LuaFloat, type Value } from '../value/value.js';
import { checkFloat, checkInteger, checkString, optionalIndex } from './arguments.js';
import { LuaBuffer } from './buffer.js';

const MAX_INTEGER_SIZE = 16;
const LUA_INTEGER_SIZE = 8;
const NATIVE_ALIGNMENT = 8;
const MAX_SIZE = 2147483647;

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

  get done(): boolean {
    return this.at >= this.format.length;
  }

  private number(fallback: number): number {
    if (!/[0-9]/.test(this.format[this.at] ?? '')) return fallback;
    let n = 0;
    do n = n * 10 + Number(this.format[this.at++]);
    while (/[0-9]/.test(this.format[this.at] ?? '') && n <= (MAX_SIZE - 9) / 10);
    return n;
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
        this.machine.libraryError("invalid format option '%s'", letter);
    }
    return { kind: 'none', size: 0 };
  }

  /** The next option, with the padding that its alignment needs after `total` bytes. */
  next(total: number): Option {
    this.machine.work(1);
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

/** The lower `size` bytes of an integer; beyond eight bytes its sign goes on. */
function integerBytes(value: bigint, size: number, littleEndian: boolean): string {
  let bytes = '';
  let rest = BigInt.asUintN(8 * size, value);
  for (let i = 0; i < size; i++) {
    const byte = String.fromCharCode(Number(rest & 0xffn));
    bytes = littleEndian ? bytes + byte : byte + bytes;
    rest >>= 8n;
  }
  return bytes;
}

function readInteger(
  machine: LuaRuntime,
  data: string,
  at: number,
  size: number,
  littleEndian: boolean,
  signed: boolean,
): bigint {
  let value = 0n;
  for (let i = 0; i < size; i++) {
    const byte = data.charCodeAt(littleEndian ? at + size - 1 - i : at + i);
    value = (value << 8n) | BigInt(byte);
  }
  const low = BigInt.asIntN(64, value);
  if (size < LUA_INTEGER_SIZE) return signed ? BigInt.asIntN(8 * size, value) : value;
  if (size > LUA_INTEGER_SIZE) {
    const extended = signed && low < 0n ? BigInt.asUintN(8 * size, low) : BigInt.asUintN(64, value);
    if (extended !== value) machine.libraryError('%s-byte integer does not fit into Lua Integer', size);
  }
  return low;
}

function floatBytes(d: number, size: number, littleEndian: boolean): string {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setFloat32(0, d, littleEndian);
  else view.setFloat64(0, d, littleEndian);
  return Buffer.from(view.buffer).toString('latin1');
}

function readFloat(data: string, at: number, size: number, littleEndian: boolean): LuaFloat {
  const bytes = toBytes(data.slice(at, at + size));
  const view = new DataView(bytes.buffer);
  return new LuaFloat(size === 4 ? view.getFloat32(0, littleEndian) : view.getFloat64(0, littleEndian));
}

function packInteger(
  machine: LuaRuntime,
  base: number,
  count: number,
  position: number,
  option: Option,
): bigint {
  const n = toBigInt(checkInteger(machine, base, count, position));
  if (option.size >= LUA_INTEGER_SIZE) return n;
  const bits = BigInt(8 * option.size);
  if (option.kind === 'int') {
    const limit = 1n << (bits - 1n);
    if (n < -limit || n >= limit) machine.argumentError(position, 'integer overflow');
  } else if (BigInt.asUintN(64, n) >= 1n << bits) {
    machine.argumentError(position, 'unsigned overflow');
  }
  return n;
}

function lengthPrefix(
  machine: LuaRuntime,
  text: string,
  option: Option,
  position: number,
  littleEndian: boolean,
): string {
  const length = BigInt(text.length);
  if (option.size < LUA_INTEGER_SIZE && length >= 1n << BigInt(8 * option.size)) {
    machine.argumentError(position, 'string length does not fit in given size');
  }
  return integerBytes(length, option.size, littleEndian);
}

export const packFunctions: Library = {
  pack(machine, base, count) {
    const reader = new FormatReader(machine, checkString(machine, base, count, 1).bytes);
    const buffer = new LuaBuffer(machine);
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
          const n = packInteger(machine, base, count, position, option);
          buffer.add(integerBytes(n, option.size, reader.littleEndian));
          break;
        }
        case 'float':
          buffer.add(
            floatBytes(checkFloat(machine, base, count, position), option.size, reader.littleEndian),
          );
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
          if (text.includes('\0')) machine.argumentError(position, 'string contains zeros');
          buffer.add(`${text}\0`);
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
          results.push(
            fromBigInt(readInteger(machine, bytes, at, size, reader.littleEndian, kind === 'int')),
          );
          break;
        case 'float':
          results.push(readFloat(bytes, at, size, reader.littleEndian));
          break;
        case 'char':
          results.push(machine.string(bytes.slice(at, at + size)));
          break;
        case 'string': {
          const length = BigInt.asUintN(
            64,
            readInteger(machine, bytes, at, size, reader.littleEndian, false),
          );
          if (BigInt(at + size) + length > BigInt(bytes.length))
            machine.argumentError(2, 'data string too short');
          results.push(machine.string(bytes.slice(at + size, at + size + Number(length))));
          at += Number(length);
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
