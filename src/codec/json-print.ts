import { isUtf8 } from 'node:buffer';
import { formatFixed } from './fixed-decimals.js';
import { jsonEntries, orderedKeys } from './json-order.js';
import { isJsonObject, type Json, JsonDecimal, type JsonObject, JsonReal } from './json-value.js';

const REAL_DECIMALS = 8;
const INDENT = '    ';

/** What a string must not show as it is: quotes, backslashes, controls and halves of surrogate pairs. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u;
const ESCAPED = /["\\\p{Cc}\p{Cs}]/gu;
/** U+0080 to U+009F are control characters to Unicode, but plain text in UTF-8 (decision D26). */
const FIRST_PLAIN = 0x80;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Compact JSON as replies have it (spec 02 §1.5): no blanks, reals with eight decimals, other
 * control characters as `\u00XX` in capitals, `/` as it is. Byte strings print as text where they
 * are UTF-8, other bytes of them as `\u00XX` (decision D26). `undefined` members are omitted.
 *
 * @throws TypeError for a number that is neither an integer without loss nor wrapped in JsonReal.
 */
export function stringifyJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(stringifyJson).join(',')}]`;
  if (value instanceof JsonDecimal) return value.digits;
  if (value instanceof JsonReal) return formatFixed(value.value, REAL_DECIMALS);
  if (value instanceof Uint8Array) return quotedBytes(value);
  if (value instanceof Map) return compactMap(value as ReadonlyMap<string, Json>);
  return compactObject(value as JsonObject);
}

function compactObject(object: JsonObject): string {
  let text = '{';
  for (const key of orderedKeys(object)) {
    const member = object[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${quoted(key)}:${stringifyJson(member)}`;
  }
  return `${text}}`;
}

function compactMap(map: ReadonlyMap<string, Json>): string {
  const members: string[] = [];
  for (const [key, member] of map) members.push(`${quoted(key)}:${stringifyJson(member)}`);
  return `{${members.join(',')}}`;
}

/**
 * Indented JSON as the command line shows it (spec 02 §2.2): four blanks a level, `"key" : value`,
 * one element a line; an empty array or object takes two lines too.
 */
export function prettyJson(value: Json): string {
  return indented(value, '');
}

function indented(value: Json, indent: string): string {
  if (Array.isArray(value)) {
    const deeper = indent + INDENT;
    return block(
      '[',
      (value as readonly Json[]).map(element => deeper + indented(element, deeper)),
      `${indent}]`,
    );
  }
  if (value instanceof Map || isJsonObject(value)) {
    const deeper = indent + INDENT;
    const lines: string[] = [];
    for (const [key, member] of jsonEntries(value)) {
      lines.push(`${deeper}${quoted(key)} : ${indented(member, deeper)}`);
    }
    return block('{', lines, `${indent}}`);
  }
  return stringifyJson(value);
}

function block(opening: string, lines: readonly string[], closing: string): string {
  return lines.length === 0 ? `${opening}\n${closing}` : `${opening}\n${lines.join(',\n')}\n${closing}`;
}

function scalar(value: null | boolean | number | bigint | string): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      if (!Number.isSafeInteger(value)) {
        throw new TypeError(`${value} is not an exact integer: use a bigint, or JsonReal for a fraction`);
      }
      return String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (value === null) return 'null';
      throw new TypeError(`a ${typeof value} is not JSON`);
  }
}

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ESCAPED, escaped)}"` : `"${text}"`;
}

function escaped(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.charCodeAt(0);
  if (code >= FIRST_PLAIN && code <= 0xff) return character;
  return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function quotedBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return quoted(buffer.toString('utf8'));
  let text = '';
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer, at);
    text +=
      length === 0
        ? `\\u00${buffer.toString('hex', at, at + 1).toUpperCase()}`
        : quoted(buffer.toString('utf8', at, at + length)).slice(1, -1);
    at += Math.max(length, 1);
  }
  return `"${text}"`;
}

/** Length in bytes of the UTF-8 character at a position; 0 if there is no valid one. */
function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer[at]!;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const sequence = buffer.subarray(at, at + length);
  return sequence.length === length && isUtf8(sequence) ? length : 0;
}
