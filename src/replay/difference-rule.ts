import type { Json } from '../codec/json-value.js';
import type { Difference } from './json-difference.js';

/** A call whose recorded answer is compared with this node's. */
export interface ComparedCall {
  /** The name as it was called. */
  readonly method: string;
  readonly params: readonly Json[];
  /** The request as it was sent, where it came over HTTP. */
  readonly request?: string;
  /** The complete answers. */
  readonly recorded: Json;
  readonly ours: Json;
}

/**
 * A way in which an answer may differ from the recorded one. A rule covers exactly what it names,
 * and states why that is right.
 */
export interface DifferenceRule {
  /** Short name, unique. */
  readonly id: string;
  readonly reason: string;
  /** The decision or the part of the specification that it follows from. */
  readonly source: string;
  covers(difference: Difference, call: ComparedCall): boolean;
}

/** What differs in an answer, split by whether a rule covers it. */
export interface Judgement {
  /** Ids of the rules that were needed. */
  readonly rules: ReadonlySet<string>;
  readonly unexplained: readonly Difference[];
}

/** Looks for a rule for each difference; the first that covers it counts. */
export function judge(
  differences: readonly Difference[],
  call: ComparedCall,
  rules: readonly DifferenceRule[],
): Judgement {
  const used = new Set<string>();
  const unexplained: Difference[] = [];
  for (const difference of differences) {
    const rule = rules.find(candidate => candidate.covers(difference, call));
    if (rule === undefined) unexplained.push(difference);
    else used.add(rule.id);
  }
  return { rules: used, unexplained };
}
