/** The rules of `coind contract check`. */
export const RULE_NAMES = [
  'syntax',
  'deployment',
  'missing-function',
  'undefined-global',
  'argument-layout',
  'float-amount',
  'unbounded-storage-loop',
  'unchecked-result',
  'unchecked-read',
  'integer-wrap',
  'compared-types',
  'any-caller',
  'predictable-randomness',
  'unchecked-coin',
  'any-notification',
  'reused-id',
  'changed-layout',
  'changed-action',
] as const;

export type RuleName = (typeof RULE_NAMES)[number];

/** A likely mistake in a source. */
export interface Finding {
  readonly rule: RuleName;
  /** From 1, in characters. */
  readonly line: number;
  readonly column: number;
  /** What is wrong, and what would be right. */
  readonly message: string;
}
