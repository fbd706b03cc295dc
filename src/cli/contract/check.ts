import { existsSync, readFileSync } from 'node:fs';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { lintLua } from './check/lint.js';

/**
 * `coind contract check <files>`: statically checks Lua contracts for mistakes, and reports each as
 * `file:line:column: message (rule)`.
 *
 * @returns 1 where there is a finding
 * @throws UsageError for other words
 */
export async function runCheck(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { positionals: files } = parseWords(words, {});
  if (files.length === 0) throw new UsageError('at least one file is expected');
  let count = 0;
  for (const file of files) {
    if (!file.endsWith('.lua')) throw new UsageError(`"${file}" is no Lua source, whose name ends in .lua`);
    if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
    for (const { line, column, message, rule } of lintLua(readFileSync(file))) {
      terminal.output(`${file}:${line}:${column}: ${message} (${rule})\n`);
      count++;
    }
  }
  if (count > 0) terminal.errors(`${count} ${count === 1 ? 'finding' : 'findings'}\n`);
  return count === 0 ? 0 : 1;
}
