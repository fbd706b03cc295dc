import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import { descendants, type Expression, isCall } from '../syntax-tree.js';

/** What everybody knows when he calls, or the producer of the block can choose. */
const KNOWN = new Set(['GetBlockHash', 'GetCurTxHash', 'GetBlockTimestamp', 'GetCurRunEnvHeight']);
/** Variables that lead to variables are followed this far. */
const MAX_DEPTH = 8;

/** Winners that are drawn from hashes and times: callers compute them beforehand, and call when they win. */
export const predictableRandomness: Rule = ({ chunk, analysis }, report) => {
  for (const node of descendants(chunk)) {
    if (node.type !== 'BinaryExpression' || node.operator !== '%') continue;
    const source = sourceOf(node.left, analysis, 0);
    if (source === undefined) continue;
    report(
      node,
      `mylib.${source} is known before the call, or chosen by whoever makes it or the block: whoever wants to win ` +
        'calls when he does; let players commit to hashes of numbers first',
    );
  }
};

function sourceOf(expression: Expression, analysis: Analysis, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const node of descendants(expression)) {
    if (isCall(node)) {
      const name = analysis.apiOf(node)?.name;
      if (name !== undefined && KNOWN.has(name)) return name;
    }
    if (node.type !== 'Identifier') continue;
    const found = analysis.definitionOf(node);
    if (found === node || found.type === 'FunctionDeclaration') continue;
    const source = sourceOf(found as Expression, analysis, depth + 1);
    if (source !== undefined) return source;
  }
  return undefined;
}
