/** `string.format`: C's printf for one item at a time, with the limits of Lua 5.3.1 (spec 03 §6.5). */

import { toText } from '../interpreter/operations/convert.js';
import { toFloat } from '../value/arithmetic.js';
import { lowHalf, toBigInt, toDecimal } from '../value/int64.js';
import { formatExponent, formatFixed, formatGeneral, formatHexadecimal } from '../value/number/format.js';
import type { LuaRuntime } from '../value/runtime.js';
import { LuaFloat, type Value } from '../value/value.js';
import { checkInteger, checkNumber, checkString } from './arguments.js';
import { toStringValue } from './base.js';
import { LuaBuffer } from './buffer.js';
import { cString } from './c-string.js';

/** Room that the reference keeps for one formatted number or short string. */
const MAX_ITEM = 512;
/** Strings from this length on are copied whole when there is no precision. */
const LONG_STRING = 100;
const FLAGS = '-+ #0';
const DEFAULT_FLOAT_PRECISION = 6;
const ESCAPE = '%';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
/** Work of formatting an item, and of each digit of a float that is asked for. */
const ITEM_WORK = 12;
const FLOAT_WORK = 100;
const DIGIT_WORK = 10;

interface Item {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly option: string;
}

/** Reads flags, width and precision after a `%`. */
function scanItem(machine: LuaRuntime, format: string, from: number): { item: Item; end: number } {
  let at = from;
  while (at < format.length && FLAGS.includes(format[at]!)) at++;
  const flags = format.slice(from, at);
  if (flags.length > FLAGS.length) machine.libraryError('invalid format (repeated flags)');
  const digits = (): string => {
    const start = at;
    while (at - start < 2 && isDigit(format[at])) at++;
    return format.slice(start, at);
  };
  const width = digits();
  let precision: number | undefined;
  if (format[at] === '.') {
    at++;
    precision = Number(digits() || '0');
  }
  if (isDigit(format[at])) machine.libraryError('invalid format (width or precision too long)');
  return { item: { flags, width: Number(width || '0'), precision, option: format[at] ?? '\0' }, end: at + 1 };
}

function isDigit(c: string | undefined): boolean {
  return c !== undefined && c >= '0' && c <= '9';
}

/** Pads a text with spaces, or with zeros after its sign and prefix. */
function pad(item: Item, text: string, zerosAllowed: boolean): string {
  if (text.length >= item.width) return text;
  if (item.flags.includes('-')) return text.padEnd(item.width);
  if (!zerosAllowed || !item.flags.includes('0')) return text.padStart(item.width);
  const [head = ''] = /^[-+ ]?(?:0[xX])?/.exec(text) ?? [];
  return head + text.slice(head.length).padStart(item.width - head.length, '0');
}

/** A sign in front of what is not negative, as the flags ask. */
function withSign(item: Item, text: string): string {
  if (text.startsWith('-')) return text;
  if (item.flags.includes('+')) return `+${text}`;
  return item.flags.includes(' ') ? ` ${text}` : text;
}

function formatInteger(
  machine: LuaRuntime,
  item: Item,
  base: number,
  count: number,
  position: number,
): string {
  const n = checkInteger(machine, base, count, position);
  const signed = item.option === 'd' || item.option === 'i';
  let digits: string;
  if (signed) digits = toDecimal(n).replace('-', '');
  else {
    const radix = item.option === 'o' ? 8 : item.option === 'u' ? 10 : 16;
    digits = BigInt.asUintN(64, toBigInt(n)).toString(radix);
  }
  const isZero = n === 0;
  if (item.precision !== undefined)
    digits = isZero && item.precision === 0 ? '' : digits.padStart(item.precision, '0');
  if (item.flags.includes('#') && item.option === 'o' && !digits.startsWith('0')) digits = `0${digits}`;
  if (item.flags.includes('#') && (item.option === 'x' || item.option === 'X') && !isZero)
    digits = `0x${digits}`;
  const negative = signed && toDecimal(n).startsWith('-');
  const text = signed ? withSign(item, (negative ? '-' : '') + digits) : digits;
  const padded = pad(item, text, item.precision === undefined);
  return item.option === 'X' ? padded.toUpperCase() : padded;
}

function formatFloat(machine: LuaRuntime, item: Item, base: number, count: number, position: number): string {
  const n = checkNumber(machine, base, count, position);
  const f = n instanceof LuaFloat ? n : new LuaFloat(toFloat(n));
  const alternate = item.flags.includes('#');
  const precision = item.precision ?? DEFAULT_FLOAT_PRECISION;
  machine.work(FLOAT_WORK + DIGIT_WORK * precision);
  const lower = item.option.toLowerCase();
  let text: string;
  if (lower === 'a') text = formatHexadecimal(f, item.precision, alternate);
  else if (lower === 'e') text = formatExponent(f, precision, alternate);
  else if (lower === 'f') text = formatFixed(f, precision, alternate);
  else text = formatGeneral(f, precision, alternate);
  const padded = pad(item, withSign(item, text), Number.isFinite(f.n));
  return item.option === lower ? padded : padded.toUpperCase();
}

/** Adds a string in quotes that the lexer reads back. */
function addQuoted(buffer: LuaBuffer, text: string): void {
  buffer.add('"');
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    const n = text.charCodeAt(i);
    const isEscaped = n === QUOTE || n === BACKSLASH || n === NEWLINE;
    if (!isEscaped && n >= 32 && n !== 127) continue;
    buffer.add(text.slice(copied, i));
    copied = i + 1;
    if (isEscaped) buffer.add(`\\${text[i]}`);
    else buffer.add(`\\${isDigit(text[i + 1]) ? String(n).padStart(3, '0') : n}`);
  }
  buffer.add(text.slice(copied));
  buffer.add('"');
}

function formatString(
  machine: LuaRuntime,
  item: Item,
  base: number,
  position: number,
  buffer: LuaBuffer,
): void {
  const text = toText(machine, toStringValue(machine, machine.stack[base + position - 1]));
  if (text === undefined) machine.libraryError("'tostring' must return a string");
  if (item.precision === undefined && text.length >= LONG_STRING) {
    buffer.add(text);
    return;
  }
  buffer.add(pad(item, cString(text, item.precision), false));
}

/** The function `string.format`. */
export function format(machine: LuaRuntime, base: number, count: number): Value {
  const template = checkString(machine, base, count, 1).bytes;
  const buffer = new LuaBuffer(machine);
  let position = 1;
  for (let at = 0; at < template.length; ) {
    const next = template.indexOf(ESCAPE, at);
    if (next !== at) {
      const end = next < 0 ? template.length : next;
      buffer.add(template.slice(at, end));
      at = end;
      continue;
    }
    at++;
    if (template[at] === ESCAPE) {
      buffer.add(ESCAPE);
      at++;
      continue;
    }
    buffer.reserve(MAX_ITEM);
    if (++position > count) machine.argumentError(position, 'no value');
    const { item, end } = scanItem(machine, template, at);
    at = end;
    machine.work(ITEM_WORK + item.width + (item.precision ?? 0));
    switch (item.option) {
      case 'c':
        buffer.add(
          pad(item, String.fromCharCode(lowHalf(checkInteger(machine, base, count, position)) & 0xff), false),
        );
        break;
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        buffer.add(formatInteger(machine, item, base, count, position));
        break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'g':
      case 'G':
        buffer.add(formatFloat(machine, item, base, count, position));
        break;
      case 'q': {
        const text = checkString(machine, base, count, position).bytes;
        machine.work(text.length);
        addQuoted(buffer, text);
        break;
      }
      case 's':
        formatString(machine, item, base, position, buffer);
        break;
      default:
        machine.libraryError("invalid option '%%s' to 'format'", machine.shownCharacter(item.option));
    }
  }
  return machine.one(buffer.finish());
}
