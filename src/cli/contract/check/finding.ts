/** The rules of `coind contract check`. */
export type RuleName =
  | 'syntax'
  | 'deployment'
  | 'missing-function'
  | 'undefined-global'
  | 'argument-layout'
  | 'float-amount'
  | 'unbounded-storage-loop'
  | 'unchecked-result';

/** A likely mistake in a source. */
export interface Finding {
  readonly rule: RuleName;
  /** From 1, in characters. */
  readonly line: number;
  readonly column: number;
  /** What is wrong, and what would be right. */
  readonly message: string;
}
