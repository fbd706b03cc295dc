import { looksLikeIndex, rememberOrder } from './json-order.js';
import { type Json, JsonReal } from './json-value.js';
import type { Steps } from './steps.js';

/** Maximum nesting of arrays and objects: deeper text is refused, since what reads or prints values is recursive. */
const MAX_DEPTH = 512;

/** Digits of an integer: turning more of them into a number takes time that grows with their square. */
const MAX_INTEGER_DIGITS = 1000;

const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;
/** Integers of at most this many characters fit a JavaScript number. */
const SAFE_CHARACTERS = 15;

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
/** What is no white space. */
const NO_SPACE = /[^ \n\r\t]/g;
/** What is not taken as it stands in a text: its end, an escape, or a control character. */
const NO_PLAIN = /[^ !#-[\]-\uffff]/g;
/** White space, and characters of a text, that are looked at one by one before they are searched. */
const SHORT = 32;
/** Escapes of a text that are read in one step. */
const ESCAPES_IN_STEP = 50_000;
/** Pieces of a text that are joined at a time: a text of millions of pieces would take many times its memory. */
const PIECES = 4096;
const FOUR_HEX = /^[0-9a-fA-F]{4}$/;
const TWO_HEX = /^[0-9a-fA-F]{2}$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const SPACE = 0x20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Text that is not JSON, with the place where reading stopped. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';

  /**
   * @param reason - what was expected or is wrong, without the place
   * @param line - first line is 1
   * @param column - first column is 1, counted in UTF-16 units
   */
  constructor(
    readonly reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`line ${line}, column ${column}: ${reason}`);
  }
}

/** JSON that has more values than the reader accepts. */
export class JsonTooManyValues extends JsonSyntaxError {}

/** An array that has more elements than the reader accepts. */
export class JsonTooManyElements extends JsonSyntaxError {}

interface ParseOptions {
  /** What follows the first complete value: an error (the default), or ignored as RPC does (spec 02 §1.4). */
  readonly trailing?: 'reject' | 'ignore';
  /** Integers outside -2^63..2^64-1 are errors, as in requests to the reference (spec 02 §1.4). */
  readonly only64Bit?: boolean;
  /**
   * Most values, arrays and objects included, that are read: each takes some two hundred bytes of
   * memory, however few characters it is written with. Default: any number.
   */
  readonly maxValues?: number;
  /** Most elements of an array that is the whole text. Default: any number. */
  readonly maxElements?: number;
  /**
   * A number with a fraction or an exponent that means an integer, such as 1.0 and 1e8, is read as that
   * integer, exactly. Default: it is a JsonReal, as it was written.
   */
  readonly wholeRealsAreIntegers?: boolean;
}

/**
 * Reads JSON without loss. Integers are numbers where that is exact and bigints elsewhere; what is
 * written with a fraction or an exponent is a JsonReal. The first of equal keys wins. `\xHH` is
 * accepted besides the standard escapes. Objects have no prototype, so that no key is special, and
 * are printed again with their keys in the order in which they were written, even keys like `10`.
 *
 * @throws JsonSyntaxError, JsonTooManyValues
 */
export function parseJson(text: string | Buffer, options: ParseOptions = {}): Json {
  const parser = new Parser(typeof text === 'string' ? text : text.toString('utf8'), options);
  while (!parser.advance());
  return parser.result;
}

/** Values that are read in one step. */
const STEP = 1000;

/**
 * As {@link parseJson}, with pauses, so that a long text keeps nobody waiting.
 * @throws JsonSyntaxError, JsonTooManyValues
 */
export function* parseJsonInSteps(text: string, options: ParseOptions = {}): Steps<Json> {
  const parser = new Parser(text, options);
  for (let read = 1; !parser.advance(); read++) if (read % STEP === 0 || parser.isInText) yield;
  return parser.result;
}

/** An array or object of which the end is not read yet. */
type Unfinished =
  | { readonly array: Json[] }
  | {
      readonly object: Record<string, Json>;
      readonly keys: string[];
      /** The name of the member whose value comes next; undefined where the name itself does. */
      key: string | undefined;
      reordered: boolean;
    };

/** A text of which the end is not read yet. */
interface UnfinishedText {
  /** What is read, but for the pieces. */
  value: string;
  pieces: string[];
}

/** Reads one value after the other; what encloses them is on a stack, so that it can pause between them. */
class Parser {
  readonly #options: ParseOptions;
  readonly #maxValues: number;
  readonly #unfinished: Unfinished[] = [];
  #position = 0;
  #values = 0;
  #unfinishedText: UnfinishedText | undefined;
  #result: Json = null;

  constructor(
    readonly text: string,
    options: ParseOptions,
  ) {
    this.#options = options;
    this.#maxValues = options.maxValues ?? Number.POSITIVE_INFINITY;
  }

  /** What was read, after the last step. */
  get result(): Json {
    return this.#result;
  }

  /** Whether the last step has ended within a text. */
  get isInText(): boolean {
    return this.#unfinishedText !== undefined;
  }

  /**
   * Reads a value, the beginning of one that has others in it, the name of a member, or a part of a long text.
   * @returns whether everything is read
   */
  advance(): boolean {
    const enclosing = this.#unfinished.at(-1);
    if (enclosing !== undefined && 'object' in enclosing && enclosing.key === undefined) {
      enclosing.key = this.#memberName();
      return false;
    }
    if (this.#unfinishedText !== undefined) return this.#addText();
    const first = this.#next();
    if (++this.#values > this.#maxValues) {
      throw new JsonTooManyValues(`more than ${this.#maxValues} values`, ...this.#place());
    }
    switch (first) {
      case '{':
        return this.#openObject();
      case '[':
        return this.#openArray();
      case '"':
        this.#beginText();
        return this.#addText();
      case 't':
        return this.#add(this.#word('true', true));
      case 'f':
        return this.#add(this.#word('false', false));
      case 'n':
        return this.#add(this.#word('null', null));
      case '':
        return this.#fail('a value is expected, but the text ends here');
      default:
        return this.#add(this.#number());
    }
  }

  /** Skips white space and returns the character that follows, or an empty string at the end. */
  #next(): string {
    const { text } = this;
    for (const end = this.#position + SHORT; this.#position < end; this.#position++) {
      const code = text.charCodeAt(this.#position);
      if (code !== SPACE && code !== NEWLINE && code !== RETURN && code !== TAB) {
        return text.charAt(this.#position);
      }
    }
    this.#position = placeOf(NO_SPACE, text, this.#position);
    return text.charAt(this.#position);
  }

  #openObject(): boolean {
    this.#checkDepth();
    this.#position++;
    const object: Record<string, Json> = Object.create(null);
    if (this.#next() === '}') {
      this.#position++;
      return this.#add(object);
    }
    this.#unfinished.push({ object, keys: [], key: undefined, reordered: false });
    return false;
  }

  #openArray(): boolean {
    this.#checkDepth();
    this.#position++;
    const array: Json[] = [];
    if (this.#next() === ']') {
      this.#position++;
      return this.#add(array);
    }
    this.#unfinished.push({ array });
    return false;
  }

  /** A name and the colon behind it; undefined where only a part of the name is read. */
  #memberName(): string | undefined {
    if (this.#unfinishedText === undefined) {
      if (this.#next() !== '"') this.#fail('a member name in double quotes is expected');
      this.#beginText();
    }
    const key = this.#string();
    if (key === undefined) return undefined;
    if (this.#next() !== ':') this.#fail('a colon is expected after the member name');
    this.#position++;
    return key;
  }

  /** Puts a value where it belongs, and closes what ends behind it. @returns whether everything is read */
  #add(complete: Json): boolean {
    let value = complete;
    for (;;) {
      const enclosing = this.#unfinished.at(-1);
      if (enclosing === undefined) return this.#end(value);
      if ('array' in enclosing) {
        enclosing.array.push(value);
        if (this.#unfinished.length === 1) this.#checkElements(enclosing.array);
        const separator = this.#next();
        if (separator === ',') {
          this.#position++;
          return false;
        }
        if (separator !== ']') this.#fail('a comma or a closing bracket is expected');
        value = enclosing.array;
      } else {
        const { object, keys, key } = enclosing;
        if (key === undefined) return this.#fail('a member name in double quotes is expected');
        if (!(key in object)) {
          object[key] = value;
          keys.push(key);
          enclosing.reordered ||= looksLikeIndex(key);
        }
        const separator = this.#next();
        if (separator === ',') {
          this.#position++;
          enclosing.key = undefined;
          return false;
        }
        if (separator !== '}') this.#fail('a comma or a closing brace is expected');
        if (enclosing.reordered) rememberOrder(object, keys);
        value = object;
      }
      this.#position++;
      this.#unfinished.pop();
    }
  }

  #checkElements({ length }: readonly Json[]): void {
    const { maxElements = Number.POSITIVE_INFINITY } = this.#options;
    if (length <= maxElements) return;
    throw new JsonTooManyElements(`more than ${maxElements} elements`, ...this.#place());
  }

  #end(value: Json): true {
    this.#result = value;
    if (this.#options.trailing !== 'ignore' && this.#next() !== '') {
      this.#fail('nothing more is expected after the value');
    }
    return true;
  }

  #checkDepth(): void {
    if (this.#unfinished.length >= MAX_DEPTH)
      this.#fail(`nested deeper than ${MAX_DEPTH} arrays and objects`);
  }

  /** The next character is the quote that begins a text. */
  #beginText(): void {
    this.#position++;
    this.#unfinishedText = { value: '', pieces: [] };
  }

  /** Reads on in a text that is a value. */
  #addText(): boolean {
    const value = this.#string();
    return value !== undefined && this.#add(value);
  }

  /** Reads on in a text. @returns it, when its end is read */
  #string(): string | undefined {
    const { text } = this;
    const unfinished = this.#unfinishedText ?? this.#fail('a string is expected');
    for (let escapes = 0; escapes < ESCAPES_IN_STEP; escapes++) {
      const start = this.#position;
      const code = this.#skipPlain();
      const { pieces } = unfinished;
      if (code === QUOTE) {
        this.#unfinishedText = undefined;
        const rest = text.slice(start, this.#position++);
        return pieces.length === 0 ? unfinished.value + rest : unfinished.value + pieces.join('') + rest;
      }
      if (code !== BACKSLASH) this.#failInText();
      if (start < this.#position) pieces.push(text.slice(start, this.#position));
      pieces.push(this.#escape());
      if (pieces.length >= PIECES) {
        unfinished.value += pieces.join('');
        unfinished.pieces = [];
      }
    }
    return undefined;
  }

  /** Passes over what is taken as it stands. @returns the code of what follows, NaN at the end */
  #skipPlain(): number {
    const { text } = this;
    for (const end = this.#position + SHORT; this.#position < end; this.#position++) {
      const code = text.charCodeAt(this.#position);
      if (code === QUOTE || code === BACKSLASH || !(code >= FIRST_PRINTABLE)) return code;
    }
    this.#position = placeOf(NO_PLAIN, text, this.#position);
    return text.charCodeAt(this.#position);
  }

  #failInText(): never {
    if (this.#position >= this.text.length) return this.#fail('the string is not closed');
    return this.#fail('a control character in a string must be written as an escape');
  }

  #escape(): string {
    const letter = this.text.charAt(this.#position + 1);
    const plain = ESCAPES.get(letter);
    if (plain !== undefined) {
      this.#position += 2;
      return plain;
    }
    if (letter === 'u') return this.#hexEscape(4, FOUR_HEX);
    if (letter === 'x') return this.#hexEscape(2, TWO_HEX);
    return this.#fail('unknown escape; known are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uHHHH \\xHH');
  }

  #hexEscape(digits: number, pattern: RegExp): string {
    const from = this.#position + 2;
    const hex = this.text.slice(from, from + digits);
    if (!pattern.test(hex)) this.#fail(`the escape needs ${digits} hex digits`);
    this.#position = from + digits;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #word<T extends Json>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#position)) this.#fail('a value is expected');
    this.#position += word.length;
    return value;
  }

  #number(): Json {
    NUMBER.lastIndex = this.#position;
    const match = NUMBER.exec(this.text);
    if (match === null) return this.#fail('a value is expected');
    const [token, fraction, exponent] = match;
    const value = fraction === undefined && exponent === undefined ? this.#integer(token) : this.#real(token);
    this.#position += token.length;
    return value;
  }

  #real(token: string): JsonReal | number | bigint {
    const value = Number(token);
    if (!Number.isFinite(value)) this.#fail('the number is too large for a double');
    const whole = this.#options.wholeRealsAreIntegers === true ? wholeDigits(token) : undefined;
    // A real beyond 64 bits is no syntax error, as an integer is: it stays what it is written as.
    if (whole === undefined || (this.#options.only64Bit === true && !fits64Bits(BigInt(whole))))
      return new JsonReal(value);
    return this.#integer(whole);
  }

  #integer(token: string): number | bigint {
    if (token.length <= SAFE_CHARACTERS) return Number(token) + 0; // -0 is 0
    if (token.length > MAX_INTEGER_DIGITS) this.#fail(`an integer has at most ${MAX_INTEGER_DIGITS} digits`);
    const value = BigInt(token);
    if (this.#options.only64Bit === true && !fits64Bits(value)) {
      this.#fail('an integer is between -2^63 and 2^64-1');
    }
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  #fail(reason: string): never {
    throw new JsonSyntaxError(reason, ...this.#place());
  }

  /** Line and column. Line breaks are white space between values only: texts have them escaped. */
  #place(): [line: number, column: number] {
    let line = 1;
    let lineStart = 0;
    for (let i = 0; i < this.#position; i++) {
      if (this.text.charCodeAt(i) !== NEWLINE) continue;
      line++;
      lineStart = i + 1;
    }
    return [line, this.#position - lineStart + 1];
  }
}

/** Where a pattern matches from a place on; the end of the text where it does not. */
function placeOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

function fits64Bits(value: bigint): boolean {
  return value >= MIN_INT64 && value <= MAX_UINT64;
}

/** Zeros that an exponent may stand for: more than any amount has. */
const MAX_ZEROS = 30;

/** The digits of the integer that a number with a fraction or an exponent means; undefined where it means none. */
function wholeDigits(token: string): string | undefined {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = integer + fraction;
  const places = Number(exponent) - fraction.length;
  if (digits.length > 2 * MAX_ZEROS || Math.abs(places) > MAX_ZEROS) return undefined;
  if (places >= 0) return sign + (digits + '0'.repeat(places)).replace(/^0+(?=\d)/, '');
  const behind = digits.slice(places).padStart(-places, '0');
  if (/[^0]/.test(behind)) return undefined;
  return sign + (digits.slice(0, places) || '0').replace(/^0+(?=\d)/, '');
}
