/** The numeric `for`: preparation of its three values, and whether it continues. */

import { isInteger } from '../../value/arithmetic.js';
import { compare, fromDouble, MAX_INTEGER, MIN_INTEGER } from '../../value/int64.js';
import type { LuaRuntime } from '../../value/runtime.js';
import { LuaString } from '../../value/string.js';
import { type Int64, LuaFloat, type Value } from '../../value/value.js';
import { asFloat, toNumber } from './convert.js';

/** What FORPREP makes of initial value, limit and step: all integers, or all floats. */
export type ForLoop =
  | { readonly initial: number | Int64; readonly limit: number | Int64; readonly step: number | Int64 }
  | { readonly initial: LuaFloat; readonly limit: LuaFloat; readonly step: LuaFloat };

/**
 * Prepares a numeric `for`: integers when initial value and step are, otherwise floats. Strings
 * convert (decision D30).
 */
export function prepareFor(machine: LuaRuntime, initial: Value, limit: Value, step: Value): ForLoop {
  if (isInteger(initial) && isInteger(step)) {
    const clipped = clipLimit(limit instanceof LuaString ? toNumber(machine, limit) : limit, step);
    if (clipped !== undefined) return { initial: clipped.never ? 0 : initial, limit: clipped.limit, step };
  }
  const numbers = {
    limit: toNumber(machine, limit),
    step: toNumber(machine, step),
    initial: toNumber(machine, initial),
  };
  if (numbers.limit === undefined) machine.runError("'for' limit must be a number");
  if (numbers.step === undefined) machine.runError("'for' step must be a number");
  if (numbers.initial === undefined) machine.runError("'for' initial value must be a number");
  return {
    initial: asFloat(numbers.initial),
    limit: asFloat(numbers.limit),
    step: asFloat(numbers.step),
  };
}

/**
 * The limit of an integer loop as an integer; `never` when the loop must not run at all. Undefined
 * when the limit is no number.
 */
function clipLimit(
  limit: Value,
  step: number | Int64,
): { limit: number | Int64; never: boolean } | undefined {
  if (isInteger(limit)) return { limit, never: false };
  if (!(limit instanceof LuaFloat)) return undefined;
  const down = compare(step, 0) < 0;
  const whole = fromDouble(down ? Math.ceil(limit.n) : Math.floor(limit.n));
  if (whole !== undefined) return { limit: whole, never: false };
  return limit.n > 0 ? { limit: MAX_INTEGER, never: down } : { limit: MIN_INTEGER, never: !down };
}

/** Whether a numeric `for` continues with this index. */
export function forContinues(index: Value, limit: Value, step: Value): boolean {
  if (index instanceof LuaFloat) {
    const { n } = limit as LuaFloat;
    return (step as LuaFloat).n > 0 ? index.n <= n : n <= index.n;
  }
  const order = compare(index as number | Int64, limit as number | Int64);
  return compare(step as number | Int64, 0) > 0 ? order <= 0 : order >= 0;
}
