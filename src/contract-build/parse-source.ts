import {
  ClassDeclaration,
  type DecoratorNode,
  type DiagnosticMessage,
  FieldDeclaration,
  formatDiagnostic,
  IdentifierExpression,
  ImportStatement,
  MethodDeclaration,
  Parser,
  StringLiteralExpression,
  type TypeNode,
} from 'assemblyscript';
import { ContractBuildError, describeDiagnostics, refuseSource } from './diagnostics.js';

/** A marked class or method: the decorator and its argument, if it has one. */
interface Mark {
  readonly name: string;
  readonly argument: string | undefined;
}

/** A parameter or a field: a name and the text of its type. */
export interface TypedName {
  readonly name: string;
  readonly type: string;
}

/** A method with a mark. */
export interface MarkedMethod {
  readonly name: string;
  readonly mark: Mark;
  readonly parameters: readonly TypedName[];
  /** Text of the type that it returns. */
  readonly returns: string;
  readonly line: number;
}

/** A class with a mark. */
export interface MarkedClass {
  readonly name: string;
  readonly mark: Mark;
  readonly fields: readonly TypedName[];
  readonly methods: readonly MarkedMethod[];
  /** Position in the text of the brace that closes it. */
  readonly end: number;
  readonly line: number;
}

/** Says `static` in the flags of a member; the compiler's own name for it exists in its types only. */
const STATIC_FLAG = 1 << 5;

/** What a source takes from another one. */
interface SourceImport {
  /** Path as it is written, such as `./ledger` or `sdk`. */
  readonly path: string;
  /** Path from the folder of the contract without `.ts`, undefined for a library. */
  readonly file: string | undefined;
  readonly names: readonly string[];
}

/** What the builder must know of a source. */
export interface ParsedSource {
  /** What messages call it. */
  readonly file: string;
  readonly imports: readonly SourceImport[];
  readonly classes: readonly MarkedClass[];
}

const LIBRARY_PREFIX = '~lib/';
const CLASS_MARKS: ReadonlySet<string> = new Set(['contract', 'table', 'struct']);
const METHOD_MARKS: ReadonlySet<string> = new Set(['action', 'view', 'notify']);

/**
 * Reads an AssemblyScript source: what it imports, and its classes that are marked for the builder.
 * @param path - from the folder of the contract
 * @param file - what messages call it
 * @throws ContractBuildError where the source cannot be read
 */
export function parseSource(text: string, path: string, file: string): ParsedSource {
  const diagnostics: DiagnosticMessage[] = [];
  const parser = new Parser(diagnostics);
  parser.parseFile(text, path, true);
  if (diagnostics.length > 0) {
    const printed = diagnostics.map(problem => formatDiagnostic(problem, false, true));
    throw new ContractBuildError(describeDiagnostics(printed.join('\n\n'), () => file));
  }
  const { statements } = parser.sources[0]!;
  return {
    file,
    imports: statements.flatMap(statement =>
      statement instanceof ImportStatement ? [importOf(statement)] : [],
    ),
    classes: statements.flatMap(statement =>
      statement instanceof ClassDeclaration ? markedClass(statement, text, file) : [],
    ),
  };
}

function importOf(statement: ImportStatement): SourceImport {
  const { internalPath, declarations, path } = statement;
  return {
    path: path.value,
    file: internalPath.startsWith(LIBRARY_PREFIX) ? undefined : internalPath,
    names: (declarations ?? []).map(declaration => declaration.name.text),
  };
}

function markedClass(declaration: ClassDeclaration, text: string, file: string): MarkedClass[] {
  const mark = markOf(declaration.decorators, CLASS_MARKS);
  if (mark === undefined) return [];
  const lineOf = (position: number): number => text.slice(0, position).split('\n').length;
  const line = lineOf(declaration.name.range.start);
  if (declaration.typeParameters !== null)
    refuseSource(file, line, `@${mark.name} class has type parameters`);
  return [
    {
      name: declaration.name.text,
      mark,
      fields: declaration.members
        .filter(isInstanceField)
        .map(field => typedName(field.name.text, field.type)),
      methods: declaration.members
        .filter(member => member instanceof MethodDeclaration)
        .flatMap(method => markedMethod(method, lineOf(method.name.range.start))),
      end: text.lastIndexOf('}', declaration.range.end - 1),
      line,
    },
  ];
}

function isInstanceField(member: unknown): member is FieldDeclaration {
  return member instanceof FieldDeclaration && (member.flags & STATIC_FLAG) === 0;
}

function markedMethod(method: MethodDeclaration, line: number): MarkedMethod[] {
  const mark = markOf(method.decorators, METHOD_MARKS);
  if (mark === undefined) return [];
  const { parameters, returnType } = method.signature;
  return [
    {
      name: method.name.text,
      mark,
      parameters: parameters.map(parameter => typedName(parameter.name.text, parameter.type)),
      returns: returnType.range.toString(),
      line,
    },
  ];
}

function typedName(name: string, type: TypeNode | null): TypedName {
  return { name, type: type === null ? '' : type.range.toString().replaceAll(/\s+/g, '') };
}

function markOf(decorators: readonly DecoratorNode[] | null, names: ReadonlySet<string>): Mark | undefined {
  for (const { name, args } of decorators ?? []) {
    if (!(name instanceof IdentifierExpression) || !names.has(name.text)) continue;
    const [argument] = args ?? [];
    return {
      name: name.text,
      argument: argument instanceof StringLiteralExpression ? argument.value : undefined,
    };
  }
  return undefined;
}
