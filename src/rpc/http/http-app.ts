import type { IncomingMessage } from 'node:http';
import Koa, { type Context, type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import { stringifyJson } from '../../codec/json.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import type { Caller } from '../declaration/caller.js';
import { RPC_ERRORS, type RpcErrorName } from '../declaration/errors.js';
import { clientOf } from '../dispatch/client.js';
import { Presence } from '../dispatch/presence.js';
import { EVENTS_PATH, type EventServer } from '../events/event-server.js';
import { comesFromPage, type Page } from '../page/page.js';
import type { AllowList } from './allow-list.js';
import type { BodyBudget } from './body-budget.js';
import type { BrowserRules } from './browser-rules.js';
import type { Connections } from './connections.js';
import { answerHealth } from './health.js';
import { answerMetrics, METRICS_PATH } from './metrics-path.js';
import type { Attempt } from './password-guesses.js';
import { NotAnswered, type RequestQueue } from './request-queue.js';
import { isLarge, isUrgent, passedOn, type RpcRequest } from './rpc-request.js';
import type { SharedFigures } from './shared-figures.js';
import type { UnreadAnswers } from './unread-answers.js';
import type { Upgrades } from './upgrades.js';

/** Largest body (spec 02 §1.3). */
export const { most: MAX_BODY_BYTES } = RPC_LIMITS.body;
/** Where requests are read and answered as JSON-RPC 2.0 demands. */
const STRICT_PATH = '/rpc';
const TOO_LARGE = 413;
/** Seconds after which a client that was refused may try again. */
const RETRY_SECONDS = 1;
/** How long a browser remembers that a page of a named origin may ask. */
const PREFLIGHT_SECONDS = 600;

const SERVED_VERBS: ReadonlySet<string> = new Set(['POST', 'GET']);
/** Verbs that are known but not served. */
const REFUSED_VERBS: ReadonlySet<string> = new Set(['HEAD', 'PUT', 'DELETE']);

/** Where the state of a request has its user, and whether the client still waits. */
const CALLER = 'caller';
const PRESENCE = 'presence';

/** An answer to a request. */
export interface HttpAnswer {
  readonly status: number;
  /** JSON and a line break, as text or as its bytes in UTF-8. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** What a thread that reads can answer. */
export interface AnswersOfReader {
  /** Whether it may be able to answer a request. */
  takes(request: RpcRequest): boolean;
  /** @returns undefined where it is not */
  answer(request: RpcRequest, presence: Presence): Promise<HttpAnswer | undefined>;
}

export interface HttpAppOptions {
  readonly allowed: AllowList;
  /** Whose credentials an Authorization header carries that came from an address; takes its time for wrong ones. */
  readonly authenticate: (address: string, header: string) => Promise<Attempt>;
  /** Whether the node is shutting down. */
  readonly stopping: () => boolean;
  readonly pages: BrowserRules;
  /** The page of this node; undefined where it serves none. */
  readonly page?: Page | undefined;
  readonly connections: Connections;
  readonly bodies: BodyBudget;
  readonly unread: UnreadAnswers;
  readonly figures: SharedFigures;
  readonly requests: RequestQueue;
  /** Answers what needs nothing of the node; undefined for what does. */
  readonly answerAtOnce?: ((request: RpcRequest) => Promise<HttpAnswer | undefined>) | undefined;
  /** Another thread that answers what only reads; default: none. */
  readonly reading?: AnswersOfReader | undefined;
  /** Of what is read in another thread, which need not wait for what the node has under way. */
  readonly reads: RequestQueue;
  /** Serves events to those whose connections become WebSockets; without it there is no such path. */
  readonly events: { readonly server: EventServer; readonly upgrades: Upgrades } | undefined;
  /** Answers a body, as JSON-RPC 2.0 demands or as the reference does. */
  readonly answer: (request: RpcRequest, presence: Presence) => Promise<HttpAnswer>;
}

/** The middlewares of an HTTP request, in the order of spec 02 §1.1. */
export function createHttpApp(options: HttpAppOptions): Koa {
  const app = new Koa();
  app.use(countRequests(options));
  app.use(refuseAmbiguousHeads);
  app.use(answerHealth(options));
  app.use(refuseWhileStopping(options.stopping));
  app.use(allowPeers(options.allowed));
  app.use(guardAgainstPages(options));
  if (options.page) app.use(options.page.middleware());
  app.use(refuseUnknownVerbs);
  app.use(refuseOtherPaths(options));
  app.use(refuseOtherVerbs);
  app.use(refuseOtherVerbsOnStrictPath);
  app.use(authenticate(options));
  if (options.events) {
    const { server, upgrades } = options.events;
    app.use(upgrades.middleware(server, callerOf));
  }
  app.use(
    answerMetrics((context, body) =>
      options.answer({ body, caller: callerOf(context), isStrict: false }, presenceOf(context)),
    ),
  );
  app.use(waitForRoom(options));
  app.use(leaveBrokenOff);
  app.use(treatBodyAsText);
  app.use(readRestOfLargeBody);
  app.use(readBody);
  app.use(execute(options));
  return app;
}

/** Requests that follow each other on a connection without waiting for answers are bounded. */
function countRequests({ connections, figures }: HttpAppOptions): Middleware {
  return (context, next) => {
    const { socket } = context.req;
    const open = connections.begin(socket);
    const presence = new Presence();
    context.state[PRESENCE] = presence;
    context.res.once('close', () => {
      connections.end(socket);
      if (!context.res.writableFinished) presence.leave();
    });
    const { most } = RPC_LIMITS.requestsOfConnection;
    if (open <= most) return next();
    refuseBusy(context, figures, `a connection may have ${most} requests that are not answered yet`);
    return undefined;
  };
}

/** Headers that stand once at most: whoever takes another one than this server would see another request. */
const SINGLE_HEADERS = ['host', 'authorization', 'content-type'] as const;

/**
 * Node.js can refuse a request without a name of the server, or with an expectation that nobody meets, itself, but tells
 * nobody of the answer; all answers of a connection have to be known here.
 */
const refuseAmbiguousHeads: Middleware = (context, next) => {
  const { req } = context;
  // Nothing else is served, and not all of it can be taken apart.
  if (req.url?.startsWith('/') !== true) return refuse(context, 404);
  if (req.httpVersion === '1.1' && req.headers.host === undefined) {
    context.set('Connection', 'close');
    return refuse(context, 400);
  }
  const doubled = SINGLE_HEADERS.find(name => (req.headersDistinct[name]?.length ?? 0) > 1);
  if (doubled !== undefined) {
    context.set('Connection', 'close');
    refuseAsJson(context, 400, 'INVALID_REQUEST', `the request has more than one header ${doubled}`);
    return undefined;
  }
  const { expect } = req.headers;
  if (req.httpVersion === '1.1' && expect !== undefined && !/\b100-continue\b/i.test(expect)) {
    return refuse(context, 417);
  }
  return next();
};

function refuseWhileStopping(stopping: () => boolean): Middleware {
  return (context, next) => {
    if (!stopping()) return next();
    context.set('Connection', 'close');
    return refuse(context, 503);
  };
}

function allowPeers(allowed: AllowList): Middleware {
  return (context, next) => (allowed.allows(addressOf(context)) ? next() : refuse(context, 403));
}

const refuseUnknownVerbs: Middleware = (context, next) => {
  if (context.method === 'DELETE') return refuse(context, 405);
  return SERVED_VERBS.has(context.method) || REFUSED_VERBS.has(context.method)
    ? next()
    : refuse(context, 501);
};

function refuseOtherPaths({ events }: HttpAppOptions): Middleware {
  const served = new Set(['/', STRICT_PATH, METRICS_PATH, ...(events ? [EVENTS_PATH] : [])]);
  return (context, next) => (served.has(context.url) ? next() : refuse(context, 404));
}

const refuseOtherVerbsOnStrictPath: Middleware = (context, next) => {
  if (context.url !== STRICT_PATH || context.method === 'POST') return next();
  context.set('Allow', 'POST');
  return refuse(context, 405, 'JSON-RPC 2.0 is asked by POST');
};

const refuseOtherVerbs: Middleware = (context, next) =>
  SERVED_VERBS.has(context.method)
    ? next()
    : refuse(context, 405, 'RPC server handles only POST or GET requests');

/** Pages in a browser are kept away, but for those that the operator has named. */
function guardAgainstPages({ pages }: HttpAppOptions): Middleware {
  return (context, next) => {
    const origin = context.get('Origin');
    const verdict = pages.judge({
      host: context.get('Host'),
      origin,
      fetchSite: context.get('Sec-Fetch-Site'),
      contentType: context.get('Content-Type'),
    });
    if ('status' in verdict) {
      refuseAsJson(context, verdict.status, 'INVALID_REQUEST', verdict.reason);
      return undefined;
    }
    if (!verdict.named) return next();
    context.vary('Origin');
    context.set('Access-Control-Allow-Origin', origin);
    context.set('Access-Control-Expose-Headers', 'Retry-After');
    if (context.method !== 'OPTIONS' || context.get('Access-Control-Request-Method') === '') return next();
    context.set('Access-Control-Allow-Methods', 'POST');
    context.set('Access-Control-Allow-Headers', 'authorization, content-type');
    context.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    if (context.get('Access-Control-Request-Private-Network') === 'true') {
      context.set('Access-Control-Allow-Private-Network', 'true');
    }
    return refuse(context, 204);
  };
}

function authenticate({ authenticate: find, page, connections, figures }: HttpAppOptions): Middleware {
  return async (context, next) => {
    const header = context.get('Authorization');
    const attempt = header === '' ? page?.userOf(context) : await find(addressOf(context), header);
    if (attempt === undefined) {
      // The browser would ask for a password itself, in front of the page.
      if (!comesFromPage(context)) context.set('WWW-Authenticate', 'Basic realm="jsonrpc"');
      return refuse(context, 401);
    }
    if ('later' in attempt) {
      context.set('Retry-After', String(attempt.later));
      return refuseAsJson(
        context,
        429,
        'LIMIT_EXCEEDED',
        `too many wrong passwords from ${addressOf(context)}: try again in ${attempt.later} seconds`,
      );
    }
    const { user, role, methods } = attempt;
    const caller: Caller = { user, role, methods, ...originOf(context) };
    if (!connections.trust(context.req.socket, clientOf(caller))) {
      context.set('Connection', 'close');
      return refuseBusy(context, figures, `${user} has too many connections: use one for several requests`);
    }
    context.state[CALLER] = caller;
    return next();
  };
}

/** Headers by which a proxy says for whom it passes a request on. */
const FORWARDING_HEADERS = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'];

/** Where a request has come from. */
function originOf(context: Context): Pick<Caller, 'address' | 'forwarded'> {
  return {
    address: addressOf(context),
    forwarded: FORWARDING_HEADERS.some(name => context.get(name) !== ''),
  };
}

function callerOf(context: Context): Caller {
  return context.state[CALLER] as Caller;
}

function presenceOf(context: Context): Presence {
  return context.state[PRESENCE] as Presence;
}

function addressOf(context: Context): string {
  return context.req.socket.remoteAddress ?? '';
}

/** A body is read when there is room for it, and takes the room until it is answered. */
function waitForRoom({ bodies, figures }: HttpAppOptions): Middleware {
  return async (context, next) => {
    const release = await bodies.take(clientOf(callerOf(context)), expectedBytes(context));
    if (release === undefined) {
      const { most } = RPC_LIMITS.bodies;
      return refuseBusy(context, figures, `bodies of ${most} bytes wait already: try again later`);
    }
    try {
      await next();
    } finally {
      release();
    }
  };
}

/** A request that was broken off before its body is read is answered to nobody. */
const leaveBrokenOff: Middleware = (context, next) => {
  if (!context.req.destroyed) return next();
  context.respond = false;
  return undefined;
};

/** As many bytes as a body can have, unpacked. */
function expectedBytes(context: Context): number {
  const { length } = context.request;
  const isPlain = length !== undefined && context.get('Content-Encoding') === '';
  return isPlain ? Math.min(length, MAX_BODY_BYTES) : MAX_BODY_BYTES;
}

/** The body is read as text, whatever its content type: the lossless parser keeps all digits of a number. */
const treatBodyAsText: Middleware = (context, next) => {
  context.req.headers['content-type'] = 'text/plain';
  return next();
};

/**
 * A client that is still sending a body that is too large reads no answer before it has sent all of it: if its
 * connection were closed, it would learn nothing of the limit. What it sends is dropped, up to another body's size.
 */
const readRestOfLargeBody: Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    if ((error as { readonly status?: unknown }).status === TOO_LARGE) await restOf(context.req);
    throw error;
  }
};

function restOf(request: IncomingMessage): Promise<void> {
  return new Promise(resolve => {
    let left = 2 * MAX_BODY_BYTES;
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    for (const end of ['end', 'error', 'close']) request.once(end, () => resolve());
    if (request.readableEnded || request.destroyed) resolve();
    request.resume();
  });
}

const readBody = bodyParser({
  enableTypes: ['text'],
  encoding: '', // Bytes, which are decoded where they are parsed.
  textLimit: String(MAX_BODY_BYTES),
  onerror(error, context) {
    if (!isUnpackingError(error)) throw error;
    context.throw(400, `the body cannot be unpacked as its Content-Encoding says: ${error.message}`);
  },
});

/** The type says text, but without an encoding the parser gives bytes; nothing for a request without a body. */
function bodyOf(context: Context): RpcRequest['body'] {
  const raw: unknown = context.request.rawBody;
  if (!(raw instanceof Buffer)) return '';
  const body = passedOn(raw);
  // It may have a passphrase, and memory that is used for something else keeps what was in it.
  if (typeof body === 'string') raw.fill(0);
  return body;
}

/** Those of zlib have a code of it; Brotli's begin otherwise. */
function isUnpackingError(error: Error): boolean {
  return 'code' in error && /^(Z_|ERR__ERROR_)/.test(String(error.code));
}

/** A request waits while its client has enough under way, and is answered. */
function execute({
  answer,
  answerAtOnce,
  reading,
  reads,
  requests,
  stopping,
  unread,
  figures,
}: HttpAppOptions): Middleware {
  return async context => {
    const caller = callerOf(context);
    const client = clientOf(caller);
    const presence = presenceOf(context);
    const request: RpcRequest = { body: bodyOf(context), caller, isStrict: context.url === STRICT_PATH };
    let reply = await answerAtOnce?.(request);
    if (reply === undefined) {
      const work = () => answer(request, presence);
      try {
        if (reading?.takes(request) === true) {
          const queued = { client, isLarge: isLarge(request), presence };
          reply = await reads.run(queued, () => reading.answer(request, presence));
        }
        reply ??= isUrgent(request)
          ? await work()
          : await requests.run({ client, isLarge: isLarge(request), presence }, work);
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
        return refuseBusy(context, figures, error.message);
      }
    }
    context.status = statusOf(reply, context);
    if (reply.status === 204) return;
    context.set('Content-Type', 'application/json');
    if (stopping()) context.set('Connection', 'close');
    if (reply.status === 503) {
      figures.count('busyAnswers');
      context.set('Retry-After', String(RETRY_SECONDS));
    }
    const body =
      typeof reply.body === 'string' ? Buffer.from(reply.body, 'utf8') : Buffer.from(reply.body.buffer);
    // Nobody is told any more that the connection of a client that has gone has ended: it would count for ever.
    if (!presence.isGone) unread.watch(context.res, client, body.length);
    context.body = body;
  };
}

/** A browser counts other statuses as failures of the page, which has read of the error in the answer. */
function statusOf({ status }: HttpAnswer, context: Context): number {
  const isPage = context.get('Authorization') === '';
  return isPage && (status === 400 || status === 404 || status === 500) ? 200 : status;
}

/** A refusal that says why, and that the same request can be answered later. */
function refuseBusy(context: Context, figures: SharedFigures, message: string): void {
  figures.count('busyAnswers');
  context.set('Retry-After', String(RETRY_SECONDS));
  refuseAsJson(context, 503, 'NODE_BUSY', message);
}

function refuseAsJson(context: Context, status: number, error: RpcErrorName, message: string): void {
  context.status = status;
  context.set('Content-Type', 'application/json');
  const { code } = RPC_ERRORS[error];
  context.body = `${stringifyJson({ result: null, error: { code, message }, id: null })}\n`;
}

/** Ends a request with a status and, mostly, no body. */
async function refuse(context: Context, status: number, text = ''): Promise<void> {
  context.status = status;
  context.body = text;
}
