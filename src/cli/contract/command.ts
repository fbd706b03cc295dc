import { nearestName } from '../../config/nearest.js';
import type { CommandContext } from '../command.js';
import type { CommandResult } from '../terminal.js';
import { type SubCommand, UsageError } from './sub-command.js';

/** The sub-commands of `coind contract`, in the order of their help. */
export const SUB_COMMANDS: readonly SubCommand[] = [
  {
    name: 'new',
    parameters: '<name> [--wasm]',
    summary: 'make a project: a contract in Lua or AssemblyScript, its tests, settings for editors',
    run: async (words, context) => (await import('./new.js')).runNew(words, context),
  },
  {
    name: 'build',
    parameters: '<file.ts> [-o <directory>]',
    summary: 'compile a contract in AssemblyScript to .wasm and .abi.json',
    run: async (words, context) => (await import('./build.js')).runBuild(words, context),
  },
  {
    name: 'check',
    parameters: '<files.lua>',
    summary: 'look for mistakes in Lua contracts that fail or lose money',
    run: async (words, context) => (await import('./check.js')).runCheck(words, context),
  },
  {
    name: 'run',
    parameters: '<file.lua> [--args <hex>]... [--from <account>] [--coins <amount[:symbol]>]',
    summary: 'call a Lua contract on a chain of its own, and show trace, changes and fuel',
    run: async (words, context) => (await import('./run.js')).runRun(words, context),
  },
  {
    name: 'test',
    parameters: '[files] [--watch] [--kinds] [--no-coverage] [--report <directory>]',
    summary: 'run tests, and show fuel by method and the lines that they reach',
    run: async (words, context) => (await import('./test.js')).runTest(words, context),
  },
  {
    name: 'console',
    parameters: '[contracts]',
    summary: 'a prompt on a development chain, on which the contracts are deployed',
    run: async (words, context) => (await import('./console.js')).runConsole(words, context),
  },
];

const HELP_WORDS = new Set(['help', '-h', '-help', '--help', '-?']);

/**
 * The command `coind contract <sub-command>`: tools for the authors of contracts.
 *
 * @param words - what follows `contract` on the command line
 * @returns the exit code
 */
export async function runContractCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<CommandResult> {
  const [name, ...rest] = words;
  const { terminal } = context;
  if (name === undefined || HELP_WORDS.has(name)) {
    terminal.output(contractUsage());
    return 0;
  }
  const subCommand = SUB_COMMANDS.find(known => known.name === name);
  if (subCommand === undefined) {
    terminal.errors(`error: ${unknownName(name)}\n${contractUsage()}`);
    return 1;
  }
  const { parameters, summary } = subCommand;
  const usage = `Usage: coind contract ${name} ${parameters}\n`;
  if (rest.some(word => HELP_WORDS.has(word) && word.startsWith('-'))) {
    terminal.output(`${usage}  ${summary}\n`);
    return 0;
  }
  try {
    return await subCommand.run(rest, context);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.errors(`error: ${error.message}\n${usage}`);
    return 1;
  }
}

function unknownName(name: string): string {
  const nearest = nearestName(
    name,
    SUB_COMMANDS.map(known => known.name),
  );
  return `"${name}" is no sub-command of contract${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

function contractUsage(): string {
  const lines = SUB_COMMANDS.map(
    ({ name, parameters, summary }) => [`${name} ${parameters}`, summary] as const,
  );
  const width = Math.max(...lines.map(([form]) => form.length));
  return `Usage:\n${lines.map(([form, summary]) => `  coind contract ${form.padEnd(width)}  ${summary}\n`).join('')}`;
}
