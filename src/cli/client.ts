import { setTimeout as delay } from 'node:timers/promises';
import { JsonSyntaxError, parseJson, stringifyJson } from '../codec/json.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import { cookiePath, readCookie } from '../config/cookie.js';
import { loadOptions, type Options } from '../config/load-options.js';
import { jsonTypeName } from '../rpc/json-type.js';
import { AREAS } from '../rpc/methods/index.js';
import { MethodRegistry } from '../rpc/registry.js';
import { convertWords } from './convert.js';
import { type HttpAnswer, NotConnected, post } from './http-request.js';
import { printError, printResult } from './print.js';
import type { CommandResult, Terminal } from './terminal.js';

const WAIT_MS = 1000;
/** Statuses that come with a JSON reply. */
const REPLY_STATUSES: ReadonlySet<number> = new Set([400, 404, 500]);
const REQUEST_ID = 1;

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
  const params = convertWords(method, words, new MethodRegistry(AREAS));
  const reply = replyOf(await send(options, stringifyJson({ method, params, id: REQUEST_ID })));
  return reply.error === null ? printResult(reply.result, terminal) : printError(reply.error, terminal);
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
        if (!options.rpcwait) throw notConnected(error);
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

function notConnected(cause: Error): Error {
  const advice = 'pls wait for a while or check "rpcserver=1" setting.';
  return new Error(`couldn't connect to server... ${advice}`, { cause });
}

interface Reply {
  readonly result: Json;
  readonly error: JsonObject | null;
}

function replyOf({ status, body }: HttpAnswer): Reply {
  if (status === 401) throw new Error('incorrect rpcuser or rpcpassword (authorization failed)');
  if (status >= 400 && !REPLY_STATUSES.has(status)) throw new Error(`server returned HTTP error ${status}`);
  if (body === '') throw new Error('no response from server');
  const reply = parsedReply(body);
  if (jsonTypeName(reply) !== 'obj')
    throw new Error('expected reply to have result, error and id properties');
  const { result, error, id } = reply as JsonObject;
  if (result === undefined || error === undefined || id === undefined) {
    throw new Error('expected reply to have result, error and id properties');
  }
  return { result, error: error as JsonObject | null };
}

function parsedReply(body: string): Json {
  try {
    return parseJson(body, { trailing: 'ignore' });
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw new Error("couldn't parse reply from server", { cause: error });
    throw error;
  }
}
