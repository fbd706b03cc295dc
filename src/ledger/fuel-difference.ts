/** A block whose fuel costs a different amount here than its header states, in sawi. */
export interface FuelFeeDifference {
  readonly height: number;
  readonly recorded: bigint;
  readonly computed: bigint;
}

/**
 * The inverse of the largest fraction by which memory changes the fuel of a call, as far as
 * recordings show.
 */
const LARGEST_PART = 15n;

/**
 * Whether a difference can come from memory fuel alone (decision D25): the reference charges strings
 * again that its garbage collector has freed. This node follows the collector's pace (decision D24), but
 * what was alive in the reference at that moment is not always known here.
 */
export function differsByMemory({ recorded, computed }: FuelFeeDifference): boolean {
  const difference = recorded > computed ? recorded - computed : computed - recorded;
  return difference * LARGEST_PART <= computed;
}
