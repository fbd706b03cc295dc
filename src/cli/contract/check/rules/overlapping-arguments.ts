import type * as lua from 'luaparse';
import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import { argumentsOf, type Call, childrenOf, isCall, type Node } from '../syntax-tree.js';

/** A slice of the argument bytes: `table.unpack(contract, first, last)`. */
interface Slice {
  readonly call: Call;
  readonly first: number;
  readonly last: number;
}

/** Two slices of one list of statements that share some bytes, and neither all of the other's: one is off. */
export const overlappingArguments: Rule = ({ chunk, analysis }, report) => {
  for (const slices of slicesByBlock(chunk, analysis)) {
    for (const [i, slice] of slices.entries()) {
      const other = slices.slice(0, i).find(earlier => overlaps(earlier, slice));
      if (other === undefined) continue;
      const shared = `contract[${Math.max(slice.first, other.first)}]`;
      report(
        slice.call,
        `bytes ${slice.first} to ${slice.last} and bytes ${other.first} to ${other.last} of the arguments share ${shared}`,
      );
    }
  }
};

function overlaps(a: Slice, b: Slice): boolean {
  const [left, right] = a.first <= b.first ? [a, b] : [b, a];
  return left.first < right.first && right.first <= left.last && left.last < right.last;
}

/** The slices of every list of statements, without those in blocks and functions within it. */
function slicesByBlock(node: Node, analysis: Analysis): Slice[][] {
  const here: Slice[] = [];
  const blocks: Slice[][] = [here];
  const visit = (child: Node): void => {
    if (hasBlock(child)) {
      blocks.push(...slicesByBlock(child, analysis));
      return;
    }
    const slice = isCall(child) ? sliceOf(child, analysis) : undefined;
    if (slice !== undefined) here.push(slice);
    childrenOf(child).forEach(visit);
  };
  childrenOf(node).forEach(visit);
  return blocks;
}

function hasBlock(node: Node): boolean {
  return 'body' in node || node.type === 'IfStatement';
}

function sliceOf(call: Call, analysis: Analysis): Slice | undefined {
  const [list, from, to] = argumentsOf(call);
  if (!analysis.calls(call, 'table', 'unpack') || list?.type !== 'Identifier') return undefined;
  if (!isArguments(list, analysis)) return undefined;
  const [first, last] = [analysis.integer(from), analysis.integer(to)];
  return first === undefined || last === undefined ? undefined : { call, first, last };
}

function isArguments(identifier: lua.Identifier, { names }: Analysis): boolean {
  const variable = names.variableOf(identifier);
  return identifier.name === 'contract' && variable?.isGlobal === true && variable.values.length === 0;
}
