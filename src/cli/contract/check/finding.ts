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

/** Something in a source that its author should look at. */
export interface Finding {
  readonly rule: RuleName;
  /** From 1, in characters. */
  readonly line: number;
  readonly column: number;
  /** What is wrong, and what would be right. */
  readonly message: string;
}
