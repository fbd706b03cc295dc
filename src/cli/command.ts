import type { CommandResult, Terminal } from './terminal.js';

/** What surrounds the words of a command. */
export interface CommandContext {
  /** Options of the node in front of the command, such as `-datadir=...`. */
  readonly switches: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** A word that is no method of a node: the program itself does it. */
export interface Command {
  readonly name: string;
  /** The words after the name, as its usage shows them. */
  readonly parameters: string;
  /** What it does, beginning with a verb. */
  readonly summary: string;
  /** Whether it explains itself and each of its sub-commands. */
  readonly hasSubCommands?: true;
  /** What the first word after the name can be, for completion; `methods` are the names of methods. */
  readonly firstWords?: 'methods' | (() => Promise<readonly string[]>);
  /**
   * Runs it with the words after its name; its modules are loaded only now.
   * @throws Error with the text for the user
   */
  run(words: readonly string[], context: CommandContext): Promise<CommandResult>;
}
