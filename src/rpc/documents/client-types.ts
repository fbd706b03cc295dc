import type { JsonObject } from '../../codec/json-value.js';
import type { ParameterDeclaration } from '../declaration/method.js';
import { type MethodRegistry, type RpcMethod, takesConfirmations } from '../declaration/registry.js';
import type { ObjectType, ResultType } from '../declaration/result-types/result-type.js';

const HEAD = `// Written by \`npm run docs\` from the declarations in src/rpc/*/*.methods.ts. Do not edit.

/** An integer that may be greater than 2^53; bigints are returned only where a number would lose digits. */
export type Integer = number | bigint;

/** JSON as a caller may pass it. */
export type Input =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Input[]
  | { readonly [member: string]: Input | undefined };

/** JSON as it may occur in an answer. */
export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };`;

/** Words that cannot be the name of a parameter. */
const RESERVED: ReadonlySet<string> = new Set(['arguments']);
const INDENT = '  ';

/** Result types that have a name, with their declarations in TypeScript. */
type Declarations = Map<string, string>;

/**
 * The source of the types of the client: an interface with every method and alias, and the types of
 * their results.
 */
export function clientTypes(registry: MethodRegistry): string {
  const declarations: Declarations = new Map();
  const signatures = registry.methods.flatMap(method =>
    namesOf(method).map((name): [string, string] => [name, signature(method, name, declarations)]),
  );
  signatures.sort(([a], [b]) => (a < b ? -1 : 1));
  const types = [...declarations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, declaration]) => declaration);
  const stateMethods = registry.methods.filter(({ declaration }) => declaration.atHeight === true);
  return `${[
    HEAD,
    ...types,
    `/** Every method of a node. */\nexport interface Methods {\n${signatures.map(([, text]) => text).join('\n\n')}\n}`,
    nameList(
      'METHOD_NAMES',
      'The names of all methods.',
      signatures.map(([name]) => name),
    ),
    nameList(
      'STATE_METHOD_NAMES',
      'The names of the methods that can be asked about an earlier block.',
      stateMethods.flatMap(namesOf).sort(),
    ),
    nameList(
      'CONFIRMATIONS_METHOD_NAMES',
      'The names of the methods whose last parameter is min_confirmations.',
      registry.methods.filter(takesConfirmations).flatMap(namesOf).sort(),
    ),
  ].join('\n\n')}\n`;
}

function namesOf({ name, declaration }: RpcMethod): string[] {
  return [name, ...(declaration.aliases ?? []).map(alias => alias.name)];
}

function nameList(constant: string, comment: string, names: readonly string[]): string {
  const lines = names.map(name => `${INDENT}'${name}',`).join('\n');
  return `/** ${comment} */\nexport const ${constant} = [\n${lines}\n] as const satisfies readonly (keyof Methods)[];`;
}

function signature({ name, declaration }: RpcMethod, as: string, declarations: Declarations): string {
  const comment = as === name ? declaration.summary : `Another name of ${name}. ${declaration.summary}`;
  const parameters = declaration.params
    .map(parameter => parameterText(parameter, declarations))
    .map(text => `\n${INDENT}${INDENT}${text},`)
    .join('');
  const result = typeText(declaration.result, `${INDENT}`, declarations);
  const list = parameters === '' ? '' : `${parameters}\n${INDENT}`;
  return `${docComment(comment, INDENT)}${INDENT}${memberName(as)}(${list}): Promise<${result}>;`;
}

function parameterText(parameter: ParameterDeclaration, declarations: Declarations): string {
  const { name, optional, type, elements } = parameter;
  const safeName = RESERVED.has(name) ? `${name}_` : name;
  const text =
    elements === undefined
      ? schemaText(type.schema)
      : `readonly ${inParentheses(inputText(elements, declarations))}[] | string`;
  return `${safeName}${optional === true ? '?' : ''}: ${text}`;
}

/** The type of a parameter from its schema. */
function schemaText({ type, enum: values }: JsonObject): string {
  if (Array.isArray(values)) {
    return values.map(value => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
  }
  const types = Array.isArray(type) ? (type as readonly string[]) : [String(type ?? 'any')];
  return types.map(one => SCHEMA_TYPES[one] ?? 'Input').join(' | ');
}

const SCHEMA_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'Integer',
  number: 'Integer',
  boolean: 'boolean',
  array: 'readonly Input[]',
  object: '{ readonly [member: string]: Input | undefined }',
};

/** The type of an element of a parameter: objects may have any further members. */
function inputText(type: ResultType, declarations: Declarations): string {
  return type.kind === 'any' ? 'Input' : typeText(type, INDENT + INDENT, declarations);
}

function typeText(type: ResultType, indent: string, declarations: Declarations): string {
  switch (type.kind) {
    case 'text':
      return type.values === undefined ? 'string' : type.values.map(value => `'${value}'`).join(' | ');
    case 'integer':
    case 'number':
      return 'number';
    case 'amount':
      return 'Integer';
    case 'balance':
      // In coins only where the option for it is set; callers should not have to distinguish the
      // two.
      return 'Integer';
    case 'any':
      return 'Json';
    case 'boolean':
    case 'null':
      return type.kind;
    case 'array':
      return `${inParentheses(typeText(type.items, indent, declarations))}[]`;
    case 'map':
      return `Record<string, ${typeText(type.values, indent, declarations)}>`;
    case 'either':
      return type.options.map(option => typeText(option, indent, declarations)).join(' | ');
    case 'object':
      return type.name === undefined
        ? objectText(type, indent, declarations)
        : declared(type, type.name, declarations);
  }
}

function declared(type: ObjectType, name: string, declarations: Declarations): string {
  if (!declarations.has(name)) {
    declarations.set(name, ''); // The place of the name, also for a type that contains itself.
    declarations.set(name, `export interface ${name} ${objectText(type, '', declarations)}`);
  }
  return name;
}

/** The type of an object in TypeScript; types that have a name are added to the declarations. */
export function objectText(
  { members, further }: ObjectType,
  indent: string,
  declarations: Declarations,
): string {
  const inner = indent + INDENT;
  const lines = Object.entries(members).map(([name, member]) => {
    const mark = member.optional ? '?' : '';
    const text = typeText(member, inner, declarations);
    return `${docComment(member.summary, inner)}${inner}${memberName(name)}${mark}: ${text};`;
  });
  if (further !== undefined) lines.push(`${docComment(further, inner)}${inner}[member: string]: unknown;`);
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`;
}

function inParentheses(text: string): string {
  return /^[\w]+$/.test(text) || text.startsWith('{') ? text : `(${text})`;
}

function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}

function docComment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}
