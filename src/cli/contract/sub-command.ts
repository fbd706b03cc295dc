import type { CommandResult, Terminal } from '../terminal.js';

/** The command line around the words of a sub-command. */
export interface SubCommandContext {
  /** Options of the node in front of `contract`, such as `-datadir=...`. */
  readonly switches: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** One sub-command of `coind contract`. */
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
  run(words: readonly string[], context: SubCommandContext): Promise<CommandResult>;
}

/** Words that a sub-command does not accept; the message names them, and the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
