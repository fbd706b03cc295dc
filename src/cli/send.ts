import { setTimeout as delay } from 'node:timers/promises';
import type { HttpAnswer } from '../client/transport.js';
import { cookiePath, readCookie } from '../config/cookie.js';
import type { Options } from '../config/load-options.js';
import { CommandFailure, EXIT } from './exit-codes.js';
import { AnswerTimeout, NotConnected, post } from './http-request.js';

const RETRY_MILLISECONDS = 1000;
/** A server that says later than this when to try again is asked sooner. */
const MAX_RETRY_MILLISECONDS = 30_000;
const BUSY = 503;
const UNAUTHORIZED = 401;

/** Why a request was not taken, where trying again later makes sense. */
interface Obstacle {
  /** What the user gets to see if nobody tries again. */
  readonly outcome: Error | HttpAnswer;
  readonly retryAfter: number;
}

/**
 * Sends a request; with -rpcwait, again and again until a server has taken it.
 * @throws Error with the text for the user; CommandFailure where a time limit has passed
 */
export async function send(options: Options, body: string): Promise<HttpAnswer> {
  const { rpcwait, rpcwaittimeout } = options;
  const end = rpcwaittimeout === 0 ? Number.POSITIVE_INFINITY : performance.now() + rpcwaittimeout * 1000;
  for (;;) {
    const attempt = await attempted(options, body);
    if (!('outcome' in attempt)) return attempt;
    const { outcome, retryAfter } = attempt;
    if (!rpcwait) return shown(outcome);
    if (performance.now() + retryAfter > end) {
      const reason =
        outcome instanceof Error ? outcome.message : `server returned HTTP error ${outcome.status}`;
      throw new CommandFailure(
        `${reason}\ngave up after ${rpcwaittimeout} s (-rpcwaittimeout)`,
        EXIT.TIMED_OUT,
      );
    }
    await delay(retryAfter);
  }
}

function shown(outcome: Error | HttpAnswer): HttpAnswer {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

async function attempted(options: Options, body: string): Promise<HttpAnswer | Obstacle> {
  const credentials = credentialsOf(options);
  if (credentials === undefined) return { outcome: noCredentials(options), retryAfter: RETRY_MILLISECONDS };
  const { host, port } = placeOf(options);
  const endpoint = { host, port, tls: options.rpcssl, credentials };
  try {
    const answer = await post(endpoint, body, options.rpcclienttimeout * 1000);
    return isRefusedForNow(answer, options) ? { outcome: answer, retryAfter: retryAfterOf(answer) } : answer;
  } catch (error) {
    if (error instanceof AnswerTimeout) throw noAnswer(options, error);
    if (!(error instanceof NotConnected)) throw new Error('no response from server', { cause: error });
    return { outcome: notConnected(host, port, error), retryAfter: RETRY_MILLISECONDS };
  }
}

/** A busy or stopping server has run nothing; a node that has just started has a new cookie, and may have had an old one. */
function isRefusedForNow({ status }: HttpAnswer, options: Options): boolean {
  return status === BUSY || (status === UNAUTHORIZED && !isConfigured(options));
}

function retryAfterOf({ retryAfter }: HttpAnswer): number {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_MILLISECONDS) : RETRY_MILLISECONDS;
}

/** `host`, `host:port`, `[::1]`, `[::1]:port` or `::1`. */
export function placeOf({ rpcconnect, rpcport }: Pick<Options, 'rpcconnect' | 'rpcport'>): {
  readonly host: string;
  readonly port: number;
} {
  const [, bracketed, name, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(rpcconnect) ?? [];
  return { host: bracketed ?? name ?? rpcconnect, port: port === undefined ? rpcport : Number(port) };
}

/** The configured user and password, or those that a running node has left for its clients. */
function credentialsOf(options: Options): string | undefined {
  return isConfigured(options)
    ? `${options.rpcuser}:${options.rpcpassword}`
    : readCookie(options.networkDirectory);
}

function isConfigured({ rpcuser, rpcpassword }: Options): boolean {
  return rpcuser !== '' || rpcpassword !== '';
}

function noCredentials({ networkDirectory, configFile }: Options): Error {
  return new Error(
    `no user and password: a running node leaves them in ${cookiePath(networkDirectory)}, which does not exist; ` +
      `start the node, or set rpcuser and rpcpassword as in the node's configuration (${configFile})`,
  );
}

function notConnected(host: string, port: number, cause: Error): Error {
  const advice = 'pls wait for a while or check "rpcserver=1" setting.';
  const place = `nothing answers at ${host} port ${port}; -rpcconnect and -rpcport choose another place`;
  return new Error(`couldn't connect to server... ${advice}\n${place}`, { cause });
}

function noAnswer({ rpcclienttimeout }: Options, cause: Error): Error {
  return new CommandFailure(
    `no answer within ${rpcclienttimeout} s (-rpcclienttimeout); the node may still be executing the call`,
    EXIT.TIMED_OUT,
    { cause },
  );
}
