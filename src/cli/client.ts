import type { TaskProgress } from '../chain/tasks.js';
import { CallError } from '../client/errors.js';
import { exchange } from '../client/exchange.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import { leadingOptions } from '../config/command-line.js';
import { loadOptions, type Options } from '../config/load-options.js';
import { nearestName } from '../config/nearest.js';
import { OPTIONS } from '../config/options.js';
import { AREAS } from '../rpc/areas.js';
import { MethodRegistry } from '../rpc/declaration/registry.js';
import type { CommandContext } from './command.js';
import { convertWords } from './convert.js';
import { printError, printResult } from './print.js';
import { LinesOfInput, withSecrets } from './secrets.js';
import { send } from './send.js';
import type { CommandResult, Terminal } from './terminal.js';

/** The passphrase of the wallet in the environment; it is the client's alone. */
const PASSPHRASE_VARIABLE = 'COIND_WALLETPASSPHRASE';

/** A call as it stands on the command line. */
export interface CommandLineCall {
  readonly method: string;
  readonly words: readonly string[];
}

/**
 * Calls a method of a running node and prints the answer (spec 02 §2).
 *
 * @returns the exit code
 * @throws Error with the text for the user, where no reply came
 */
export async function runClient(
  { method, words }: CommandLineCall,
  { switches, environment, terminal }: CommandContext,
): Promise<CommandResult> {
  const { [PASSPHRASE_VARIABLE]: passphrase, ...others } = environment;
  const { options: given } = loadOptions(switches, others);
  const registry = new MethodRegistry(AREAS);
  const lines = await linesFor(given, terminal);
  const options = given.stdinrpcpass
    ? { ...given, rpcpassword: required(lines).next('the password') }
    : given;
  const complete = await withSecrets(method, words, registry, {
    lines: options.stdinwalletpassphrase ? lines : undefined,
    passphraseFile: options.walletpassphrasefile,
    passphrase,
    prompt: terminal.promptSecret,
  });
  const params = convertWords(
    method,
    [...complete, ...(options.stdin ? required(lines).rest() : [])],
    registry,
  );
  const call = (name: string, given: readonly Json[]): Promise<Json> =>
    exchange(body => send(options, body), { method: name, params: given });
  try {
    const answer = call(method, params);
    return printResult(
      await (terminal.isInteractive ? watched(answer, method, call, terminal) : answer),
      terminal,
      options.output,
    );
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const result = printError(error.answer, terminal, options.output);
    const advice = adviceFor(error, method, words, registry);
    if (advice !== undefined) terminal.errors(`${advice}\n`);
    return result;
  }
}

/** Standard input, where an option says that something is there. */
async function linesFor(options: Options, { input }: Terminal): Promise<LinesOfInput | undefined> {
  if (!options.stdin && !options.stdinrpcpass && !options.stdinwalletpassphrase) return undefined;
  return input && new LinesOfInput(await input());
}

function required(lines: LinesOfInput | undefined): LinesOfInput {
  if (lines !== undefined) return lines;
  throw new Error('there is no standard input');
}

/** What probably was meant by a call that the node does not understand. */
function adviceFor(
  error: CallError,
  method: string,
  words: readonly string[],
  registry: MethodRegistry,
): string | undefined {
  const isKnown = registry.find(method) !== undefined;
  const option = words.find(word => leadingOptions([word]).options.some(({ name }) => OPTIONS.has(name)));
  if (isKnown && error.errorName === 'MISC_ERROR' && option !== undefined) {
    return `${option} is a parameter here: options stand in front of the method`;
  }
  if (isKnown || error.errorName !== 'METHOD_NOT_FOUND') return undefined;
  const nearest = nearestName(method, registry.names());
  return nearest && `did you mean ${nearest}?`;
}

/** An answer that may take long: how far its task is, is shown until then. */
async function watched(
  answer: Promise<Json>,
  method: string,
  call: (name: string, params: readonly Json[]) => Promise<Json>,
  terminal: Terminal,
): Promise<Json> {
  const { showProgress } = await import('./progress-bar.js');
  const end = showProgress({
    ask: async () => tasksOf(await call('getprogress', [])),
    method,
    draw: text => terminal.errors(text),
  });
  try {
    return await answer;
  } finally {
    end();
  }
}

/** The answer of getprogress, whose numbers may be of any kind that JSON has. */
function tasksOf(answer: Json): TaskProgress[] {
  if (!Array.isArray(answer)) return [];
  return (answer as readonly JsonObject[]).map(({ id, name, unit, done, total, seconds }) => ({
    id: Number(id),
    name: String(name),
    unit: String(unit),
    done: Number(done),
    total: Number(total),
    seconds: Number(seconds),
  }));
}
