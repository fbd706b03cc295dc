import type { CommandResult, Terminal } from './terminal.js';

const USAGE = `Usage:
  coind [options]                        start a node
  coind [options] <method> [parameters]  call a method of a running node
  coind help [method]                    explain the methods
  coind replay <directory>               execute a recorded chain and compare everything
  coind contract [sub-command]           tools for the authors of contracts

Options are written -key=value or -key value, or -key and -nokey for those that are on or off. They
can also stand in the environment as COIND_KEY, and in the configuration file as key=value.
`;

const HELP_SWITCHES = new Set(['-?', '-h', '-help', '--help']);
const VERSION_SWITCHES = new Set(['-version', '--version']);

/**
 * The program `coind` (spec 02 §2.1): a word that does not begin with `-` is a method to call, what
 * follows it are its parameters; without one, a node is started. The modules of a mode are loaded
 * only when needed, so that a command line answers at once.
 *
 * @returns the exit code
 */
export async function runProgram(
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<CommandResult> {
  const words = await withValuesAttached(given);
  const first = words.findIndex(word => !word.startsWith('-'));
  const switches = first === -1 ? words : words.slice(0, first);
  if (switches.some(word => HELP_SWITCHES.has(word))) return showHelp(terminal);
  if (switches.some(word => VERSION_SWITCHES.has(word))) return showVersion(terminal);
  try {
    if (first === -1) return await startNode(switches, environment, terminal);
    const [method = '', ...parameters] = words.slice(first);
    if (method === 'help') {
      const { localHelp } = await import('./local-help.js');
      return localHelp(parameters, terminal);
    }
    if (method === 'replay') {
      const { runReplay } = await import('./replay.js');
      return await runReplay(switches, environment, parameters, terminal);
    }
    if (method === 'contract') {
      const { runContractCommand } = await import('./contract/command.js');
      return await runContractCommand(parameters, { switches, environment, terminal });
    }
    const { runClient } = await import('./client.js');
    return await runClient(switches, environment, method, parameters, terminal);
  } catch (error) {
    terminal.errors(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** `-key value` as `-key=value`; the options are loaded only where a word follows one. */
async function withValuesAttached(words: readonly string[]): Promise<readonly string[]> {
  const first = words.findIndex(word => !word.startsWith('-'));
  if (first < 1) return words;
  const { attachValues } = await import('../config/option-sources.js');
  return attachValues(words);
}

async function startNode(
  switches: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<CommandResult> {
  const { loadOptions } = await import('../config/load-options.js');
  const { options, notes } = loadOptions(switches, environment);
  for (const note of notes) terminal.errors(`note: ${note}\n`);
  const { runNode } = await import('../node.js');
  await runNode(options);
  return 0;
}

async function showHelp(terminal: Terminal): Promise<CommandResult> {
  const { optionsHelp } = await import('../config/options-help.js');
  terminal.output(`${USAGE}\n${optionsHelp()}\n`);
  return 0;
}

async function showVersion(terminal: Terminal): Promise<CommandResult> {
  const { packageVersion } = await import('../config/package-version.js');
  terminal.output(`coind ${packageVersion()}\n`);
  return 0;
}
