import type { Mutant, TextRange } from './mutant.js';
import type { Dialect, MutationOperator } from './operators.js';

const INTEGER = /^(?:0x[0-9a-f_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*)$/i;

/** Comments and parentheses, which can stand between an operator and its operands. */
export interface SourceNotation {
  readonly dialect: Dialect;
  /** Matches one comment of the language; sticky. */
  readonly comment: RegExp;
}

/** Where a syntax tree can be changed: the languages find the places, this makes the mutants. */
export class MutationSites {
  readonly #file: string;
  readonly #text: string;
  readonly #notation: SourceNotation;
  /** Where each line begins. */
  readonly #lines: readonly number[];
  readonly #mutants = new Map<string, Mutant>();

  constructor(file: string, text: string, notation: SourceNotation) {
    this.#file = file;
    this.#text = text;
    this.#notation = notation;
    this.#lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  /** In the order of the source, each change once. */
  get mutants(): readonly Mutant[] {
    return [...this.#mutants.values()].sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
  }

  text([start, end]: TextRange): string {
    return this.#text.slice(start, end);
  }

  /** @param within - the statement or condition that the change is in */
  replace(operator: MutationOperator, range: TextRange, replacement: string, within: TextRange): void {
    if (this.text(range) === replacement) return;
    this.#mutants.set(`${range.join()} ${replacement}`, {
      operator,
      file: this.#file,
      line: this.#lineAt(range[0]),
      column: range[0] - this.#text.lastIndexOf('\n', range[0] - 1),
      range,
      replacement,
      lines: [this.#lineAt(within[0]), this.#lineAt(Math.max(within[0], within[1] - 1))],
    });
  }

  /** The operator that stands in a part of the text, beside comments and parentheses. */
  signOf(between: TextRange): string {
    return this.text(this.#signIn(between));
  }

  /** The operator that stands between two operands, or in front of or behind one. */
  sign(between: TextRange, within: TextRange): void {
    const range = this.#signIn(between);
    const change = this.#notation.dialect.changes.get(this.text(range));
    if (change === undefined) return;
    for (const becomes of change.becomes) this.replace(change.operator, range, becomes, within);
  }

  /** A sign in front of an operand that can be taken out. */
  prefix(before: TextRange, within: TextRange): void {
    this.replace('negation', this.#signIn(before), '', within);
  }

  /** A condition. A comparison is not negated, as its operator becomes the opposite anyway. */
  condition(range: TextRange, constants: readonly boolean[], isComparison: boolean): void {
    for (const constant of constants) this.replace('condition', range, String(constant), range);
    if (!isComparison) {
      this.replace('negation', range, this.#notation.dialect.not(this.text(range)), range);
    }
  }

  /** A whole number as it is written. */
  integer(range: TextRange, within: TextRange): void {
    const written = this.text(range);
    // A small change of a float is too easily lost in rounding.
    if (!INTEGER.test(written)) return;
    const value = BigInt(written.replaceAll('_', ''));
    this.replace('constant', range, String(value + 1n), within);
    if (value > 0n) this.replace('constant', range, String(value - 1n), within);
  }

  #signIn([start, end]: TextRange): TextRange {
    const gap = withoutComments(this.#text.slice(start, end), this.#notation.comment);
    const sign = /[^\s()]+/.exec(gap);
    if (sign === null) return [start, start];
    return [start + sign.index, start + sign.index + sign[0].length];
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#lines.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** Blanks in the place of comments. */
function withoutComments(text: string, comment: RegExp): string {
  return text.replace(comment, found => ' '.repeat(found.length));
}
