import { stringifyJson } from '../../codec/json.js';
import { errorsOf } from '../declaration/declared-errors.js';
import { RPC_ERRORS } from '../declaration/errors.js';
import { AT_HEIGHT, requirements, usageLine } from '../declaration/help.js';
import type { MethodExample } from '../declaration/method.js';
import type { MethodRegistry, RpcMethod } from '../declaration/registry.js';
import { memberLines, typeLines } from '../declaration/result-types/lines.js';
import type { ObjectType, ResultType } from '../declaration/result-types/result-type.js';

const INTRODUCTION = `# The interface

<!-- Written by \`npm run docs\` from the declarations in src/rpc/*/*.methods.ts. Do not edit. -->

A call is an HTTP POST to \`/\` with Basic authentication (see [running.md](running.md)) and a body like those of the examples below. \`params\` is an array, in the order in which the parameters are listed; those behind a parenthesis can be left out from the end on. The answer is \`{"result": …, "error": null, "id": …}\`, or with an error \`{"result": null, "error": {"code": …, "message": …}, "id": …}\`. An error about a value has a member \`data\` beside its message: \`parameter\` and \`position\` (from 1 on) or the \`member\` of an object or array in one, what is \`allowed\`, and what was \`given\`.

At \`/rpc\` the same methods are called as [JSON-RPC 2.0](https://www.jsonrpc.org/specification) demands: with the member \`"jsonrpc": "2.0"\`, with parameters by position or by name (\`{"addr": "0-13"}\`), with a result or an error in the answer, with HTTP status 200 for errors too (503 where the node is busy), and without an answer to a request that has no id (status 204).

- **Amounts** are integers in sawi; 1 wi is 100000000 sawi. Where a parameter is \`symbol:amount:unit\`, symbol and unit can be left out: \`WICC:1.5:wi\`, \`WICC:150000000\` and \`150000000\` are the same. With \`-displayvalueinsawi=0\` balances are texts in coins.
- **Accounts** are named by regid (\`0-13\`), address or public key.
- **Ids** in the examples are from a development chain. Accounts are those of the development network.
- **Every method** can be answered with -1 and its usage when the number of parameters is wrong, and with -2 when a white or black list bars it.

The same as a document for programs: [openrpc.json](openrpc.json), which a node answers to \`rpc.discover\`. From TypeScript and JavaScript:

\`\`\`js
import { CallError, createClient } from 'coind/client';

const node = createClient({ url: 'http://127.0.0.1:18901', credentials: 'user:password' });
const { txid } = await node.submitsendtx('0-13', '0-14', 'WICC:1:wi');
const { tokens } = await node.at(100).getaccountinfo('0-14');
\`\`\`
`;

/** The interface as a page for people: docs/rpc.md. */
export function markdownDocument(registry: MethodRegistry): string {
  const titles = [...new Set(registry.methods.map(({ area }) => area.title))].sort();
  const sections = titles.map(title => areaSection(title, registry));
  return [
    INTRODUCTION,
    contents(titles, registry),
    ...sections,
    typesSection(registry),
    errorsSection(),
  ].join('\n');
}

function contents(titles: readonly string[], registry: MethodRegistry): string {
  const lines = titles.map(title => {
    const names = methodsOf(title, registry).map(({ name }) => `[${name}](#${anchor(name)})`);
    return `- ${title}: ${names.join(', ')}`;
  });
  return `## Methods\n\n${lines.join('\n')}\n- [Types](#types), [Error codes](#error-codes)\n`;
}

function methodsOf(title: string, registry: MethodRegistry): RpcMethod[] {
  return registry.methods.filter(({ area }) => area.title === title);
}

function areaSection(title: string, registry: MethodRegistry): string {
  return `## ${title}\n\n${methodsOf(title, registry).map(methodSection).join('\n')}`;
}

function methodSection(method: RpcMethod): string {
  const { name, declaration } = method;
  const parts = [`### ${name}`, declaration.summary];
  const aliases = (declaration.aliases ?? []).map(alias =>
    alias.summary === undefined ? `\`${alias.name}\`` : `\`${alias.name}\` (${alias.summary})`,
  );
  if (aliases.length > 0) parts.push(`Other names: ${aliases.join(', ')}.`);
  if (declaration.description !== undefined) parts.push(declaration.description.replaceAll('\n', '  \n'));
  if (declaration.atHeight === true) parts.push(AT_HEIGHT);
  parts.push(`\`${usageLine(method)}\``);
  if (declaration.params.length > 0) parts.push(parameterTable(method));
  parts.push(`Result:\n\n${fenced('text', typeLines(declaration.result, '', { reference }).join('\n'))}`);
  const needs = requirements(method);
  if (needs.length > 0) parts.push(`Needs ${needs.join(', and ')}.`);
  parts.push(errorTable(method));
  for (const example of declaration.examples) parts.push(exampleBlocks(name, example));
  return `${parts.join('\n\n')}\n`;
}

function parameterTable({ declaration }: RpcMethod): string {
  const rows = declaration.params.map(({ name, type, optional, default: omitted, summary, elements }) => {
    const need = optional !== true ? 'required' : omitted === undefined ? 'optional' : `default: ${omitted}`;
    const inside = elements === undefined ? '' : `; elements: ${inlineText(elements)}`;
    return [`\`${name}\``, type.label, need, `${summary}${inside}`];
  });
  return table(['parameter', 'type', 'needed', 'meaning'], rows);
}

function inlineText(type: ResultType): string {
  if (type.kind !== 'object') return type.summary === '' ? type.kind : type.summary;
  const members = Object.entries(type.members).map(([name, { summary }]) =>
    summary === '' ? name : `${name} (${summary})`,
  );
  return `{${members.join(', ')}}`;
}

function errorTable(method: RpcMethod): string {
  return table(
    ['error', 'when'],
    errorsOf(method).map(({ code, when }) => [String(code), when.join('; ')]),
  );
}

function exampleBlocks(name: string, { params, result }: MethodExample): string {
  const request = `{"jsonrpc":"2.0","id":1,"method":"${name}","params":${stringifyJson(params)}}`;
  const example = `Example:\n\n${fenced('json', request)}`;
  return result === undefined ? example : `${example}\n\nResult:\n\n${fenced('json', stringifyJson(result))}`;
}

/** The types that have a name, each once. */
function typesSection(registry: MethodRegistry): string {
  const named = new Map<string, ObjectType>();
  for (const { declaration } of registry.methods) collectNamed(declaration.result, named);
  const sections = [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => {
      const lines = memberLines({ ...type, name: undefined } as ResultType, '', { reference });
      return `### ${name}\n\n${fenced('text', lines.join('\n'))}\n`;
    });
  return `## Types\n\nWhat several methods answer.\n\n${sections.join('\n')}`;
}

function collectNamed(type: ResultType, named: Map<string, ObjectType>): void {
  switch (type.kind) {
    case 'object':
      if (type.name !== undefined) named.set(type.name, type);
      for (const member of Object.values(type.members)) collectNamed(member, named);
      break;
    case 'array':
      collectNamed(type.items, named);
      break;
    case 'map':
      collectNamed(type.values, named);
      break;
    case 'either':
      for (const option of type.options) collectNamed(option, named);
      break;
    default:
  }
}

function errorsSection(): string {
  const rows = Object.entries(RPC_ERRORS).map(([name, { code, meaning }]) => [String(code), name, meaning]);
  const positive =
    'Positive codes come from further inside: 16 and 100 are reject codes, greater ones are exceptions of contracts.';
  return `## Error codes\n\n${table(['code', 'name', 'meaning'], rows)}\n\n${positive}\n`;
}

/** How lines of types refer to a type that has a section of its own. */
function reference(name: string): string {
  return name;
}

function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function fenced(kind: string, text: string): string {
  return `\`\`\`${kind}\n${text}\n\`\`\``;
}
