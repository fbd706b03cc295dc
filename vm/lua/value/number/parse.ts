/**
 * Numbers from text, as the lexer, `tonumber` and arithmetic on strings read them (spec 03 §6.4). Every text is
 * read once from its beginning to its end, without a regular expression: contracts choose the texts.
 */
import { fromBigInt } from '../int64.js';
import { type Integer, LuaFloat } from '../value.js';
import { toNearestDouble } from './exact.js';

/** The largest exponent that is told apart; texts are far too short to bring a larger one back. */
const EXPONENT_LIMIT = 1e9;
/** Up to this many digits a decimal integer is below 2^53. */
const SAFE_DIGITS = 15;
/** Hexadecimal digits of a float that count; those behind only say whether the value is inexact. */
const KEPT_DIGITS = 32;
/** Hexadecimal digits of 64 bits. */
const INTEGER_DIGITS = 16;

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LOWER_CASE = 0x20;
const LETTER_A = 0x61;
const LETTER_E = 0x65;
const LETTER_P = 0x70;
const LETTER_X = 0x78;
const RADIX_LIMIT = 36;

function isSpace(c: number): boolean {
  return c === 0x20 || (c >= 0x09 && c <= 0x0d);
}

/** The position of the first character from `at` on that is no white space. */
function skipSpace(text: string, at: number): number {
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The value of a digit in bases up to 36; `RADIX_LIMIT` for other characters, and behind the end. */
function digitValue(text: string, at: number): number {
  const c = text.charCodeAt(at);
  if (c >= ZERO && c <= ZERO + 9) return c - ZERO;
  const letter = (c | LOWER_CASE) - LETTER_A;
  return c < 0x80 && letter >= 0 && letter < 26 ? letter + 10 : RADIX_LIMIT;
}

/** The position of the first character from `at` on that is no digit of a base. */
function skipDigits(text: string, at: number, radix: number): number {
  while (digitValue(text, at) < radix) at++;
  return at;
}

function isLetter(text: string, at: number, lowerCase: number): boolean {
  return (text.charCodeAt(at) | LOWER_CASE) === lowerCase;
}

/** The number that a text denotes: integers wrap modulo 2^64 (spec 03 O-1). Undefined for other texts. */
export function parseNumber(text: string): Integer | LuaFloat | undefined {
  const start = skipSpace(text, 0);
  const first = text.charCodeAt(start);
  const negative = first === MINUS;
  const at = negative || first === PLUS ? start + 1 : start;
  const isHexadecimal = text.charCodeAt(at) === ZERO && isLetter(text, at + 1, LETTER_X);
  return isHexadecimal ? parseHexadecimal(text, at + 2, negative) : parseDecimal(text, start, at, negative);
}

/** Whether nothing but white space follows. */
function endsAt(text: string, at: number): boolean {
  return skipSpace(text, at) === text.length;
}

/**
 * @param start - where the sign is, if there is one
 * @param digits - where the digits begin
 */
function parseDecimal(
  text: string,
  start: number,
  digits: number,
  negative: boolean,
): Integer | LuaFloat | undefined {
  let end = skipDigits(text, digits, 10);
  let count = end - digits;
  const isInteger = count > 0 && endsAt(text, end);
  if (isInteger) {
    const decimal = text.slice(digits, end);
    if (count <= SAFE_DIGITS) return negative ? 0 - Number(decimal) : Number(decimal);
    const magnitude = lastBits(decimal);
    return fromBigInt(negative ? -magnitude : magnitude);
  }
  if (text.charCodeAt(end) === POINT) {
    const fraction = end + 1;
    end = skipDigits(text, fraction, 10);
    count += end - fraction;
  }
  if (count === 0) return undefined;
  end = skipExponent(text, end, LETTER_E);
  return endsAt(text, end) ? new LuaFloat(Number(text.slice(start, end))) : undefined;
}

/** The position behind an exponent; the same position where there is none. */
function skipExponent(text: string, at: number, letter: number): number {
  if (!isLetter(text, at, letter)) return at;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const end = skipDigits(text, digits, 10);
  return end === digits ? at : end;
}

/** A decimal number modulo 2^64. */
function lastBits(digits: string): bigint {
  let value = 0n;
  for (let i = 0; i < digits.length; i += SAFE_DIGITS) {
    const part = digits.slice(i, i + SAFE_DIGITS);
    value = BigInt.asUintN(64, value * 10n ** BigInt(part.length) + BigInt(part));
  }
  return value;
}

/** @param whole - where the digits begin, behind `0x` */
function parseHexadecimal(text: string, whole: number, negative: boolean): Integer | LuaFloat | undefined {
  const wholeEnd = skipDigits(text, whole, 16);
  if (wholeEnd > whole && endsAt(text, wholeEnd)) {
    const magnitude = BigInt(`0x${text.slice(Math.max(whole, wholeEnd - INTEGER_DIGITS), wholeEnd)}`);
    return fromBigInt(negative ? -magnitude : magnitude);
  }
  let end = wholeEnd;
  let digits = text.slice(whole, wholeEnd);
  let fractionDigits = 0;
  if (text.charCodeAt(end) === POINT) {
    end = skipDigits(text, end + 1, 16);
    fractionDigits = end - wholeEnd - 1;
    digits += text.slice(wholeEnd + 1, end);
  }
  if (digits === '') return undefined;
  const behind = skipExponent(text, end, LETTER_P);
  if (!endsAt(text, behind)) return undefined;
  const magnitude = hexadecimalFloat(digits, readExponent(text, end + 1, behind) - 4 * fractionDigits);
  return new LuaFloat(negative ? -magnitude : magnitude);
}

/** A signed decimal number between two positions, up to `EXPONENT_LIMIT`; 0 where there is none. */
function readExponent(text: string, from: number, end: number): number {
  let value = 0;
  const sign = text.charCodeAt(from);
  for (let at = sign === PLUS || sign === MINUS ? from + 1 : from; at < end; at++) {
    value = Math.min(EXPONENT_LIMIT, value * 10 + digitValue(text, at));
  }
  return sign === MINUS ? -value : value;
}

/** The double nearest to hexadecimal digits times 2^exponent. */
function hexadecimalFloat(digits: string, exponent: number): number {
  let first = 0;
  while (digits.charCodeAt(first) === ZERO) first++;
  const kept = Math.min(digits.length, first + KEPT_DIGITS);
  let inexact = false;
  for (let at = kept; at < digits.length && !inexact; at++) inexact = digits.charCodeAt(at) !== ZERO;
  const dropped = digits.length - kept;
  return toNearestDouble(BigInt(`0x0${digits.slice(first, kept)}`), exponent + 4 * dropped, inexact);
}

/**
 * The integer that a text denotes in a base between 2 and 36, modulo 2^64; undefined for other texts. A
 * sign may be in front.
 */
export function parseInRadix(text: string, radix: number): Integer | undefined {
  const start = skipSpace(text, 0);
  const sign = text.charCodeAt(start);
  const digits = sign === MINUS || sign === PLUS ? start + 1 : start;
  const end = skipDigits(text, digits, radix);
  if (end === digits || !endsAt(text, end)) return undefined;
  // 2^64 in two halves: products of a half and a base are far below 2^53.
  let low = 0;
  let high = 0;
  for (let at = digits; at < end; at++) {
    low = low * radix + digitValue(text, at);
    high = (high * radix + Math.floor(low / TWO_32)) % TWO_32;
    low %= TWO_32;
  }
  const magnitude = (BigInt(high) << 32n) | BigInt(low);
  return fromBigInt(sign === MINUS ? -magnitude : magnitude);
}

const TWO_32 = 2 ** 32;
