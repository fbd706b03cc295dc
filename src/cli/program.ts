import type { Command, CommandContext } from './command.js';
import { COMMANDS } from './commands.js';
import { CommandFailure, EXIT } from './exit-codes.js';
import type { CommandResult, Terminal } from './terminal.js';
import { OPTION_RULES, usageForms } from './usage.js';

const HELP_SWITCHES = new Set(['-?', '-h', '-help', '--help']);
const VERSION_SWITCHES = new Set(['-version', '--version']);
/** After it, no word is an option, and none stands for anything but itself. */
const TERMINATOR = '--';

/** A command line taken apart. */
interface CommandLine {
  readonly switches: readonly string[];
  /** The method or command; undefined where a node is to be started. */
  readonly name: string | undefined;
  readonly parameters: readonly string[];
  /** An option in front of the name that is on or off and has no value. */
  readonly flagBefore: string | undefined;
}

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
  try {
    return await run(await commandLineOf(given), environment, terminal);
  } catch (error) {
    terminal.errors(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof CommandFailure ? error.exitCode : EXIT.FAILED;
  }
}

async function run(
  { switches, name, parameters, flagBefore }: CommandLine,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<CommandResult> {
  const command = COMMANDS.find(known => known.name === name);
  const isHelp = switches.some(word => HELP_SWITCHES.has(word));
  if (isHelp && name === undefined) return showHelp(terminal);
  if (switches.some(word => VERSION_SWITCHES.has(word))) return showVersion(terminal);
  if (name === undefined) {
    return (await import('./start-node.js')).startNode(switches, environment, terminal);
  }
  if (command?.hasSubCommands === undefined && (isHelp || isQuestion(parameters))) {
    return command === undefined
      ? (await import('./local-help.js')).localHelp([name], terminal, COMMANDS)
      : showUsage(command, terminal);
  }
  const context = { switches, environment, terminal };
  if (command !== undefined) return command.run(parameters, context);
  if (flagBefore !== undefined && isTruthValue(name)) {
    throw new Error(`-${flagBefore} is on or off: write -${flagBefore}=${name}, not -${flagBefore} ${name}`);
  }
  return call(name, parameters, context);
}

async function call(
  method: string,
  parameters: readonly string[],
  context: CommandContext,
): Promise<CommandResult> {
  const { runClient } = await import('./client.js');
  if (parameters[0] === TERMINATOR) return runClient({ method, words: parameters.slice(1) }, context);
  const { withStandardInput } = await import('./standard-input.js');
  const words = await withStandardInput(parameters, context.terminal.input);
  return runClient({ method, words }, context);
}

/** Takes a command line apart; the options are loaded only where one is given. */
async function commandLineOf(given: readonly string[]): Promise<CommandLine> {
  const { words, flagBefore } = given[0]?.startsWith('-')
    ? (await import('../config/command-line.js')).leadingOptions(given)
    : { words: 0, flagBefore: undefined };
  const switches = given.slice(0, words);
  const [name, ...parameters] = given.slice(words);
  return { switches: switches.filter(word => word !== TERMINATOR), name, parameters, flagBefore };
}

/** Whether a method is asked how it is called, instead of called. */
function isQuestion(parameters: readonly string[]): boolean {
  return parameters.length === 1 && HELP_SWITCHES.has(parameters[0] ?? '');
}

function isTruthValue(word: string): boolean {
  return /^(?:0|1|true|false|yes|no|on|off)$/.test(word);
}

async function showHelp(terminal: Terminal): Promise<CommandResult> {
  const { optionsHelp } = await import('../config/options-help.js');
  terminal.output(`${usage()}\n${optionsHelp()}\n`);
  return EXIT.DONE;
}

function usage(): string {
  const forms = usageForms();
  const width = Math.max(...forms.map(([form]) => form.length));
  const lines = forms.map(([form, summary]) => `  coind ${form.padEnd(width)}  ${summary}`);
  return `Usage:
${lines.join('\n')}

${OPTION_RULES.join('\n')}
`;
}

function showUsage({ name, parameters, summary }: Command, terminal: Terminal): CommandResult {
  terminal.output(`Usage: coind ${name} ${parameters}\n  ${summary}\n`);
  return EXIT.DONE;
}

async function showVersion(terminal: Terminal): Promise<CommandResult> {
  const { packageVersion } = await import('../config/package-version.js');
  terminal.output(`coind ${packageVersion()}\n`);
  return EXIT.DONE;
}
