import { readVectors } from './vectors.js';

/** One worked example; the members depend on its group. */
export interface CdpExample<I = Readonly<Record<string, never>>, E = Readonly<Record<string, never>>> {
  readonly id: string;
  readonly group: string;
  readonly note: string;
  readonly inputs: I;
  readonly expected: E;
}

/** All worked examples, those of other subjects too. */
export const CDP_EXAMPLES = readVectors<{ case_count: number; cases: CdpExample[] }>('cdp-examples');

/** The examples of a group, with the members that its test reads. */
export function examplesOf<I, E>(group: string): readonly CdpExample<I, E>[] {
  return CDP_EXAMPLES.cases.filter(example => example.group === group) as readonly CdpExample<
    unknown,
    unknown
  >[] as readonly CdpExample<I, E>[];
}
