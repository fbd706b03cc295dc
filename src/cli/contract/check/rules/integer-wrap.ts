import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import { descendants, type Expression, isCall } from '../syntax-tree.js';

/** Factors up to here leave amounts below 2^63, as there are less than 2^57 sawi of any coin. */
const SMALL = 64n;

/** Products of an amount that may exceed 64 bits: Lua goes on with what is left of them. */
export const integerWrap: Rule = ({ chunk, analysis }, report) => {
  for (const node of descendants(chunk)) {
    if (node.type !== 'BinaryExpression' || node.operator !== '*') continue;
    const { left, right } = node;
    if (isSmall(left, analysis) || isSmall(right, analysis)) continue;
    if (!isFromOutside(left, analysis) && !isFromOutside(right, analysis)) continue;
    report(
      node,
      'the product of an amount can exceed 64 bits, and then is another number without any error: ' +
        'assert(mylib.Int64Mul(a, b)) fails instead',
    );
  }
};

function isSmall(expression: Expression, analysis: Analysis): boolean {
  const value = analysis.constant(expression);
  if (typeof value === 'number') return true;
  return typeof value === 'bigint' && value <= SMALL && value >= -SMALL;
}

/** Whether a value is what a caller, the storage or a balance says. */
function isFromOutside(expression: Expression, analysis: Analysis): boolean {
  const found = analysis.definitionOf(expression);
  if (found.type === 'FunctionDeclaration') return false;
  if (found.type === 'MemberExpression') return found.identifier.name === 'amount';
  if (isCall(found)) return analysis.apiOf(found)?.name === 'ByteToInteger';
  if (found.type !== 'BinaryExpression') return false;
  return [...descendants(found)].some(
    node => node !== found && isCall(node) && analysis.apiOf(node)?.name === 'ByteToInteger',
  );
}
