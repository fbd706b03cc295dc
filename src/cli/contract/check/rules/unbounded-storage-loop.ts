import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import {
  argumentsOf,
  type Call,
  descendants,
  type Expression,
  type FunctionNode,
  isCall,
  type Node,
  type Statement,
} from '../syntax-tree.js';

const MAX_DEPTH = 16;
const COMPARISONS = new Set(['<', '<=', '>', '>=']);

/**
 * Loops that read or write storage or accounts an unbounded number of times: once there are enough
 * entries, every call runs out of fuel, and what the contract holds is lost.
 */
export const unboundedStorageLoop: Rule = ({ chunk, analysis }, report) => {
  const touching = functionsThatTouch(chunk, analysis);
  for (const node of descendants(chunk)) {
    const bound = loopBound(node, analysis);
    if (bound === undefined) continue;
    const touch = touchIn(node, analysis, touching);
    if (touch === undefined) continue;
    report(
      node,
      `this loop calls ${touch} ${bound}; bound it by a constant, or do a part of it in each call`,
    );
  }
};

/** The unbounded number of iterations of a loop; undefined for bounded loops and other statements. */
function loopBound(node: Node, analysis: Analysis): string | undefined {
  switch (node.type) {
    case 'ForNumericStatement':
      return comesFromOutside(node.end, analysis) || comesFromOutside(node.start, analysis)
        ? 'as often as a number of the arguments or of the storage says'
        : undefined;
    case 'WhileStatement':
    case 'RepeatStatement':
      return isBounded(node.condition, analysis) || leavesInTime(node.body, analysis)
        ? undefined
        : 'until something happens that may never';
    default:
      return undefined;
  }
}

/** Whether a loop is left when a counter reaches a bound. */
function leavesInTime(body: readonly Statement[], analysis: Analysis): boolean {
  return body.some(
    statement =>
      statement.type === 'IfStatement' &&
      statement.clauses.some(
        clause =>
          clause.type !== 'ElseClause' &&
          isBounded(clause.condition, analysis) &&
          clause.body.some(({ type }) => type === 'BreakStatement' || type === 'ReturnStatement'),
      ),
  );
}

/** Whether a number is decoded from bytes, as those of arguments and storage are. */
function comesFromOutside(expression: Expression, analysis: Analysis, depth = 0): boolean {
  const found = analysis.definitionOf(expression);
  if (depth > MAX_DEPTH) return false;
  const parts: Expression[] = [];
  if (found.type === 'BinaryExpression' || found.type === 'LogicalExpression')
    parts.push(found.left, found.right);
  if (found.type === 'UnaryExpression' && found.operator !== '#') parts.push(found.argument);
  if (isCall(found as Node)) {
    const call = found as Call;
    if (analysis.apiOf(call)?.name === 'ByteToInteger') return true;
    if (analysis.calls(call, 'string', 'unpack') || analysis.callsGlobal(call, 'tonumber')) return true;
    // The smaller of something and a constant is bounded.
    if (analysis.calls(call, 'math', 'min')) return false;
    parts.push(...argumentsOf(call).filter(() => analysis.calls(call, 'math', 'max')));
  }
  return parts.some(part => comesFromOutside(part, analysis, depth + 1));
}

/** Whether a condition compares something that counts with a number that does not come from outside. */
function isBounded(condition: Expression, analysis: Analysis): boolean {
  const found = condition;
  if (found.type === 'LogicalExpression') {
    const sides = [found.left, found.right].map(side => isBounded(side, analysis));
    return found.operator === 'and' ? sides.some(Boolean) : sides.every(Boolean);
  }
  if (found.type !== 'BinaryExpression' || !COMPARISONS.has(found.operator)) return false;
  return [found.left, found.right].some(side => isOwnNumber(side, analysis));
}

/** A constant, or the length of a list. */
function isOwnNumber(expression: Expression, analysis: Analysis): boolean {
  const found = analysis.definitionOf(expression);
  const isLength = found.type === 'UnaryExpression' && found.operator === '#';
  return isLength || analysis.integer(expression) !== undefined;
}

/** Functions of the source that read or write storage or accounts, also through others, and by what. */
function functionsThatTouch(chunk: Node, analysis: Analysis): Map<FunctionNode, string> {
  const functions = [...descendants(chunk)].filter(node => node.type === 'FunctionDeclaration');
  const touching = new Map<FunctionNode, string>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const each of functions) {
      const touch = touching.has(each) ? undefined : touchIn(each, analysis, touching);
      if (touch === undefined) continue;
      touching.set(each, touch);
      grown = true;
    }
  }
  return touching;
}

/** The first call in a node that reads or writes storage or accounts. */
function touchIn(
  node: Node,
  analysis: Analysis,
  touching: ReadonlyMap<FunctionNode, string>,
): string | undefined {
  const isEntered = (child: Node): boolean => child.type !== 'FunctionDeclaration';
  for (const inner of descendants(node, isEntered)) {
    if (!isCall(inner)) continue;
    const api = analysis.apiOf(inner);
    if (api?.signature.touchesState === true) return `mylib.${api.name}`;
    const called = analysis.definitionOf(inner.base as Expression);
    const touch = called.type === 'FunctionDeclaration' ? touching.get(called) : undefined;
    if (touch !== undefined) return touch;
  }
  return undefined;
}
