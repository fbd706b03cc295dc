import { looksLikeIndex, rememberOrder } from './json-order.js';
import { type Json, type JsonObject, JsonReal } from './json-value.js';

/** Maximum nesting of arrays and objects: deeper text is refused, since the parser is recursive. */
const MAX_DEPTH = 512;

/** Digits of an integer: turning more of them into a number takes time that grows with their square. */
const MAX_INTEGER_DIGITS = 1000;

const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;
/** Integers of at most this many characters fit a JavaScript number. */
const SAFE_CHARACTERS = 15;

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const FOUR_HEX = /^[0-9a-fA-F]{4}$/;
const TWO_HEX = /^[0-9a-fA-F]{2}$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

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
  const value = parser.value(0);
  if (options.trailing !== 'ignore') parser.end();
  return value;
}

class Parser {
  readonly #only64Bit: boolean;
  readonly #maxValues: number;
  readonly #wholeRealsAreIntegers: boolean;
  #position = 0;
  #values = 0;

  constructor(
    readonly text: string,
    { only64Bit = false, maxValues = Number.POSITIVE_INFINITY, wholeRealsAreIntegers = false }: ParseOptions,
  ) {
    this.#only64Bit = only64Bit;
    this.#maxValues = maxValues;
    this.#wholeRealsAreIntegers = wholeRealsAreIntegers;
  }

  value(depth: number): Json {
    const first = this.#next();
    if (++this.#values > this.#maxValues) {
      const { line, column } = this.#place();
      throw new JsonTooManyValues(`more than ${this.#maxValues} values`, line, column);
    }
    switch (first) {
      case '{':
        return this.#object(depth + 1);
      case '[':
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      case '':
        return this.#fail('a value is expected, but the text ends here');
      default:
        return this.#number();
    }
  }

  end(): void {
    if (this.#next() !== '') this.#fail('nothing more is expected after the value');
  }

  /** Skips white space and returns the character that follows, or an empty string at the end. */
  #next(): string {
    for (;;) {
      const character = this.text.charAt(this.#position);
      if (character !== ' ' && character !== '\n' && character !== '\r' && character !== '\t')
        return character;
      this.#position++;
    }
  }

  #object(depth: number): JsonObject {
    this.#checkDepth(depth);
    this.#position++;
    const object: Record<string, Json> = Object.create(null);
    const keys: string[] = [];
    let reordered = false;
    if (this.#next() === '}') {
      this.#position++;
      return object;
    }
    for (;;) {
      if (this.#next() !== '"') this.#fail('a member name in double quotes is expected');
      const key = this.#string();
      if (this.#next() !== ':') this.#fail('a colon is expected after the member name');
      this.#position++;
      const value = this.value(depth);
      if (!(key in object)) {
        object[key] = value;
        keys.push(key);
        reordered ||= looksLikeIndex(key);
      }
      const separator = this.#next();
      if (separator === ',') {
        this.#position++;
        continue;
      }
      if (separator !== '}') this.#fail('a comma or a closing brace is expected');
      this.#position++;
      if (reordered) rememberOrder(object, keys);
      return object;
    }
  }

  #array(depth: number): Json[] {
    this.#checkDepth(depth);
    this.#position++;
    const array: Json[] = [];
    if (this.#next() === ']') {
      this.#position++;
      return array;
    }
    for (;;) {
      array.push(this.value(depth));
      const separator = this.#next();
      if (separator === ',') {
        this.#position++;
        continue;
      }
      if (separator !== ']') this.#fail('a comma or a closing bracket is expected');
      this.#position++;
      return array;
    }
  }

  #checkDepth(depth: number): void {
    if (depth > MAX_DEPTH) this.#fail(`nested deeper than ${MAX_DEPTH} arrays and objects`);
  }

  #string(): string {
    const { text } = this;
    const start = ++this.#position;
    let plainFrom = start;
    let value = '';
    for (;;) {
      const code = text.charCodeAt(this.#position);
      if (code === QUOTE) {
        value += text.slice(plainFrom, this.#position++);
        return value;
      }
      if (code === BACKSLASH) {
        value += text.slice(plainFrom, this.#position);
        value += this.#escape();
        plainFrom = this.#position;
      } else if (code >= FIRST_PRINTABLE) {
        this.#position++;
      } else if (this.#position >= text.length) {
        this.#fail('the string is not closed');
      } else {
        this.#fail('a control character in a string must be written as an escape');
      }
    }
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
    const whole = this.#wholeRealsAreIntegers ? wholeDigits(token) : undefined;
    // A real beyond 64 bits is no syntax error, as an integer is: it stays what it is written as.
    if (whole === undefined || (this.#only64Bit && !fits64Bits(BigInt(whole)))) return new JsonReal(value);
    return this.#integer(whole);
  }

  #integer(token: string): number | bigint {
    if (token.length <= SAFE_CHARACTERS) return Number(token) + 0; // -0 is 0
    if (token.length > MAX_INTEGER_DIGITS) this.#fail(`an integer has at most ${MAX_INTEGER_DIGITS} digits`);
    const value = BigInt(token);
    if (this.#only64Bit && !fits64Bits(value)) {
      this.#fail('an integer is between -2^63 and 2^64-1');
    }
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  #fail(reason: string): never {
    const { line, column } = this.#place();
    throw new JsonSyntaxError(reason, line, column);
  }

  #place(): { readonly line: number; readonly column: number } {
    const before = this.text.slice(0, this.#position);
    const lineStart = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length, column: this.#position - lineStart + 1 };
  }
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
