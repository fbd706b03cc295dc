/**
 * What the instructions do when their operands are not the simple case: conversions from strings,
 * metamethods, errors. Interpreter and translated code share all of it; both set the running
 * instruction (`CallInfo.pc`) before they come here, because messages name its operands.
 */
export { arith } from './arith.js';
export { equals, less, lessEqual } from './compare.js';
export { concat } from './concat.js';
export { isTrue } from './convert.js';
export { index, length, setIndex } from './fields.js';
export { type ForLoop, forContinues, prepareFor } from './numeric-for.js';
