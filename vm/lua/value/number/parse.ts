/** Numbers from text, as the lexer, `tonumber` and arithmetic on strings read them (spec 03 §6.4). */
import { fromBigInt } from '../int64.js';
import { type Integer, LuaFloat } from '../value.js';
import { toNearestDouble } from './exact.js';

const SPACE = ' \\f\\n\\r\\t\\v';
const INTEGER = new RegExp(`^[${SPACE}]*([+-]?)(?:0[xX]([0-9a-fA-F]+)|([0-9]+))[${SPACE}]*$`);
const DECIMAL = new RegExp(
  `^[${SPACE}]*([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[${SPACE}]*$`,
);
const HEXADECIMAL = new RegExp(
  `^[${SPACE}]*([+-]?)0[xX](?:([0-9a-fA-F]+)\\.?([0-9a-fA-F]*)|\\.([0-9a-fA-F]+))(?:[pP]([+-]?[0-9]+))?[${SPACE}]*$`,
);
/** The largest exponent that is told apart; texts are far too short to bring a larger one back. */
const EXPONENT_LIMIT = 1e9;
/** Up to this many digits a decimal integer is below 2^53. */
const SAFE_DIGITS = 15;

/** The number that a text denotes: integers wrap modulo 2^64 (spec 03 O-1). Undefined for other texts. */
export function parseNumber(text: string): Integer | LuaFloat | undefined {
  const integer = INTEGER.exec(text);
  if (integer !== null) {
    const [, sign, hexadecimal, decimal] = integer;
    if (decimal !== undefined && decimal.length <= SAFE_DIGITS) {
      return sign === '-' ? 0 - Number(decimal) : Number(decimal);
    }
    // Only the lower 64 bits count: the last 16 hexadecimal digits.
    const magnitude = hexadecimal === undefined ? lastBits(decimal!) : BigInt(`0x${hexadecimal.slice(-16)}`);
    return fromBigInt(sign === '-' ? -magnitude : magnitude);
  }
  const decimal = DECIMAL.exec(text);
  if (decimal !== null) return new LuaFloat(Number(decimal[1]));
  const hexadecimal = HEXADECIMAL.exec(text);
  return hexadecimal === null ? undefined : hexadecimalFloat(hexadecimal);
}

/** A decimal number modulo 2^64, in time proportional to its length. */
function lastBits(digits: string): bigint {
  let value = 0n;
  for (let i = 0; i < digits.length; i += SAFE_DIGITS) {
    const part = digits.slice(i, i + SAFE_DIGITS);
    value = BigInt.asUintN(64, value * 10n ** BigInt(part.length) + BigInt(part));
  }
  return value;
}

function hexadecimalFloat([
  ,
  sign,
  whole = '',
  fraction,
  onlyFraction,
  exponentText,
]: RegExpExecArray): LuaFloat {
  const fractionDigits = fraction ?? onlyFraction ?? '';
  const digits = (whole + fractionDigits).replace(/^0+/, '');
  const exponent = Math.max(-EXPONENT_LIMIT, Math.min(EXPONENT_LIMIT, Number(exponentText ?? 0)));
  // Digits far behind the leading ones only say whether the value is inexact.
  const kept = digits.slice(0, 32);
  const dropped = digits.length - kept.length;
  const inexact = /[1-9a-fA-F]/.test(digits.slice(kept.length));
  const magnitude = toNearestDouble(
    BigInt(`0x${kept || '0'}`),
    exponent + 4 * (dropped - fractionDigits.length),
    inexact,
  );
  return new LuaFloat(sign === '-' ? -magnitude : magnitude);
}
