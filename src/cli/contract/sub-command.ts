import type { CommandContext } from '../command.js';
import type { CommandResult } from '../terminal.js';

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
  run(words: readonly string[], context: CommandContext): Promise<CommandResult>;
}

/** Words that a sub-command does not accept; the message names them, and the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
