/** The string functions (spec 03 §6.3, §6.5). */

import { isTrue, toText } from '../interpreter/operations/convert.js';
import { index } from '../interpreter/operations/fields.js';
import { isNumber } from '../value/arithmetic.js';
import { Builtin, isFunction } from '../value/function.js';
import { typeName } from '../value/metamethods.js';
import type { Library, LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Value } from '../value/value.js';
import {
  argument,
  checkFunctionType,
  checkIndex,
  checkString,
  optionalIndex,
  optionalString,
} from './arguments.js';
import { LuaBuffer } from './buffer.js';
import { findText } from './find-text.js';
import { format } from './format.js';
import { packFunctions } from './pack.js';
import { Matcher } from './pattern.js';

const SPECIALS = '^$*+?.([%-';
/** Characters of a pattern that are looked at for a unit of work. */
const PATTERN_BYTES = 4;
const MAX_INT = 2147483647;
const C_CLOSURE_BYTES = 32;
const GMATCH_UPVALUE_BYTES = 3 * 16;
const HOST_ITERATOR_BYTES = 200;

/** A position that may count from the end, as one from the start. */
function fromStart(position: number, length: number): number {
  if (position >= 0) return position;
  return -position > length ? 0 : length + position + 1;
}

/** Whether a pattern has characters that do not stand for themselves. */
function hasSpecials(machine: LuaRuntime, pattern: string): boolean {
  machine.work(Math.ceil(pattern.length / PATTERN_BYTES));
  for (let i = 0; i < pattern.length; i++) if (SPECIALS.includes(pattern[i]!)) return true;
  return false;
}

function find(machine: LuaRuntime, base: number, count: number, positions: boolean): Value {
  const subject = checkString(machine, base, count, 1).bytes;
  let pattern = checkString(machine, base, count, 2).bytes;
  const init = Math.max(fromStart(optionalIndex(machine, base, count, 3, 1), subject.length), 1);
  if (init > subject.length + 1) return machine.one(undefined);
  if (positions && (isTrue(argument(machine, base, count, 4)) || !hasSpecials(machine, pattern))) {
    const at = findText(machine, subject, pattern, init - 1);
    return at < 0 ? machine.one(undefined) : machine.many([at + 1, at + pattern.length]);
  }
  const anchored = pattern.startsWith('^');
  if (anchored) pattern = pattern.slice(1);
  const matcher = new Matcher(machine, subject, pattern);
  for (let start = init - 1; start <= subject.length; start++) {
    matcher.reset();
    const end = matcher.match(start, 0);
    if (end >= 0) {
      const captures = matcher.captures(start, end, !positions);
      return machine.many(positions ? [start + 1, end, ...captures] : captures);
    }
    if (anchored) break;
  }
  return machine.one(undefined);
}

function gmatch(machine: LuaRuntime, base: number, count: number): Value {
  const subject = checkString(machine, base, count, 1).bytes;
  const pattern = checkString(machine, base, count, 2).bytes;
  machine.chargeMemory(C_CLOSURE_BYTES + GMATCH_UPVALUE_BYTES);
  machine.hold(HOST_ITERATOR_BYTES);
  let from = 0;
  const iterate = (running: LuaRuntime): Value => {
    const matcher = new Matcher(running, subject, pattern);
    for (let start = from; start <= subject.length; start++) {
      matcher.reset();
      const end = matcher.match(start, 0);
      if (end < 0) continue;
      from = end === start ? end + 1 : end;
      return running.many(matcher.captures(start, end, true));
    }
    from = subject.length + 1;
    return running.none();
  };
  return machine.one(new Builtin('?', iterate, machine.newId()));
}

/** Adds a replacement text, in which `%n` stands for a capture. */
function addReplacement(
  machine: LuaRuntime,
  buffer: LuaBuffer,
  matcher: Matcher,
  replacement: string,
  subject: string,
  start: number,
  end: number,
): void {
  for (let i = 0; i < replacement.length; i++) {
    machine.work(2);
    const c = replacement[i]!;
    if (c !== '%') {
      buffer.add(c);
      continue;
    }
    const next = replacement[++i] ?? '\0';
    if (next === '%') buffer.add('%');
    else if (next === '0') buffer.add(subject.slice(start, end));
    else if (next >= '1' && next <= '9') {
      const capture = matcher.capture(Number(next) - 1, start, end);
      buffer.add(typeof capture === 'number' ? machine.string(String(capture)).bytes : capture.bytes);
    } else {
      machine.libraryError("invalid use of '%s' in replacement string", '%');
    }
  }
}

function gsub(machine: LuaRuntime, base: number, count: number): Value {
  const subject = checkString(machine, base, count, 1).bytes;
  let pattern = checkString(machine, base, count, 2).bytes;
  const replacement = argument(machine, base, count, 3);
  const limit = optionalIndex(machine, base, count, 4, subject.length + 1);
  const replacementText = toText(machine, replacement);
  if (replacementText === undefined && !isFunction(replacement) && !(replacement instanceof LuaTable)) {
    machine.argumentError(3, 'string/function/table expected');
  }
  const anchored = pattern.startsWith('^');
  if (anchored) pattern = pattern.slice(1);
  const matcher = new Matcher(machine, subject, pattern);
  const buffer = new LuaBuffer(machine);

  const addValue = (start: number, end: number): void => {
    if (replacementText !== undefined) {
      addReplacement(machine, buffer, matcher, replacementText, subject, start, end);
      return;
    }
    const captures = matcher.captures(start, end, true);
    const v = isFunction(replacement)
      ? callWithList(machine, replacement, captures)
      : index(machine, replacement, captures[0]);
    const text = isTrue(v) ? toText(machine, v) : machine.string(subject.slice(start, end)).bytes;
    if (text === undefined) machine.libraryError('invalid replacement value (a %s)', typeName(v));
    if (isNumber(v)) machine.internShort(text);
    buffer.add(text);
  };

  let at = 0;
  let replaced = 0;
  while (replaced < limit) {
    machine.work(1);
    matcher.reset();
    const end = matcher.match(at, 0);
    if (end >= 0) {
      replaced++;
      addValue(at, end);
    }
    if (end > at) at = end;
    else if (at < subject.length) buffer.add(subject[at++]!);
    else break;
    if (anchored) break;
  }
  buffer.add(subject.slice(at));
  return machine.many([buffer.finish(), replaced]);
}

/** Calls a function with any number of arguments for its first result. */
function callWithList(machine: LuaRuntime, f: Value, args: readonly Value[]): Value {
  const func = machine.pushAt;
  machine.stack[func] = f;
  args.forEach((v, n) => {
    machine.stack[func + 1 + n] = v;
  });
  const first = machine.callAt(func, args.length);
  return machine.one(first);
}

/** Bytes that are changed for a unit of work. */
const MAPPED_BYTES = 4;

/** Flips the case of the letters from a code on. */
function flipCase(bytes: Buffer, first: number): void {
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i]!;
    if (c >= first && c < first + 26) bytes[i] = c ^ 0x20;
  }
}

function mapped(change: (bytes: Buffer) => void) {
  return (machine: LuaRuntime, base: number, count: number): Value => {
    const text = checkString(machine, base, count, 1).bytes;
    machine.work(Math.ceil(text.length / MAPPED_BYTES));
    const buffer = new LuaBuffer(machine);
    buffer.reserve(text.length);
    const bytes = Buffer.from(text, 'latin1');
    change(bytes);
    buffer.add(bytes.toString('latin1'));
    return buffer.finish();
  };
}

export const stringLibrary: Library = {
  byte(machine, base, count) {
    const text = checkString(machine, base, count, 1).bytes;
    const first = fromStart(optionalIndex(machine, base, count, 2, 1), text.length);
    const last = fromStart(optionalIndex(machine, base, count, 3, first), text.length);
    const from = Math.max(first, 1);
    const to = Math.min(last, text.length);
    if (from > to) return machine.none();
    if (from === to) return text.charCodeAt(from - 1);
    const n = to - from + 1;
    machine.reserve(base + count, n, 'string slice too long');
    machine.work(n);
    const bytes = new Array<Value>(n);
    for (let i = 0; i < n; i++) bytes[i] = text.charCodeAt(from - 1 + i);
    return machine.many(bytes);
  },

  char(machine, base, count) {
    const buffer = new LuaBuffer(machine);
    buffer.reserve(count);
    machine.work(count);
    const bytes = Buffer.allocUnsafe(count);
    for (let position = 1; position <= count; position++) {
      const c = checkIndex(machine, base, count, position);
      if (c < 0 || c > 255) machine.argumentError(position, 'value out of range');
      bytes[position - 1] = c;
    }
    buffer.add(bytes.toString('latin1'));
    return buffer.finish();
  },

  dump(machine, base, count) {
    checkFunctionType(machine, base, count, 1);
    return machine.libraryError('unable to dump given function');
  },

  find: (machine, base, count) => find(machine, base, count, true),
  format,
  gmatch,
  gsub,

  len: (machine, base, count) => checkString(machine, base, count, 1).bytes.length,

  lower: mapped(bytes => flipCase(bytes, 0x41)),

  match: (machine, base, count) => find(machine, base, count, false),

  rep(machine, base, count) {
    const text = checkString(machine, base, count, 1).bytes;
    const n = checkIndex(machine, base, count, 2);
    const separator = optionalString(machine, base, count, 3)?.bytes ?? '';
    const unit = text.length + separator.length;
    if (n <= 0 || unit === 0) return machine.string('');
    if (unit > MAX_INT / n) machine.libraryError('resulting string too large');
    const buffer = new LuaBuffer(machine);
    const total = n * text.length + (n - 1) * separator.length;
    buffer.reserve(total);
    machine.hold(total);
    const repeated = separator === '' ? text.repeat(n) : (text + separator).repeat(n - 1) + text;
    machine.hold(-total);
    buffer.add(repeated);
    return buffer.finish();
  },

  reverse: mapped(bytes => bytes.reverse()),

  sub(machine, base, count) {
    const string: LuaString = checkString(machine, base, count, 1);
    const length = string.bytes.length;
    const from = Math.max(fromStart(checkIndex(machine, base, count, 2), length), 1);
    const to = Math.min(fromStart(optionalIndex(machine, base, count, 3, -1), length), length);
    return machine.string(from > to ? '' : string.bytes.slice(from - 1, to));
  },

  upper: mapped(bytes => flipCase(bytes, 0x61)),

  ...packFunctions,
};
