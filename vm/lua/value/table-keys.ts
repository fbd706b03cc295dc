/** Keys of tables: which are the same, and where the reference looks for floats (spec 03 §6.6). */
import { compare, fromDouble } from './int64.js';
import { LuaString } from './string.js';
import { Int64, LuaFloat, type Value } from './value.js';

const MAX_INT = 2147483647;

/** A float with the value of an integer is that integer as a key. */
export function normalizeKey(key: Value): Value {
  return key instanceof LuaFloat ? (fromDouble(key.n) ?? key) : key;
}

/**
 * Whether a key of a table is a given one.
 *
 * @param kept - the table's, in its normal form
 * @param key - looked for; a float that is not in its normal form is its integer
 */
export function sameKey(kept: Value, key: Value): boolean {
  if (kept === key) return true;
  if (key instanceof LuaFloat) {
    if (kept instanceof LuaFloat) return kept.n === key.n;
    const integer = fromDouble(key.n);
    return integer !== undefined && (kept === integer || sameInt64(kept, integer));
  }
  if (kept instanceof Int64) return sameInt64(kept, key);
  return kept instanceof LuaString && key instanceof LuaString && kept.bytes === key.bytes;
}

function sameInt64(a: Value, b: Value): boolean {
  return a instanceof Int64 && b instanceof Int64 && compare(a, b) === 0;
}

/** Where the reference begins to look for a float, before the size of the hash part is taken into account. */
export function hashFloat(d: number): number {
  if (!Number.isFinite(d)) return 0;
  const { mantissa, exponent } = fraction(d);
  const n = Math.trunc(mantissa * 2147483648);
  const u = ((exponent >>> 0) + (n >>> 0)) >>> 0;
  return u <= MAX_INT ? u : ~u >>> 0;
}

const BYTES = new DataView(new ArrayBuffer(8));
const EXPONENT_BIAS = 1022;
const TWO_54 = 2 ** 54;

/** d = mantissa * 2^exponent with 0.5 <= |mantissa| < 1; zero gives zero. Takes the same time for every double. */
function fraction(d: number): { mantissa: number; exponent: number } {
  if (d === 0) return { mantissa: 0, exponent: 0 };
  BYTES.setFloat64(0, d);
  const isSubnormal = (BYTES.getUint16(0) & 0x7ff0) === 0;
  if (isSubnormal) BYTES.setFloat64(0, d * TWO_54);
  const head = BYTES.getUint16(0);
  const exponent = ((head >> 4) & 0x7ff) - EXPONENT_BIAS - (isSubnormal ? 54 : 0);
  BYTES.setUint16(0, (head & 0x800f) | (EXPONENT_BIAS << 4));
  return { mantissa: BYTES.getFloat64(0), exponent };
}
