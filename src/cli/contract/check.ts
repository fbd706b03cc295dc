import { existsSync, readFileSync } from 'node:fs';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { lintLua } from './check/lint.js';
import { type CheckedFile, findingsJson, findingsSarif, findingsText } from './check/report-format.js';

/** How findings are written, by the name that `--format` takes. */
const FORMATS: Readonly<Record<string, (files: readonly CheckedFile[]) => string>> = {
  text: findingsText,
  json: findingsJson,
  sarif: findingsSarif,
};

/**
 * `coind contract check <files>`: statically checks contracts for mistakes, and reports each as
 * `file:line:column: message (rule)`, as JSON or as SARIF. With `--against` a contract in AssemblyScript is compared with
 * what is deployed.
 *
 * @returns 1 where there is a finding
 * @throws UsageError for other words
 */
export async function runCheck(words: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { positionals: files, values } = parseWords(words, {
    format: { type: 'string' },
    against: { type: 'string' },
  });
  const { format = 'text', against } = values;
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`"${format}" is no format; there are ${Object.keys(FORMATS).join(', ')}`);
  }
  if (files.length === 0) throw new UsageError('at least one file is expected');
  if (against !== undefined && (files.length > 1 || files[0]?.endsWith('.ts') !== true)) {
    throw new UsageError('--against compares one contract in AssemblyScript: Lua contracts have no ABI');
  }
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push(...(await checkedFiles(file, against, context)));
  const { terminal } = context;
  terminal.output(FORMATS[format]!(checked));
  const count = checked.reduce((sum, { findings }) => sum + findings.length, 0);
  if (count > 0) terminal.errors(`${count} ${count === 1 ? 'finding' : 'findings'}\n`);
  return count === 0 ? 0 : 1;
}

/** The findings of a file, and of those that it imports. */
async function checkedFiles(
  file: string,
  against: string | undefined,
  context: CommandContext,
): Promise<readonly CheckedFile[]> {
  if (!/\.(?:lua|ts)$/.test(file)) {
    throw new UsageError(`"${file}" is no source of a contract, whose name ends in .lua or .ts`);
  }
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  if (file.endsWith('.lua')) return [{ file, findings: lintLua(readFileSync(file)) }];
  const { lintAssemblyScript } = await import('./check/assembly-script/lint.js');
  const { sources, contract } = lintAssemblyScript(file);
  if (against === undefined || contract === undefined) return sources;
  const { changedInterface } = await import('./check/changed-interface.js');
  const { abiOf } = await import('./check/deployed-abi.js');
  const changes = changedInterface(await abiOf(against, context), contract.abi);
  return [{ file, findings: changes }, ...sources];
}
