import { FLAG, type InstructionList } from './instruction-list.js';

/** Entering a function costs one step for this many locals, which the machine sets to zero. */
const LOCALS_PER_STEP = 4;

/**
 * Writes down the steps to charge before each instruction of a body: the cost of the whole straight line
 * of instructions at its first one, nothing within it (spec 04 §15.2).
 */
export function chargeSegments(list: InstructionList, localCount: number): void {
  const { count, costs, flags, charges } = list;
  let start = 0;
  let steps = 1 + Math.floor(localCount / LOCALS_PER_STEP);
  for (let i = 0; i < count; i++) {
    charges[i] = 0;
    steps += costs[i]!;
    if ((flags[i]! & FLAG.endsSegment) !== 0 || i === count - 1) {
      charges[start] = steps;
      start = i + 1;
      steps = 0;
    }
  }
}
