import type { SequencesTried } from '../../../testing/observer.js';
import { textTable } from './text-table.js';

/** What the random sequences of a test have done, all together. */
export interface SequenceStatistics extends SequencesTried {
  /** Of the test. */
  readonly test: string;
}

/** Adds up what random sequences do, by test. */
export class SequenceRecorder {
  readonly #all: SequenceStatistics[] = [];
  #test = '';

  begin(suite: string, name: string): void {
    this.#test = suite === '' ? name : `${suite} ${name}`;
  }

  add(tried: SequencesTried): void {
    this.#all.push({ test: this.#test, ...tried });
  }

  get sequences(): readonly SequenceStatistics[] {
    return this.#all;
  }
}

/** How many calls of each kind took effect and how many were refused; a kind that never did anything is named. */
export function sequenceTable(statistics: readonly SequenceStatistics[]): string {
  if (statistics.length === 0) return '';
  const rows = statistics.flatMap(({ test, sequences, calls }) =>
    Object.entries(calls).map(([name, { effective, refused }]) => [
      `${test}  ${name}`,
      String(sequences),
      String(effective),
      String(refused),
    ]),
  );
  const idle = statistics.flatMap(({ test, calls }) =>
    Object.entries(calls)
      .filter(([, { effective }]) => effective === 0)
      .map(([name, { refused }]) =>
        refused === 0
          ? `Warning: ${test}: no sequence has called ${name}\n`
          : `Warning: ${test}: every one of the ${refused} calls of ${name} was refused\n`,
      ),
  );
  return textTable([['Random sequences', 'tried', 'took effect', 'refused'], ...rows]) + idle.join('');
}
