/** What a proposal does with something that is on or off: the numbers on the wire (spec 05 §12). */
export const ENABLE = 1;
export const DISABLE = 2;

/** Whether a number names one of the two operations. */
export function isOperation(operation: number): boolean {
  return operation === ENABLE || operation === DISABLE;
}
