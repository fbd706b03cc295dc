import type { FunctionBody } from './function-body.js';

/** One step of entering a function for every so many locals, which the machine sets to zero. */
const LOCALS_PER_STEP = 4;

/**
 * The steps to charge before each instruction of a body: the cost of the whole straight line of
 * instructions at its first one, nothing within it (spec 04 §15.2).
 */
export function fuelSegments(body: FunctionBody): Float64Array {
  const { instructions } = body;
  const charges = new Float64Array(instructions.length);
  let start = 0;
  let steps = 1 + Math.floor(body.localCount / LOCALS_PER_STEP);
  for (let i = 0; i < instructions.length; i++) {
    const { cost, endsSegment } = instructions[i]!;
    steps += cost;
    if (endsSegment || i === instructions.length - 1) {
      charges[start] = steps;
      start = i + 1;
      steps = 0;
    }
  }
  return charges;
}
