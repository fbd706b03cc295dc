import { toLuaString, toNumber } from '../interpreter/operations/convert.js';
import { index } from '../interpreter/operations/fields.js';
import { isInteger, toFloat } from '../value/arithmetic.js';
import type { LuaRuntime } from '../value/runtime.js';
import { constantString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Integer, Value } from '../value/value.js';
import { BYTE_WORK } from './api-work.js';
import { toUint8, toUint16, toUint32 } from './number-conversion.js';

/** Maximum size in bytes of one parameter or result (spec 03 §3.1). */
export const MAX_BYTES = 500;

/** The double of a number or a numeric string. */
export function numberOf(machine: LuaRuntime, v: Value): number | undefined {
  const number = toNumber(machine, v);
  return number === undefined ? undefined : toFloat(number);
}

/** The bytes of a string or number up to the first zero byte, if they are not too many. */
export function textOf(machine: LuaRuntime, v: Value): string | undefined {
  const text = toLuaString(machine, v)?.bytes;
  if (text === undefined) return undefined;
  // No more is read: contracts call this as often as they like, with strings of any length.
  const start = text.length > MAX_BYTES ? text.slice(0, MAX_BYTES + 1) : text;
  const end = start.indexOf('\0');
  const cut = end < 0 ? start : start.slice(0, end);
  return cut.length <= MAX_BYTES ? cut : undefined;
}

/**
 * Fields of a table that a script passes to `mylib` (spec 03 §8.1). Every method returns undefined
 * where the field is not what it should be. Metamethods are honoured, and may raise.
 */
export class TableReader {
  constructor(
    private readonly machine: LuaRuntime,
    private readonly table: LuaTable,
  ) {}

  field(name: string): Value {
    this.machine.internShort(name);
    return index(this.machine, this.table, constantString(name));
  }

  number(name: string): number | undefined {
    return numberOf(this.machine, this.field(name));
  }

  uint8(name: string): number | undefined {
    const n = this.number(name);
    return n === undefined ? undefined : toUint8(n);
  }

  uint16(name: string): number | undefined {
    const n = this.number(name);
    return n === undefined ? undefined : toUint16(n);
  }

  uint32(name: string): number | undefined {
    const n = this.number(name);
    return n === undefined ? undefined : toUint32(n);
  }

  /** Of integer subtype; `3.0` is none. */
  integer(name: string): Integer | undefined {
    const v = this.field(name);
    return isInteger(v) ? v : undefined;
  }

  boolean(name: string): boolean | undefined {
    const v = this.field(name);
    return typeof v === 'boolean' ? v : undefined;
  }

  text(name: string): string | undefined {
    return textOf(this.machine, this.field(name));
  }

  /** The first `length` elements of an array of bytes; further ones are ignored. */
  bytes(name: string, length: number): Uint8Array | undefined {
    if (length < 1 || length > MAX_BYTES) return undefined;
    const array = this.field(name);
    if (!(array instanceof LuaTable)) return undefined;
    this.machine.work(BYTE_WORK * length);
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      const n = numberOf(this.machine, index(this.machine, array, i + 1));
      if (n === undefined) return undefined;
      bytes[i] = toUint8(n);
    }
    return bytes;
  }
}
