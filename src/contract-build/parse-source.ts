import {
  ClassDeclaration,
  type DecoratorNode,
  type DiagnosticMessage,
  FieldDeclaration,
  FunctionDeclaration,
  formatDiagnostic,
  IdentifierExpression,
  ImportStatement,
  MethodDeclaration,
  type NamedTypeNode,
  type ParameterNode,
  Parser,
  StringLiteralExpression,
  TypeDeclaration,
  type TypeNode,
} from 'assemblyscript';
import { ContractBuildError, describeDiagnostics, refuseSource } from './diagnostics.js';

/** A marked class or method: the decorator and its argument, if it has one. */
export interface Mark {
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
  /** The source in which it stands, and its line there. */
  readonly file: string;
  readonly line: number;
}

/** A class as its source has it: its own members only. */
export interface ParsedClass {
  readonly name: string;
  readonly mark: Mark | undefined;
  /** Name of the class that it extends. */
  readonly base: string | undefined;
  readonly fields: readonly TypedName[];
  readonly methods: readonly MarkedMethod[];
  /** Whether it is made without arguments; undefined where it has no constructor of its own. */
  readonly isMadePlainly: boolean | undefined;
  readonly hasTypeParameters: boolean;
  readonly isExported: boolean;
  /** Position in the text of the brace that closes it. */
  readonly end: number;
  readonly line: number;
}

/** What a source takes from another one. */
interface SourceImport {
  /** Path as it is written, such as `./ledger` or `sdk`. */
  readonly path: string;
  /** Path from the folder of the contract without `.ts`, undefined for a library. */
  readonly file: string | undefined;
  /** Names here, with those that they have there. */
  readonly names: ReadonlyMap<string, string>;
}

/** What the builder must know of a source. */
export interface ParsedSource {
  /** What messages call it. */
  readonly file: string;
  /** Path from the folder of the contract. */
  readonly path: string;
  readonly imports: readonly SourceImport[];
  readonly classes: readonly ParsedClass[];
  /** Names for types, `type Amount = u64`, with their lines. */
  readonly aliases: ReadonlyMap<string, { readonly type: string; readonly line: number }>;
}

const LIBRARY_PREFIX = '~lib/';
const CLASS_MARKS: ReadonlySet<string> = new Set(['contract', 'table', 'struct']);
const METHOD_MARKS: ReadonlySet<string> = new Set(['action', 'view', 'notify']);
/** Decorators of the language itself. */
const BUILTIN_DECORATORS: ReadonlySet<string> = new Set([
  'builtin',
  'external',
  'final',
  'global',
  'inline',
  'lazy',
  'operator',
  'sealed',
  'unmanaged',
  'unsafe',
]);

/** Flags of declarations; the compiler's own names for them exist in its types only. */
const EXPORT_FLAG = 1 << 1;
const STATIC_FLAG = 1 << 5;
const GET_SET_FLAGS = (1 << 11) | (1 << 12);
/** Kinds of parameters, likewise. */
const DEFAULT_PARAMETER = 0;

/**
 * Reads an AssemblyScript source: what it imports, and its classes with what is marked for the builder.
 * @param path - from the folder of the contract
 * @param file - what messages call it
 * @throws ContractBuildError where the source cannot be read, or a mark stands where it has no effect
 */
export function parseSource(text: string, path: string, file: string): ParsedSource {
  const diagnostics: DiagnosticMessage[] = [];
  const parser = new Parser(diagnostics);
  parser.parseFile(text, path, true);
  if (diagnostics.length > 0) {
    const printed = diagnostics.map(problem => formatDiagnostic(problem, false, true));
    throw new ContractBuildError(describeDiagnostics(printed.join('\n\n'), () => ({ file })));
  }
  const { statements } = parser.sources[0]!;
  const place: SourcePlace = { file, lineOf: position => text.slice(0, position).split('\n').length };
  for (const statement of statements) {
    if (!(statement instanceof FunctionDeclaration)) continue;
    requireKnown(statement.decorators, [], `the function ${statement.name.text}`, place);
  }
  return {
    file,
    path,
    imports: statements.flatMap(statement =>
      statement instanceof ImportStatement ? [importOf(statement)] : [],
    ),
    classes: statements.flatMap(statement =>
      statement instanceof ClassDeclaration ? [parsedClass(statement, text, place)] : [],
    ),
    aliases: new Map(
      statements.flatMap(statement =>
        statement instanceof TypeDeclaration && statement.typeParameters === null
          ? [
              [
                statement.name.text,
                { type: typeText(statement.type), line: place.lineOf(statement.name.range.start) },
              ],
            ]
          : [],
      ),
    ),
  };
}

interface SourcePlace {
  readonly file: string;
  lineOf(position: number): number;
}

function importOf(statement: ImportStatement): SourceImport {
  const { internalPath, declarations, path } = statement;
  return {
    path: path.value,
    file: internalPath.startsWith(LIBRARY_PREFIX) ? undefined : internalPath,
    names: new Map(
      (declarations ?? []).map(declaration => [declaration.name.text, declaration.foreignName.text]),
    ),
  };
}

function parsedClass(declaration: ClassDeclaration, text: string, place: SourcePlace): ParsedClass {
  const name = declaration.name.text;
  requireKnown(declaration.decorators, CLASS_MARKS, `class ${name}`, place);
  const { members } = declaration;
  const maker = members.find(
    (member): member is MethodDeclaration =>
      member instanceof MethodDeclaration && member.name.text === 'constructor',
  );
  for (const member of members) {
    if (member instanceof FieldDeclaration)
      requireKnown(member.decorators, [], `"${member.name.text}" of ${name}`, place);
  }
  return {
    name,
    mark: markOf(declaration.decorators, CLASS_MARKS),
    base: declaration.extendsType === null ? undefined : baseName(declaration.extendsType),
    fields: members
      .filter(isInstanceField)
      .map(field => ({ name: field.name.text, type: typeText(field.type) })),
    methods: members
      .filter(member => member instanceof MethodDeclaration)
      .flatMap(method => markedMethod(method, name, place)),
    isMadePlainly: maker?.signature.parameters.every(({ initializer }) => initializer !== null),
    hasTypeParameters: declaration.typeParameters !== null,
    isExported: (declaration.flags & EXPORT_FLAG) !== 0,
    end: text.lastIndexOf('}', declaration.range.end - 1),
    line: place.lineOf(declaration.name.range.start),
  };
}

/** With its arguments, if it has type parameters: then no class has this name. */
function baseName(type: NamedTypeNode): string {
  return typeText(type);
}

function isInstanceField(member: unknown): member is FieldDeclaration {
  return member instanceof FieldDeclaration && (member.flags & STATIC_FLAG) === 0;
}

function markedMethod(method: MethodDeclaration, owner: string, place: SourcePlace): MarkedMethod[] {
  const name = method.name.text;
  requireKnown(method.decorators, METHOD_MARKS, `${name} of ${owner}`, place);
  const mark = markOf(method.decorators, METHOD_MARKS);
  if (mark === undefined) return [];
  const line = place.lineOf(method.name.range.start);
  const refuse = (why: string): never => refuseSource(place.file, line, `@${mark.name} ${name} ${why}`);
  if ((method.flags & STATIC_FLAG) !== 0) refuse('is static: only methods of the contract are called');
  if ((method.flags & GET_SET_FLAGS) !== 0) refuse('is an accessor: write a method');
  if (method.typeParameters !== null) refuse('has type parameters, which an ABI does not know');
  const { parameters, returnType } = method.signature;
  for (const parameter of parameters) requirePlain(parameter, refuse);
  const returns = returnType.range.toString().trim();
  if (mark.name !== 'view' && returns !== '' && returns !== 'void') {
    refuse(
      `returns ${returns}, which nobody would receive: only a @view answers; write void, and log() for what the trace should show`,
    );
  }
  if (mark.name === 'view' && (returns === '' || returns === 'void')) {
    refuse('returns nothing: name the type of its answer');
  }
  return [
    {
      name,
      mark,
      parameters: parameters.map(parameter => ({
        name: parameter.name.text,
        type: typeText(parameter.type),
      })),
      returns,
      file: place.file,
      line,
    },
  ];
}

/** Callers give every argument, in its order. */
function requirePlain(
  { name, initializer, parameterKind }: ParameterNode,
  refuse: (why: string) => never,
): void {
  if (initializer !== null) {
    refuse(
      `has a default for "${name.text}", which callers would have to give all the same: make it an Optional<T>, or leave the default out`,
    );
  }
  if (parameterKind !== DEFAULT_PARAMETER) {
    refuse(`has "${name.text}", which may be left out or repeated: use Optional<T> or T[]`);
  }
}

function typeText(type: TypeNode | null): string {
  return type === null ? '' : type.range.toString().replaceAll(/\s+/g, '');
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

/** The compiler takes any decorator, and does nothing about those that it does not know. */
function requireKnown(
  decorators: readonly DecoratorNode[] | null,
  marks: Iterable<string>,
  what: string,
  place: SourcePlace,
): void {
  const allowed = new Set(marks);
  for (const { name, range } of decorators ?? []) {
    // The range begins with the sign; `@operator.binary` is one of the language's too.
    const text = name.range.toString().replace(/^@/, '').split('.')[0] ?? '';
    if (allowed.has(text) || BUILTIN_DECORATORS.has(text)) continue;
    const line = place.lineOf(range.start);
    const isMark = CLASS_MARKS.has(text) || METHOD_MARKS.has(text);
    const known = CLASS_MARKS.has(text) ? 'a class' : 'a method of the contract';
    refuseSource(
      place.file,
      line,
      isMark
        ? `@${text} stands before ${what}: it marks ${known}`
        : `@${text} before ${what} is no mark; there are ${[...CLASS_MARKS, ...METHOD_MARKS].map(mark => `@${mark}`).join(', ')}`,
    );
  }
}
