import { nearestName } from '../config/nearest.js';
import type { CommandContext } from './command.js';
import type { CommandResult } from './terminal.js';

/** A word behind a command that has several of them. */
export interface SubCommand {
  readonly name: string;
  /** Its words after the name, as its usage shows them. */
  readonly parameters: string;
  /** A one-line summary. */
  readonly summary: string;
  /**
   * Runs it with the words after its name; its modules are loaded only now.
   * @throws Error whose message is for the user; UsageError for words that it does not accept
   */
  run(words: readonly string[], context: CommandContext): Promise<CommandResult>;
}

/** Words that a sub-command does not accept; the message names them, and the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const HELP_WORDS = new Set(['help', '-h', '-help', '--help', '-?']);

/**
 * Runs a sub-command.
 *
 * @param command - that has them: `contract` in `coind contract <sub-command>`
 * @param words - what follows it on the command line
 * @returns the exit code
 */
export async function runSubCommand(
  command: string,
  subCommands: readonly SubCommand[],
  words: readonly string[],
  context: CommandContext,
): Promise<CommandResult> {
  const [name, ...rest] = words;
  const { terminal } = context;
  if (name === undefined || HELP_WORDS.has(name)) {
    terminal.output(usageOf(command, subCommands));
    return 0;
  }
  const subCommand = subCommands.find(known => known.name === name);
  if (subCommand === undefined) {
    terminal.errors(`error: ${unknownName(command, subCommands, name)}\n${usageOf(command, subCommands)}`);
    return 1;
  }
  const { parameters, summary } = subCommand;
  const usage = `Usage: coind ${command} ${name} ${parameters}\n`;
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

function unknownName(command: string, subCommands: readonly SubCommand[], name: string): string {
  const nearest = nearestName(
    name,
    subCommands.map(known => known.name),
  );
  return `"${name}" is no sub-command of ${command}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

function usageOf(command: string, subCommands: readonly SubCommand[]): string {
  const lines = subCommands.map(
    ({ name, parameters, summary }) => [`${name} ${parameters}`, summary] as const,
  );
  const width = Math.max(...lines.map(([form]) => form.length));
  return `Usage:\n${lines.map(([form, summary]) => `  coind ${command} ${form.padEnd(width)}  ${summary}\n`).join('')}`;
}
