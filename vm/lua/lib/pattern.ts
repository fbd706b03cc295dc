/** Lua patterns: the matcher of the reference, with a budget of work (spec 03 §6.5, O-3). */
import type { LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';
import type { Value } from '../value/value.js';

const MAX_CAPTURES = 32;
const MAX_DEPTH = 200;
/** Work of a capture beyond that of the item that begins it. */
const CAPTURE_WORK = 4;
/** Lengths of captures that have none: still open, and position captures. */
const CAPTURE_OPEN = -1;
const CAPTURE_POSITION = -2;
const NO_MATCH = -1;

const ESCAPE = 0x25;
const code = (character: string): number => character.charCodeAt(0);

/** One search: a subject, a pattern, and the captures found so far. */
export class Matcher {
  level = 0;
  readonly starts: number[] = [];
  readonly lengths: number[] = [];
  private depth = MAX_DEPTH;

  constructor(
    private readonly machine: LuaRuntime,
    private readonly subject: string,
    private readonly pattern: string,
  ) {}

  /** Forgets captures before another attempt. */
  reset(): void {
    this.level = 0;
    this.depth = MAX_DEPTH;
  }

  /** The end of the match of the pattern from `p` on at a position of the subject, or -1. */
  match(at: number, from: number): number {
    this.machine.work(1);
    if (this.depth-- === 0) this.machine.libraryError('pattern too complex');
    const end = this.matchHere(at, from);
    this.depth++;
    return end;
  }

  private matchHere(at: number, from: number): number {
    const { subject, pattern } = this;
    let s = at;
    let p = from;
    while (p !== pattern.length) {
      this.machine.work(2);
      const c = pattern.charCodeAt(p);
      if (c === code('(')) {
        return pattern.charCodeAt(p + 1) === code(')')
          ? this.startCapture(s, p + 2, CAPTURE_POSITION)
          : this.startCapture(s, p + 1, CAPTURE_OPEN);
      }
      if (c === code(')')) return this.endCapture(s, p + 1);
      if (c === code('$') && p + 1 === pattern.length) return s === subject.length ? s : NO_MATCH;
      if (c === ESCAPE) {
        const special = pattern.charCodeAt(p + 1);
        if (special === code('b')) {
          s = this.matchBalance(s, p + 2);
          if (s === NO_MATCH) return NO_MATCH;
          p += 4;
          continue;
        }
        if (special === code('f')) {
          p += 2;
          if (pattern.charCodeAt(p) !== code('[')) {
            this.machine.libraryError("missing '[' after '%f' in pattern");
          }
          const classEnd = this.classEnd(p);
          const previous = s === 0 ? 0 : subject.charCodeAt(s - 1);
          const current = s < subject.length ? subject.charCodeAt(s) : 0;
          if (this.matchSet(previous, p, classEnd - 1) || !this.matchSet(current, p, classEnd - 1))
            return NO_MATCH;
          p = classEnd;
          continue;
        }
        if (special >= 0x30 && special <= 0x39) {
          s = this.matchBackReference(s, special);
          if (s === NO_MATCH) return NO_MATCH;
          p += 2;
          continue;
        }
      }
      // A single character class, with what may follow it.
      const end = this.classEnd(p);
      const suffix = pattern.charCodeAt(end);
      if (suffix === code('?')) {
        if (this.matchSingle(s, p, end)) {
          const result = this.match(s + 1, end + 1);
          if (result !== NO_MATCH) return result;
        }
        p = end + 1;
        continue;
      }
      if (suffix === code('*')) return this.maxExpand(s, p, end);
      if (suffix === code('+')) return this.matchSingle(s, p, end) ? this.maxExpand(s + 1, p, end) : NO_MATCH;
      if (suffix === code('-')) return this.minExpand(s, p, end);
      if (!this.matchSingle(s, p, end)) return NO_MATCH;
      s++;
      p = end;
    }
    return s;
  }

  private classEnd(from: number): number {
    const { pattern } = this;
    let p = from;
    const c = pattern.charCodeAt(p++);
    if (c === ESCAPE) {
      if (p === pattern.length) this.machine.libraryError("malformed pattern (ends with '%')");
      return p + 1;
    }
    if (c === code('[')) {
      if (pattern.charCodeAt(p) === code('^')) p++;
      do {
        this.machine.work(1);
        if (p === pattern.length) this.machine.libraryError("malformed pattern (missing ']')");
        if (pattern.charCodeAt(p++) === ESCAPE && p < pattern.length) p++;
      } while (pattern.charCodeAt(p) !== code(']'));
      return p + 1;
    }
    return p;
  }

  private matchSingle(s: number, p: number, end: number): boolean {
    if (s >= this.subject.length) return false;
    const c = this.subject.charCodeAt(s);
    switch (this.pattern.charCodeAt(p)) {
      case 0x2e:
        return true;
      case ESCAPE:
        return matchClass(c, this.pattern.charCodeAt(p + 1));
      case 0x5b:
        return this.matchSet(c, p, end - 1);
      default:
        return this.pattern.charCodeAt(p) === c;
    }
  }

  /** Whether a character is in the set from `[` to `]`. */
  private matchSet(c: number, from: number, end: number): boolean {
    const { pattern } = this;
    let p = from + 1;
    let found = true;
    if (pattern.charCodeAt(p) === code('^')) {
      found = false;
      p++;
    }
    for (; p < end; p++) {
      this.machine.work(1);
      if (pattern.charCodeAt(p) === ESCAPE) {
        p++;
        if (matchClass(c, pattern.charCodeAt(p))) return found;
      } else if (pattern.charCodeAt(p + 1) === code('-') && p + 2 < end) {
        if (pattern.charCodeAt(p) <= c && c <= pattern.charCodeAt(p + 2)) return found;
        p += 2;
      } else if (pattern.charCodeAt(p) === c) {
        return found;
      }
    }
    return !found;
  }

  private matchBalance(s: number, p: number): number {
    if (p + 1 >= this.pattern.length) {
      this.machine.libraryError("malformed pattern (missing arguments to '%b')");
    }
    const open = this.pattern.charCodeAt(p);
    const close = this.pattern.charCodeAt(p + 1);
    if (this.subject.charCodeAt(s) !== open) return NO_MATCH;
    let nesting = 1;
    for (let at = s + 1; at < this.subject.length; at++) {
      this.machine.work(1);
      const c = this.subject.charCodeAt(at);
      if (c === close) {
        if (--nesting === 0) return at + 1;
      } else if (c === open) {
        nesting++;
      }
    }
    return NO_MATCH;
  }

  private maxExpand(s: number, p: number, end: number): number {
    let i = 0;
    while (this.matchSingle(s + i, p, end)) {
      this.machine.work(1);
      i++;
    }
    for (; i >= 0; i--) {
      const result = this.match(s + i, end + 1);
      if (result !== NO_MATCH) return result;
    }
    return NO_MATCH;
  }

  private minExpand(from: number, p: number, end: number): number {
    for (let s = from; ; s++) {
      const result = this.match(s, end + 1);
      if (result !== NO_MATCH) return result;
      if (!this.matchSingle(s, p, end)) return NO_MATCH;
    }
  }

  private startCapture(s: number, p: number, kind: number): number {
    this.machine.work(CAPTURE_WORK);
    if (this.level >= MAX_CAPTURES) this.machine.libraryError('too many captures');
    this.starts[this.level] = s;
    this.lengths[this.level] = kind;
    this.level++;
    const result = this.match(s, p);
    if (result === NO_MATCH) this.level--;
    return result;
  }

  private endCapture(s: number, p: number): number {
    let open = this.level - 1;
    while (open >= 0 && this.lengths[open] !== CAPTURE_OPEN) open--;
    if (open < 0) this.machine.libraryError('invalid pattern capture');
    this.lengths[open] = s - this.starts[open]!;
    const result = this.match(s, p);
    if (result === NO_MATCH) this.lengths[open] = CAPTURE_OPEN;
    return result;
  }

  private matchBackReference(s: number, digit: number): number {
    const index = digit - code('1');
    if (index < 0 || index >= this.level || this.lengths[index] === CAPTURE_OPEN) {
      this.machine.libraryError('invalid capture index %%s', index + 1);
    }
    const length = this.lengths[index]!;
    this.machine.work(Math.max(length, 0));
    const start = this.starts[index]!;
    // A position capture has no length: as in the reference its huge unsigned length never fits.
    if (length < 0 || this.subject.length - s < length) return NO_MATCH;
    for (let i = 0; i < length; i++) {
      if (this.subject.charCodeAt(start + i) !== this.subject.charCodeAt(s + i)) return NO_MATCH;
    }
    return s + length;
  }

  /** Bytes of a capture, or the position of a position capture. */
  private captured(index: number, start: number, end: number): string | number {
    if (index >= this.level) {
      if (index === 0) return this.subject.slice(start, end);
      this.machine.libraryError('invalid capture index %%s', index + 1);
    }
    const length = this.lengths[index]!;
    if (length === CAPTURE_OPEN) this.machine.libraryError('unfinished capture');
    const from = this.starts[index]!;
    return length === CAPTURE_POSITION ? from + 1 : this.subject.slice(from, from + length);
  }

  /** A capture as a value; without captures the whole match is the first. */
  capture(index: number, start: number, end: number): LuaString | number {
    const captured = this.captured(index, start, end);
    return typeof captured === 'number' ? captured : this.machine.string(captured);
  }

  /**
   * All captures as values.
   *
   * @param wholeIfNone - whether the whole match counts when there are no captures
   */
  captures(start: number, end: number, wholeIfNone: boolean): Value[] {
    const count = this.level === 0 && wholeIfNone ? 1 : this.level;
    const values: Value[] = [];
    for (let i = 0; i < count; i++) values.push(this.capture(i, start, end));
    return values;
  }
}

/** Whether a character belongs to the class of a letter after `%`; other characters match themselves. */
function matchClass(c: number, classCode: number): boolean {
  const lower = classCode | 0x20;
  let matches: boolean;
  switch (String.fromCharCode(lower)) {
    case 'a':
      matches = isAlpha(c);
      break;
    case 'c':
      matches = c < 32 || c === 127;
      break;
    case 'd':
      matches = isDigit(c);
      break;
    case 'g':
      matches = c > 32 && c < 127;
      break;
    case 'l':
      matches = c >= 97 && c <= 122;
      break;
    case 'p':
      matches = c > 32 && c < 127 && !isAlpha(c) && !isDigit(c);
      break;
    case 's':
      matches = c === 32 || (c >= 9 && c <= 13);
      break;
    case 'u':
      matches = c >= 65 && c <= 90;
      break;
    case 'w':
      matches = isAlpha(c) || isDigit(c);
      break;
    case 'x':
      matches = isDigit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102);
      break;
    case 'z':
      matches = c === 0;
      break;
    default:
      return classCode === c;
  }
  if (!isAlpha(classCode)) return classCode === c;
  return classCode === lower ? matches : !matches;
}

const isAlpha = (c: number): boolean => (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
