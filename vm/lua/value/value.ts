/**
 * The values of Lua as JavaScript values.
 *
 * The representation decides how fast contracts run, and whether amounts are right:
 *
 * | Lua               | here                                                                    |
 * |-------------------|-------------------------------------------------------------------------|
 * | nil               | `undefined`                                                             |
 * | boolean           | `boolean`                                                               |
 * | integer           | `number` while |v| <= 2^53 - 1, {@link Int64} outside                     |
 * | float             | {@link LuaFloat}, also when its value is a whole number                  |
 * | string            | {@link LuaString}: bytes as a JavaScript string of code units 0 to 255   |
 * | table             | `LuaTable`                                                              |
 * | function          | `LuaClosure` or `Builtin`                                               |
 * | light userdata    | {@link LightUserdata}                                                   |
 *
 * Why this way round: contracts count, index and move amounts, so the integer must be the value
 * that V8 keeps unboxed. A `number` is always an integer and never a float; the two subtypes of Lua
 * cannot be confused, `1 == 1.0` goes through one comparison function, and an addition is one
 * machine addition and a range check. An integer has exactly one form: code that makes one beyond
 * 2^53 - 1 makes an Int64, and code that makes an Int64 calls `normalize`. Boxed floats cost an
 * allocation for each operation, which is the right place for the price: contracts that use floats
 * do it for a percentage, not in a loop.
 *
 * Int64 holds two 32-bit halves because V8 keeps 32-bit integers inside an object without a second
 * allocation; BigInt is several times slower for the bit mixing that hash functions do.
 *
 * Integer zero is always `+0`: an operation that could give `-0` adds `0` to its result.
 */

import type { LuaString } from './string.js';

/** Any Lua value. */
export type Value = undefined | boolean | number | Int64 | LuaFloat | LuaString | LuaObject;

/**
 * What is equal to nothing but itself: a `LuaTable`, `LuaClosure`, `Builtin` or {@link LightUserdata}.
 * The classes are not named here, because all of them hold values.
 */
export interface LuaObject {
  /** Place in the order of creation, which stands for the address (spec 03 §6.9). */
  readonly id: number;
}

/** A Lua integer, in its one form. */
export type Integer = number | Int64;

/** An integer outside -(2^53 - 1) .. 2^53 - 1, as two signed 32-bit halves. Immutable. */
export class Int64 {
  constructor(
    readonly high: number,
    readonly low: number,
  ) {}
}

/**
 * A float. Immutable. The sign of a NaN is visible in Lua (`-nan`), and JavaScript does not keep
 * it: the object {@link POSITIVE_NAN} is the positive one, every other NaN is negative, as the
 * x86-64 of the reference makes them (spec 03 §6.9).
 */
export class LuaFloat {
  constructor(readonly n: number) {}
}

export const POSITIVE_NAN = new LuaFloat(Number.NaN);
export const NEGATIVE_NAN = new LuaFloat(Number.NaN);

/** An opaque pointer of the host, such as the global `VmScriptRun` (spec 03 §6.1). */
export class LightUserdata implements LuaObject {
  constructor(readonly id: number) {}
}
