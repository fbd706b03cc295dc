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
 * `coind contract check <files>`: statically checks Lua contracts for mistakes, and reports each as
 * `file:line:column: message (rule)`, as JSON or as SARIF.
 *
 * @returns 1 where there is a finding
 * @throws UsageError for other words
 */
export async function runCheck(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { positionals: files, values } = parseWords(words, { format: { type: 'string' } });
  const { format = 'text' } = values;
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`"${format}" is no format; there are ${Object.keys(FORMATS).join(', ')}`);
  }
  if (files.length === 0) throw new UsageError('at least one file is expected');
  const checked = files.map((file): CheckedFile => {
    if (!file.endsWith('.lua')) throw new UsageError(`"${file}" is no Lua source, whose name ends in .lua`);
    if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
    return { file, findings: lintLua(readFileSync(file)) };
  });
  terminal.output(FORMATS[format]!(checked));
  const count = checked.reduce((sum, { findings }) => sum + findings.length, 0);
  if (count > 0) terminal.errors(`${count} ${count === 1 ? 'finding' : 'findings'}\n`);
  return count === 0 ? 0 : 1;
}
