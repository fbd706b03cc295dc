import type { CommandContext } from '../command.js';
import { runSubCommand, type SubCommand } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';

/** The sub-commands of `coind network`, in the order of their help. */
export const NETWORK_COMMANDS: readonly SubCommand[] = [
  {
    name: 'init',
    parameters:
      '<directory> [--validators <1 to 11>] [--port <first port>] [--pause <milliseconds>] [--snapshots <blocks>]',
    summary: 'make the files of a network of validators on this machine, with keys that everybody knows',
    run: async (words, context) => (await import('./init.js')).runInit(words, context),
  },
  {
    name: 'start',
    parameters: '<directory> [nodes]',
    summary: 'start its nodes, all of them or those that are named, and wait until they make blocks',
    run: async (words, context) => (await import('./start.js')).runStart(words, context),
  },
  {
    name: 'status',
    parameters: '<directory> [--follow]',
    summary: 'show the height of each node; with --follow again every second',
    run: async (words, context) => (await import('./status.js')).runStatus(words, context),
  },
  {
    name: 'stop',
    parameters: '<directory> [nodes]',
    summary: 'stop its nodes, all of them or those that are named',
    run: async (words, context) => (await import('./stop.js')).runStop(words, context),
  },
  {
    name: 'add',
    parameters: '<directory> [--statesync]',
    summary:
      'make the files of one more node, which follows the others; with --statesync it begins with the state of a recent block',
    run: async (words, context) => (await import('./add.js')).runAdd(words, context),
  },
  {
    name: 'compare',
    parameters: '<directory> [nodes] [--height <height>]',
    summary:
      'show the first key of the state that nodes have differently after a block, by default one of the last ten',
    run: async (words, context) => (await import('./compare.js')).runCompare(words, context),
  },
];

/**
 * The command `coind network <sub-command>`: a network of validators on this machine.
 * @param words - what follows `network` on the command line
 * @returns the exit code
 */
export function runNetworkCommand(words: readonly string[], context: CommandContext): Promise<CommandResult> {
  return runSubCommand('network', NETWORK_COMMANDS, words, context);
}
