/**
 * What the instructions do when their operands are not the simple case: conversions from strings,
 * metamethods, errors. Interpreter and compiled code share all of it; both set the running
 * instruction (`CallInfo.pc`) before they come here, because messages name its operands.
 */
export { arith } from './arithmetic-operators.js';
export { equals, less, lessEqual } from './comparison-operators.js';
export { concat } from './concat-operator.js';
export { isTrue } from './convert.js';
export { index, length, setIndex } from './fields.js';
export { type ForLoop, forContinues, prepareFor } from './for-loop.js';
