/** A parameter's number and its proposed value. */
export interface ProposedParameter {
  readonly code: number;
  readonly value: bigint;
}

const MAX_PARAMETERS = 50;

/** Whether a proposal may set that many parameters (spec 05 §12.1, §12.8). */
export function isProposableCount(parameters: readonly ProposedParameter[]): boolean {
  return parameters.length >= 1 && parameters.length <= MAX_PARAMETERS;
}
