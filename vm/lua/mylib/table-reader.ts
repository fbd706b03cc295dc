import { nearestName } from '../../../src/config/nearest.js';
import { toLuaString, toNumber } from '../interpreter/operations/convert.js';
import { index } from '../interpreter/operations/fields.js';
import { isInteger, toFloat } from '../value/arithmetic.js';
import { describeWithType, namesIn } from '../value/describe.js';
import type { LuaRuntime } from '../value/runtime.js';
import { constantString, LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Integer, Value } from '../value/value.js';
import { BYTE_WORK } from './api-work.js';
import { toUint8, toUint16, toUint32 } from './number-conversion.js';
import type { RefusalNotes } from './refusal-notes.js';

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

/** What is wrong with a value as a text. */
export function textProblem(v: Value): string {
  if (!(v instanceof LuaString)) return `is ${describeWithType(v)}; a text is expected`;
  return `has ${v.bytes.length} bytes, at most ${MAX_BYTES} are taken`;
}

/**
 * Fields of a table that a script passes to `mylib` (spec 03 §8.1). Every method returns undefined
 * where the field is not what it should be. Metamethods are honoured, and may raise.
 */
export class TableReader {
  constructor(
    private readonly machine: LuaRuntime,
    private readonly table: LuaTable,
    private readonly notes?: RefusalNotes,
  ) {}

  /** Notes what is wrong with a field. */
  private wrong(name: string, problem: (value: Value) => string): undefined {
    if (this.notes === undefined) return undefined;
    const value = this.table.get(constantString(name));
    if (value !== undefined) return this.notes.note(`field "${name}" ${problem(value)}`);
    const near = nearestName(name, namesIn(this.table));
    const hint = near === undefined ? '' : `; the table has "${near}"`;
    return this.notes.note(`field "${name}" is missing${hint}`);
  }

  /** Notes why a table is not what is expected, where somebody wants to know. */
  refuse(reason: () => string): undefined {
    return this.notes?.note(reason());
  }

  field(name: string): Value {
    this.machine.internShort(name);
    return index(this.machine, this.table, constantString(name));
  }

  number(name: string): number | undefined {
    return (
      numberOf(this.machine, this.field(name)) ??
      this.wrong(name, value => `is ${describeWithType(value)}; a number is expected`)
    );
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
    if (isInteger(v)) return v;
    return this.wrong(name, value => `is ${describeWithType(value)}; an integer is expected`);
  }

  boolean(name: string): boolean | undefined {
    const v = this.field(name);
    if (typeof v === 'boolean') return v;
    return this.wrong(name, value => `is ${describeWithType(value)}; true or false is expected`);
  }

  text(name: string): string | undefined {
    return textOf(this.machine, this.field(name)) ?? this.wrong(name, textProblem);
  }

  /** The first `length` elements of an array of bytes; further ones are ignored. */
  bytes(name: string, length: number): Uint8Array | undefined {
    if (length < 1 || length > MAX_BYTES) {
      return this.notes?.note(`field "${name}" would have ${length} bytes, 1 to ${MAX_BYTES} are taken`);
    }
    const array = this.field(name);
    if (!(array instanceof LuaTable)) {
      return this.wrong(
        name,
        value => `is ${describeWithType(value)}; a table of ${length} bytes is expected`,
      );
    }
    this.machine.work(BYTE_WORK * length);
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      const n = numberOf(this.machine, index(this.machine, array, i + 1));
      if (n === undefined) {
        const element = array.get(i + 1);
        return this.notes?.note(
          element === undefined
            ? `field "${name}" has ${i} bytes, ${length} are expected`
            : `byte ${i + 1} of the field "${name}" is ${describeWithType(element)}; a number is expected`,
        );
      }
      bytes[i] = toUint8(n);
    }
    return bytes;
  }
}
