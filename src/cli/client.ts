import { setTimeout as delay } from 'node:timers/promises';
import type { TaskProgress } from '../chain/tasks.js';
import { CallError } from '../client/errors.js';
import { exchange } from '../client/exchange.js';
import type { HttpAnswer } from '../client/transport.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import { cookiePath, readCookie } from '../config/cookie.js';
import { loadOptions, type Options } from '../config/load-options.js';
import { nearestName } from '../config/nearest.js';
import { AREAS } from '../rpc/areas.js';
import { MethodRegistry } from '../rpc/declaration/registry.js';
import { convertWords } from './convert.js';
import { NotConnected, post } from './http-request.js';
import { printError, printResult } from './print.js';
import type { CommandResult, Terminal } from './terminal.js';

const WAIT_MS = 1000;

/**
 * Calls a method of a running node and prints the answer (spec 02 §2).
 *
 * @returns the exit code
 * @throws Error with the text for the user, where no reply came
 */
export async function runClient(
  switches: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  method: string,
  words: readonly string[],
  terminal: Terminal,
): Promise<CommandResult> {
  const { options } = loadOptions(switches, environment);
  const registry = new MethodRegistry(AREAS);
  const params = convertWords(method, words, registry);
  const call = (name: string, given: readonly Json[]): Promise<Json> =>
    exchange(body => send(options, body), { method: name, params: given });
  try {
    const answer = call(method, params);
    return printResult(
      await (terminal.isInteractive ? watched(answer, method, call, terminal) : answer),
      terminal,
    );
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const result = printError(error.answer, terminal);
    if (error.errorName === 'METHOD_NOT_FOUND') suggestMethod(method, registry, terminal);
    return result;
  }
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

function suggestMethod(method: string, registry: MethodRegistry, terminal: Terminal): void {
  const names = registry.names();
  const nearest = names.includes(method) ? undefined : nearestName(method, names);
  if (nearest !== undefined) terminal.errors(`did you mean ${nearest}?\n`);
}

/** Sends the request; with -rpcwait, again every second until a server is there. */
async function send(options: Options, body: string): Promise<HttpAnswer> {
  for (;;) {
    const credentials = credentialsOf(options);
    if (credentials === undefined) {
      if (!options.rpcwait) throw noCredentials(options);
    } else {
      const endpoint = { host: options.rpcconnect, port: options.rpcport, tls: options.rpcssl, credentials };
      try {
        return await post(endpoint, body);
      } catch (error) {
        if (!(error instanceof NotConnected)) throw new Error('no response from server', { cause: error });
        if (!options.rpcwait) throw notConnected(options, error);
      }
    }
    await delay(WAIT_MS);
  }
}

/** The configured user and password, or those that a running node has left for its clients. */
function credentialsOf({ rpcuser, rpcpassword, networkDirectory }: Options): string | undefined {
  return rpcuser !== '' || rpcpassword !== '' ? `${rpcuser}:${rpcpassword}` : readCookie(networkDirectory);
}

function noCredentials({ networkDirectory, configFile }: Options): Error {
  return new Error(
    `no user and password: a running node leaves them in ${cookiePath(networkDirectory)}, which does not exist; ` +
      `start the node, or set rpcuser and rpcpassword as in the node's configuration (${configFile})`,
  );
}

function notConnected({ rpcconnect, rpcport }: Options, cause: Error): Error {
  const advice = 'pls wait for a while or check "rpcserver=1" setting.';
  const place = `nothing answers at ${rpcconnect} port ${rpcport}; -rpcconnect and -rpcport choose another place`;
  return new Error(`couldn't connect to server... ${advice}\n${place}`, { cause });
}
