import {
  CallExpression,
  ClassDeclaration,
  type Expression,
  FieldDeclaration,
  IdentifierExpression,
  MethodDeclaration,
  Node,
  Parser,
  PropertyAccessExpression,
  StringLiteralExpression,
  TypeNode,
} from 'assemblyscript';
import type { ReadContract } from '../../../../contract-build/read-contract.js';

/** A method of a contract that somebody calls. */
export interface EntryPoint {
  readonly name: string;
  readonly node: MethodDeclaration;
  readonly mark: 'action' | 'view' | 'notify';
  /** Argument of the mark, such as `0-800::transfer`. */
  readonly notifiedOf: string | undefined;
  /** Parameters with the texts of their types. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Its nodes, and those of the methods of its class that it calls, in the order of the source. */
  readonly nodes: readonly Node[];
}

/** A source of a contract in AssemblyScript as rules see it. */
export interface CheckedContract {
  readonly text: string;
  /** The methods of the class marked `@contract`, if it is here, that somebody calls. */
  readonly entryPoints: readonly EntryPoint[];
  /** Types of the fields of rows and structs by their names; a name with several types has none. */
  readonly fields: ReadonlyMap<string, string>;
  /** All fields of classes of this source. */
  readonly declarations: readonly FieldDeclaration[];
}

/** Notes something at a node. */
export type Report = (node: Node, message: string) => void;

const ENTRY_MARKS: ReadonlySet<string> = new Set(['action', 'view', 'notify']);

/**
 * Prepares a source that is known to be sound.
 * @param contract - the contract to which it belongs
 */
export function checkedContract(text: string, path: string, { sources }: ReadContract): CheckedContract {
  const parser = new Parser([]);
  parser.parseFile(text, path, true);
  const classes = (parser.sources[0]?.statements ?? []).filter(
    (statement): statement is ClassDeclaration => statement instanceof ClassDeclaration,
  );
  const fields = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { source } of sources.values()) {
    for (const marked of source.classes) {
      if (marked.mark.name === 'contract') continue;
      for (const { name, type } of marked.fields) {
        if ((fields.get(name) ?? type) !== type) ambiguous.add(name);
        fields.set(name, type);
      }
    }
  }
  for (const name of ambiguous) fields.delete(name);
  return {
    text,
    entryPoints: classes.flatMap(entryPointsOf),
    fields,
    declarations: classes.flatMap(({ members }) =>
      members.filter((member): member is FieldDeclaration => member instanceof FieldDeclaration),
    ),
  };
}

function entryPointsOf({ members }: ClassDeclaration): EntryPoint[] {
  const methods = new Map(
    members.flatMap(member =>
      member instanceof MethodDeclaration ? [[member.name.text, member] as const] : [],
    ),
  );
  return [...methods.values()].flatMap(node => {
    const decorator = (node.decorators ?? []).find(
      ({ name }) => name instanceof IdentifierExpression && ENTRY_MARKS.has(name.text),
    );
    if (decorator === undefined) return [];
    const [argument] = decorator.args ?? [];
    return [
      {
        name: node.name.text,
        node,
        mark: (decorator.name as IdentifierExpression).text as EntryPoint['mark'],
        notifiedOf: argument instanceof StringLiteralExpression ? argument.value : undefined,
        parameters: new Map(
          node.signature.parameters.map(({ name, type }) => [name.text, type.range.toString()]),
        ),
        nodes: reached(node, methods, new Set()),
      },
    ];
  });
}

/** The nodes of a method and of those that it calls by `this`. */
function reached(
  method: MethodDeclaration,
  methods: ReadonlyMap<string, MethodDeclaration>,
  seen: Set<MethodDeclaration>,
): Node[] {
  if (seen.has(method) || method.body === null) return [];
  seen.add(method);
  const nodes = [...descendants(method.body)];
  const called = nodes.flatMap(node => {
    const name = node instanceof CallExpression ? calledName(node) : '';
    const other = name.startsWith('this.') ? methods.get(name.slice('this.'.length)) : undefined;
    return other === undefined ? [] : reached(other, methods, seen);
  });
  return [...nodes, ...called];
}

/** A node and everything in it, but types. */
export function* descendants(node: Node): Generator<Node> {
  if (node instanceof TypeNode) return;
  yield node;
  const members: readonly unknown[] = Object.values(node).flat();
  for (const member of members) if (member instanceof Node) yield* descendants(member);
}

/** What a call calls, as it is written: `check`, `this.rows`, `offers.set`; without type arguments. */
export function calledName({ expression }: CallExpression): string {
  return nameOf(expression);
}

/** An expression as it is written, where it is a name or a member of one. */
export function nameOf(expression: Expression): string {
  if (expression instanceof IdentifierExpression) return expression.text;
  if (!(expression instanceof PropertyAccessExpression)) return expression.range.toString();
  return `${nameOf(expression.expression)}.${expression.property.text}`;
}

/** The last part of a name: `set` of `offers.set`. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
