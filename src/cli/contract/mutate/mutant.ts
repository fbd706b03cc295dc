import type { MutationOperator } from './operators.js';

/** Characters of a source, the first one and the one behind the last. */
export type TextRange = readonly [start: number, end: number];

/** A source with one small change, which some test should notice. */
export interface Mutant {
  readonly operator: MutationOperator;
  /** The source, as messages show it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly range: TextRange;
  readonly replacement: string;
  /** The lines, first and last, of the statement or condition that it is in: a test that reaches none cannot notice. */
  readonly lines: readonly [first: number, last: number];
}

/** What has become of a mutant. */
export type MutantStatus =
  /** A test has failed. */
  | 'killed'
  /** The tests did not end. */
  | 'timed-out'
  /** All tests have passed: nothing that they look at depends on what was changed. */
  | 'survived'
  /** No test reaches it, so none was run. */
  | 'not-reached'
  /** It cannot be compiled, and says nothing about the tests. */
  | 'invalid'
  /** It compiles to the same code, so no test could notice it. */
  | 'equivalent';

export interface MutantResult {
  readonly mutant: Mutant;
  readonly status: MutantStatus;
  /** The test that has noticed it. */
  readonly killedBy?: string | undefined;
}

/** A source whose mutants are made. */
export interface MutatedSource {
  /** As messages show it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** One character for each byte of Lua, UTF-16 of AssemblyScript. */
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
}

/** The text of a mutant. Lines keep their numbers: what is taken out leaves its line breaks. */
export function mutatedText(text: string, { range: [start, end], replacement }: Mutant): string {
  const breaks = (part: string): number => part.split('\n').length - 1;
  const missing = breaks(text.slice(start, end)) - breaks(replacement);
  return text.slice(0, start) + replacement + '\n'.repeat(Math.max(missing, 0)) + text.slice(end);
}

/** The lines around a change, before and after, as people read them. */
export function shownChange(source: MutatedSource, mutant: Mutant): { before: string; after: string } {
  const { text, encoding } = source;
  const [start, end] = mutant.range;
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const last = next < 0 ? text.length : next;
  const shown = (change: string): string => {
    const lines = text.slice(first, start) + change + text.slice(end, last);
    return Buffer.from(lines, encoding).toString('utf8').replace(/\s+/g, ' ').trim();
  };
  return { before: shown(text.slice(start, end)), after: shown(mutant.replacement) };
}
