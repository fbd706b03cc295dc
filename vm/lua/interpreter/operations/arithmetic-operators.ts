/** The arithmetic and bitwise operators on any values. */

import {
  Arithmetic,
  ArithmeticError,
  arithmetic,
  isNumber,
  type LuaNumber,
  toFloat,
  toInteger,
} from '../../value/arithmetic.js';
import { binaryMetamethod, Event } from '../../value/metamethods.js';
import { quickPower } from '../../value/number/power.js';
import type { LuaRuntime } from '../../value/runtime.js';
import { LuaFloat, type Value } from '../../value/value.js';
import { asFloat, toNumber } from './convert.js';

/** Library work that a power costs which is not a few multiplications. */
const POWER_WORK = 2000;

/**
 * An arithmetic operator on any two values.
 *
 * @param operator - in the order of the instructions from ADD on
 */
export function arith(machine: LuaRuntime, operator: number, a: Value, b: Value): Value {
  if (isNumber(a) && isNumber(b)) return arithOnNumbers(machine, operator, a, b);
  return arithSlow(machine, operator, a, b);
}

function arithOnNumbers(machine: LuaRuntime, operator: number, a: LuaNumber, b: LuaNumber): Value {
  if (operator === Arithmetic.POW && quickPower(toFloat(a), toFloat(b)) === undefined)
    machine.work(POWER_WORK);
  if (operator === Arithmetic.MOD && (a instanceof LuaFloat || b instanceof LuaFloat)) {
    machine.work(remainderWork(toFloat(a), toFloat(b)));
  }
  try {
    return arithmetic(operator, a, b);
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error;
    if (isBitwise(operator)) {
      const operand = toInteger(a) === undefined ? 'B' : 'C';
      const method = binaryMetamethod(machine, Event.add + operator, a, b);
      if (method !== undefined) return machine.callForOne(method, 2, a, b);
      machine.runError('number%s has no integer representation', machine.describe(operand));
    }
    machine.runError(error.message);
  }
}

/** Work of a remainder of floats: the processor finds it bit by bit. */
const REMAINDER_WORK = 8;
const FAR_REMAINDER_WORK = 80;
const TWO_53 = 2 ** 53;

/** The work of a float remainder, as for `%` and `math.fmod`. */
export function remainderWork(a: number, b: number): number {
  return Math.abs(a) > Math.abs(b) * TWO_53 ? FAR_REMAINDER_WORK : REMAINDER_WORK;
}

function isBitwise(operator: number): boolean {
  return operator >= Arithmetic.BAND && operator !== Arithmetic.UNM;
}

/** Strings convert, to floats for everything but bitwise operators; then metamethods. */
function arithSlow(machine: LuaRuntime, operator: number, a: Value, b: Value): Value {
  const x = toNumber(machine, a);
  const y = toNumber(machine, b);
  const bitwise = isBitwise(operator);
  if (x !== undefined && y !== undefined) {
    if (!bitwise) {
      return arithOnNumbers(machine, operator, asFloat(x), asFloat(y));
    }
    if (toInteger(x) !== undefined && toInteger(y) !== undefined)
      return arithOnNumbers(machine, operator, x, y);
  }
  const method = binaryMetamethod(machine, Event.add + operator, a, b);
  if (method !== undefined) return machine.callForOne(method, 2, a, b);
  if (bitwise && x !== undefined && y !== undefined) {
    const operand = toInteger(x) === undefined ? 'B' : 'C';
    machine.runError('number%s has no integer representation', machine.describe(operand));
  }
  const firstIsWrong = x === undefined;
  machine.typeError(
    firstIsWrong ? a : b,
    bitwise ? 'perform bitwise operation on' : 'perform arithmetic on',
    firstIsWrong || operator >= Arithmetic.UNM ? 'B' : 'C',
  );
}
