import type { BenchmarkResult } from '../result.js';

/** The figures of a benchmark, as {@link BenchmarkResult} has them. */
export type Figures = BenchmarkResult['figures'];

/** Figures by name, those of a group as `group.name`. */
export type FlatFigures = ReadonlyMap<string, number>;

/** The figures of several benchmarks together: each begins with the name of its benchmark and a dot. */
export function named(figures: ReadonlyMap<string, Figures>): Figures {
  return Object.fromEntries(
    [...figures].flatMap(([name, own]) =>
      Object.entries(own).map(([key, value]) => [`${name}.${key}`, value] as const),
    ),
  );
}

/** Brings figures that stand in groups to one level. */
export function flat(figures: Figures): FlatFigures {
  return new Map(
    Object.entries(figures).flatMap(([key, value]) =>
      typeof value === 'number'
        ? [[key, value] as const]
        : Object.entries(value).map(([inner, figure]) => [`${key}.${inner}`, figure] as const),
    ),
  );
}

/**
 * The median of each figure over several rounds; of an even number of rounds the mean of the middle two.
 * A figure that some rounds do not have is the median of the others.
 */
export function mediansOf(rounds: readonly Figures[]): Figures {
  const merged: Record<string, number | Record<string, number>> = {};
  for (const key of new Set(rounds.flatMap(Object.keys))) {
    const values = rounds.map(round => round[key]).filter(value => value !== undefined);
    const groups = values.filter(value => typeof value !== 'number');
    merged[key] =
      groups.length === 0
        ? median(values.filter(value => typeof value === 'number'))
        : (mediansOf(groups) as Record<string, number>);
  }
  return merged;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** One figure on both sides. A side that does not have it is undefined. */
export interface ComparedFigure {
  readonly figure: string;
  readonly here: number | undefined;
  readonly against: number | undefined;
  /** Here divided by there; undefined where a side has no such figure, or 0. */
  readonly ratio: number | undefined;
}

/** Figures of this checkout and of another one side by side, in the order in which they are reported. */
export function compared(here: Figures, against: Figures): readonly ComparedFigure[] {
  const [ours, theirs] = [flat(here), flat(against)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].map(figure => {
    const [a, b] = [ours.get(figure), theirs.get(figure)];
    const ratio = a === undefined || b === undefined || b === 0 ? undefined : a / b;
    return { figure, here: a, against: b, ratio };
  });
}

/** What is printed of a comparison as JSON: the figures of this checkout under their own names, then the other's. */
export function comparisonJson(
  commit: string,
  here: Figures,
  against: Figures,
): Readonly<Record<string, unknown>> {
  const ratio = Object.fromEntries(compared(here, against).map(each => [each.figure, each.ratio ?? null]));
  return { ...here, against: { commit, figures: against, ratio } };
}
