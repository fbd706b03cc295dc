import { loadOptions } from '../config/load-options.js';
import { runNode } from '../node.js';
import { EXIT } from './exit-codes.js';
import type { CommandResult, Terminal } from './terminal.js';

/**
 * Runs a node until it is told to stop. In the joined program this module stands alone with all that a node needs,
 * so what it throws is an `Error` for its caller, and of no other class.
 * @throws Error with what is wrong with the options, keeps the node from starting, or made it end
 */
export async function startNode(
  switches: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<CommandResult> {
  const { options, notes } = loadOptions(switches, environment);
  for (const note of notes) terminal.errors(`note: ${note}\n`);
  await runNode(options);
  return EXIT.DONE;
}
