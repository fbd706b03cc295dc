import { type MutantResult, type MutantStatus, type MutatedSource, shownChange } from './mutant.js';

/** The mutants of a source and what has become of them. */
export interface SourceMutations {
  readonly source: MutatedSource;
  readonly results: readonly MutantResult[];
}

/** Percent of the mutants that count that were noticed; 100 where there are none. */
export function scoreOf(results: readonly MutantResult[]): number {
  const noticed = countOf(results, 'killed') + countOf(results, 'timed-out');
  const counting = results.length - countOf(results, 'invalid') - countOf(results, 'equivalent');
  return counting === 0 ? 100 : (noticed / counting) * 100;
}

/** Rounded down, so that 100.0 means all. */
export function scoreText(score: number): string {
  return (Math.floor(score * 10) / 10).toFixed(1);
}

export function countOf(results: readonly MutantResult[], status: MutantStatus): number {
  return results.filter(each => each.status === status).length;
}

/** What each status is called in sums, in their order. */
const SUMS: readonly (readonly [MutantStatus, string])[] = [
  ['killed', 'killed'],
  ['timed-out', 'stopped, as they did not end'],
  ['survived', 'survived'],
  ['not-reached', 'reached by no test'],
  ['equivalent', 'compiled to the same code'],
  ['invalid', 'not compilable'],
];

/** For people: the survivors first, then the sums. */
export function mutationText(mutations: readonly SourceMutations[]): string {
  const survivors = mutations.flatMap(({ source, results }) =>
    results
      .filter(({ status }) => status === 'survived' || status === 'not-reached')
      .map(result => survivorText(source, result)),
  );
  const sums = mutations.map(({ source, results }) => {
    const parts = SUMS.flatMap(([status, name]) => {
      const count = countOf(results, status);
      return count === 0 ? [] : [`${count} ${name}`];
    });
    return `${source.file}: ${results.length} mutants: ${parts.join(', ')}\n  score ${scoreText(scoreOf(results))} %\n`;
  });
  return [...survivors, ...sums].join('\n');
}

function survivorText(source: MutatedSource, { mutant, status }: MutantResult): string {
  const { before, after } = shownChange(source, mutant);
  const { file, line, column, operator } = mutant;
  const what = status === 'survived' ? 'survived' : 'reached by no test';
  return `${file}:${line}:${column}: ${operator}, ${what}\n  - ${before}\n  + ${after || 'nothing'}\n`;
}

/** For programs: one document. */
export function mutationJson(mutations: readonly SourceMutations[], seed: number): string {
  const files = mutations.map(({ source, results }) => ({
    file: source.file,
    score: scoreOf(results),
    mutants: results.map(({ mutant, status, killedBy }) => {
      const { operator, line, column, replacement, range } = mutant;
      const original = source.text.slice(...range);
      return {
        operator,
        line,
        column,
        original,
        replacement,
        ...shownChange(source, mutant),
        status,
        killedBy,
      };
    }),
  }));
  const score = scoreOf(mutations.flatMap(({ results }) => results));
  return `${JSON.stringify({ score, seed, files }, undefined, 2)}\n`;
}
