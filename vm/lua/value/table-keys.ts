/** Keys of tables: which are the same, and where the reference looks for floats (spec 03 §6.6). */
import { compare, fromDouble } from './int64.js';
import { LuaString } from './string.js';
import { Int64, LuaFloat, type Value } from './value.js';

const MAX_INT = 2147483647;

/** A float with the value of an integer is that integer as a key. */
export function normalizeKey(key: Value): Value {
  return key instanceof LuaFloat ? (fromDouble(key.n) ?? key) : key;
}

/** Whether two keys, made normal, are the same. */
export function sameKey(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof Int64) return b instanceof Int64 && compare(a, b) === 0;
  if (a instanceof LuaFloat) return b instanceof LuaFloat && a.n === b.n;
  return a instanceof LuaString && b instanceof LuaString && a.bytes === b.bytes;
}

/** Where the reference begins to look for a float, before the size of the hash part is taken into account. */
export function hashFloat(d: number): number {
  if (!Number.isFinite(d)) return 0;
  const { mantissa, exponent } = fraction(d);
  const n = Math.trunc(mantissa * 2147483648);
  const u = ((exponent >>> 0) + (n >>> 0)) >>> 0;
  return u <= MAX_INT ? u : ~u >>> 0;
}

/** d = mantissa * 2^exponent with 0.5 <= |mantissa| < 1; zero gives zero. */
function fraction(d: number): { mantissa: number; exponent: number } {
  if (d === 0) return { mantissa: 0, exponent: 0 };
  let exponent = 0;
  let mantissa = d;
  while (Math.abs(mantissa) >= 1) {
    mantissa /= 2;
    exponent++;
  }
  while (Math.abs(mantissa) < 0.5) {
    mantissa *= 2;
    exponent--;
  }
  return { mantissa, exponent };
}
