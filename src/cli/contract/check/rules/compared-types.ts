import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import { descendants, type Expression, isCall } from '../syntax-tree.js';

/** Comparisons of a number with a text, which are never true: functions of mylib answer bytes as numbers. */
export const comparedTypes: Rule = ({ chunk, analysis }, report) => {
  for (const node of descendants(chunk)) {
    if (node.type !== 'BinaryExpression' || (node.operator !== '==' && node.operator !== '~=')) continue;
    const { left, right, operator } = node;
    const name = byteFunction(left, right, analysis) ?? byteFunction(right, left, analysis);
    if (name === undefined) continue;
    const always = operator === '==' ? 'never' : 'always';
    report(
      node,
      `mylib.${name} answers numbers, and a number and a text are ${always} ${operator === '==' ? 'equal' : 'different'}: ` +
        'join the bytes first, as in table.concat({ ... }, ".")',
    );
  }
};

/** The function of mylib whose first byte is compared with a text. */
function byteFunction(value: Expression, other: Expression, analysis: Analysis): string | undefined {
  if (typeof analysis.constant(other) !== 'string') return undefined;
  const found = analysis.definitionOf(value);
  if (!isCall(found)) return undefined;
  const api = analysis.apiOf(found);
  const isNumber = api?.signature.answersBytes !== undefined || api?.signature.answers !== undefined;
  return isNumber ? api?.name : undefined;
}
