import { existsSync } from 'node:fs';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { linkPackages } from './link-packages.js';

/**
 * `coind contract link`: lets editors find this program from the project in the working directory, as `coind contract
 * new` has done: for a project that came from another machine, or after `npm install` has removed the links.
 *
 * @throws UsageError for words, Error in a folder that is no project
 */
export async function runLink(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { positionals } = parseWords(words, {});
  if (positionals.length > 0)
    throw new UsageError('no words are expected: the project is the working directory');
  if (!existsSync('package.json'))
    throw new Error('there is no package.json here: link is called in a project');
  const linked = linkPackages('.');
  terminal.output(
    linked.length === 0 ? 'everything is installed already\n' : `node_modules: ${linked.join(', ')}\n`,
  );
  return 0;
}
