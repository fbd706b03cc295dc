import type * as lua from 'luaparse';
import { parse } from 'luaparse';

/** A node of the syntax tree. */
export type Node = lua.Node;
export type Expression = lua.Expression;
export type Statement = lua.Statement;
export type Call = lua.CallExpression | lua.TableCallExpression | lua.StringCallExpression;
export type FunctionNode = lua.FunctionDeclaration;

/**
 * The syntax tree of a source that is known to compile.
 * @param source - its bytes, one character each
 */
export function syntaxTree(source: string): lua.Chunk {
  return parse(source, {
    luaVersion: '5.3',
    locations: true,
    ranges: true,
    comments: false,
    encodingMode: 'pseudo-latin1',
  });
}

/** Rules traverse the same trees repeatedly. */
const children = new WeakMap<Node, readonly Node[]>();

/** What a node consists of, in the order of the source. */
export function childrenOf(node: Node): readonly Node[] {
  const known = children.get(node) ?? findChildren(node);
  children.set(node, known);
  return known;
}

function findChildren(node: Node): readonly Node[] {
  const values = Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === 'loc' || key === 'range' ? [] : Array.isArray(value) ? value : [value],
  );
  return values.filter(isNode).sort((a, b) => startOf(a) - startOf(b));
}

/** A node and everything in it, outer nodes first. */
export function* descendants(node: Node, isEntered: (child: Node) => boolean = () => true): Iterable<Node> {
  yield node;
  for (const child of childrenOf(node)) if (isEntered(child)) yield* descendants(child, isEntered);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Where a node begins in the source. */
export function startOf(node: Node): number {
  return (node as { readonly range?: readonly [number, number] }).range?.[0] ?? 0;
}

export function isCall(node: Node): node is Call {
  return (
    node.type === 'CallExpression' ||
    node.type === 'TableCallExpression' ||
    node.type === 'StringCallExpression'
  );
}

/** The arguments of a call in any of its three forms. */
export function argumentsOf(call: Call): readonly Expression[] {
  switch (call.type) {
    case 'CallExpression':
      return call.arguments;
    case 'TableCallExpression': {
      // The parser returns the table itself, its types declare a list.
      const given = call.arguments as unknown as Expression | Expression[];
      return Array.isArray(given) ? given : [given];
    }
    case 'StringCallExpression':
      return [call.argument];
  }
}

/** Whether an expression can have any number of values where it stands last in a list. */
export function isOpen(expression: Expression): boolean {
  return isCall(expression) || expression.type === 'VarargLiteral';
}
