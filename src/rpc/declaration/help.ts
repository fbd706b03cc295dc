import { stringifyJson } from '../../codec/json.js';
import type { Json } from '../../codec/json-value.js';
import { errorsOf } from './declared-errors.js';
import type { ParameterDeclaration } from './method.js';
import type { MethodRegistry, NamedMethod } from './registry.js';
import { typeLines } from './result-types/lines.js';
import { leastRole, onlyReads } from './touches.js';

const INDENT = '  ';
/** Of methods that can be asked about an earlier block. */
export const AT_HEIGHT =
  'A last parameter {"height": n} asks for the answer after block n, as far back as is kept.';

/** The name and the parameters on one line: `getblock height_or_hash ( list_txs verbose )`. */
export function usageLine(method: NamedMethod): string {
  const words: string[] = [method.name];
  let open = false;
  for (const parameter of method.declaration.params) {
    if (parameter.optional === true && !open) {
      words.push('(');
      open = true;
    }
    words.push(parameter.type.quoted ? `"${parameter.name}"` : parameter.name);
  }
  if (open) words.push(')');
  return words.join(' ');
}

/** Everything a caller needs to know about a method; the first line is the usage line. */
export function methodHelp(method: NamedMethod): string {
  const { declaration, name } = method;
  const sections = [usageLine(method), declaration.summary];
  if (declaration.description !== undefined) sections.push(declaration.description);
  if (declaration.params.length > 0) sections.push(argumentLines(declaration.params));
  if (declaration.atHeight === true) sections.push(AT_HEIGHT);
  sections.push(`Result:\n${typeLines(declaration.result, INDENT).join('\n')}`);
  sections.push(`Errors:\n${errorLines(method).join('\n')}`);
  const needs = requirements(method);
  if (needs.length > 0) sections.push(`Needs:\n${needs.map(need => `  ${need}`).join('\n')}`);
  const aliases = declaration.aliases ?? [];
  if (aliases.length > 0) {
    sections.push(
      `Other names:\n${aliases.map(a => `  ${a.name}${a.summary ? ` (${a.summary})` : ''}`).join('\n')}`,
    );
  }
  if (declaration.examples.length > 0) {
    sections.push(
      `Examples:\n${declaration.examples.map(example => exampleLines(name, example)).join('\n')}`,
    );
  }
  return sections.join('\n\n');
}

/**
 * What a caller needs who has given a wrong number of parameters: the usage line, how many there are, and what they
 * are.
 */
export function methodUsage(method: NamedMethod, given: number): string {
  const { params, atHeight } = method.declaration;
  const required = params.filter(({ optional }) => optional !== true).length;
  const counts = required === params.length ? `${required}` : `${required} to ${params.length}`;
  const takes = `${method.name} takes ${counts} parameter${counts === '1' ? '' : 's'}, ${given} given`;
  const sections = [usageLine(method), takes];
  if (params.length > 0) sections.push(argumentLines(params));
  if (atHeight === true) sections.push(AT_HEIGHT);
  return sections.join('\n\n');
}

/** What the method `help` and the command `coind help` answer (spec 02 §5.1). */
export function help(registry: MethodRegistry, command: string | undefined): string {
  if (command === undefined || command === '') return registry.methods.map(usageLine).join('\n');
  const method = registry.find(command);
  return method === undefined ? `help: unknown command: ${command}` : methodHelp(method);
}

function argumentLines(parameters: readonly ParameterDeclaration[]): string {
  const lines = parameters.map((parameter, index) => {
    const need =
      parameter.optional !== true
        ? 'required'
        : parameter.default === undefined
          ? 'optional'
          : `optional, default ${parameter.default}`;
    return `  ${index + 1}. ${parameter.name} (${parameter.type.label}; ${need}): ${parameter.summary}`;
  });
  return `Parameters:\n${lines.join('\n')}`;
}

function errorLines(method: NamedMethod): string[] {
  return errorsOf(method).map(({ code, when }) => `${INDENT}${code}: ${when.join('; ')}`);
}

/** What has to be so before the method can be called, each a clause. */
export function requirements({ declaration }: NamedMethod): string[] {
  const needs: string[] = [];
  if (declaration.needsWallet === true) needs.push('a wallet');
  if (declaration.walletUnlocked === true) needs.push('the wallet to be unlocked, if it is encrypted');
  if (!onlyReads(declaration.touches)) {
    needs.push('safe mode to be off', `the role ${leastRole(declaration.touches)}`);
  }
  return needs;
}

function exampleLines(
  name: string,
  example: { readonly params: readonly Json[]; readonly result?: Json },
): string {
  const lines = [
    `  coind ${[name, ...example.params.map(shellWord)].join(' ')}`,
    `  {"id":1,"method":"${name}","params":${stringifyJson(example.params)}}`,
  ];
  if (example.result !== undefined) lines.push(`  -> ${stringifyJson(example.result)}`);
  return lines.join('\n');
}

/** A parameter as a user types it in a shell. */
function shellWord(value: Json): string {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return /^[\w.:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
