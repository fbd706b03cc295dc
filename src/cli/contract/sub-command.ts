import type { CommandResult, Terminal } from '../terminal.js';

/** What stands on the command line around the words of a sub-command. */
export interface SubCommandContext {
  /** Options of the node in front of `contract`, such as `-datadir=...`. */
  readonly switches: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** One sub-command of `coind contract`. */
export interface SubCommand {
  readonly name: string;
  /** Its words behind the name, as its usage shows them. */
  readonly parameters: string;
  /** One line that says what it does. */
  readonly summary: string;
  /**
   * Runs it with the words behind its name; what it needs is loaded only now.
   * @throws Error whose message is for the user; UsageError for words that it does not take
   */
  run(words: readonly string[], context: SubCommandContext): Promise<CommandResult>;
}

/** Words that a sub-command does not take; the message says which, and the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
