/** Constant folding and numerals for the compiler: integers as numbers and BigInts. */
import { arithmetic } from '../value/arithmetic.js';
import { fromBigInt, toBigInt } from '../value/int64.js';
import { parseNumber } from '../value/number/parse.js';
import { type Integer, LuaFloat } from '../value/value.js';

/** A number as the compiler holds it: equal integers are identical, also beyond 2^53. */
export type CompilerNumber =
  | { readonly float: true; readonly value: number }
  | { readonly float: false; readonly value: number | bigint };

function fromLua(v: ReturnType<typeof parseNumber> & {}): CompilerNumber {
  return v instanceof LuaFloat ? { float: true, value: v.n } : { float: false, value: compilerInteger(v) };
}

/** The number of a numeral, or undefined when it is malformed. */
export function parseNumeral(text: string): CompilerNumber | undefined {
  const number = parseNumber(text);
  return number === undefined ? undefined : fromLua(number);
}

/**
 * The result of an operator on constants. The compiler has made sure that it cannot fail.
 *
 * @param operator - number of the operator in the order of the instructions from ADD on
 */
export function fold(
  operator: number,
  a: { float: boolean; value: number | bigint },
  b: { float: boolean; value: number | bigint },
): CompilerNumber {
  return fromLua(arithmetic(operator, toLua(a), toLua(b)));
}

function toLua({ float, value }: { float: boolean; value: number | bigint }) {
  if (typeof value === 'bigint') return fromBigInt(value);
  return float ? new LuaFloat(value) : value;
}

/** An integer as Fengari's compiler holds it: equal integers are identical, also beyond 2^53. */
export function compilerInteger(v: Integer): number | bigint {
  return typeof v === 'number' ? v : toBigInt(v);
}
