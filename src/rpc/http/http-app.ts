import Koa, { type Context, type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import type { Caller } from '../declaration/caller.js';
import type { AllowList } from './allow-list.js';
import type { Attempt } from './password-guesses.js';

/** Largest body: 32 MiB (spec 02 §1.3). */
export const MAX_BODY_BYTES = 33_554_432;

const SERVED_VERBS: ReadonlySet<string> = new Set(['POST', 'GET']);
/** Verbs that are known but not served. */
const REFUSED_VERBS: ReadonlySet<string> = new Set(['HEAD', 'PUT', 'DELETE']);

/** Where the state of a request has its user. */
const CALLER = 'caller';

/** An answer to a request. */
export interface HttpAnswer {
  readonly status: number;
  /** JSON and a line break, as text or as its bytes in UTF-8. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface HttpAppOptions {
  readonly allowed: AllowList;
  /** Whose credentials an Authorization header carries that came from an address; takes its time for wrong ones. */
  readonly authenticate: (address: string, header: string) => Promise<Attempt>;
  /** Whether the node is shutting down. */
  readonly stopping: () => boolean;
  /** Whether the queue of calls is full (option rpcworkqueue). */
  readonly overloaded: () => boolean;
  /** Answers a body, if the queue of calls is not full by then. */
  readonly answer: (body: string, caller: Caller) => Promise<HttpAnswer | 'overloaded'>;
}

/** The middlewares of an HTTP request, in the order of spec 02 §1.1. */
export function createHttpApp(options: HttpAppOptions): Koa {
  const app = new Koa();
  app.use(refuseWhileStopping(options.stopping));
  app.use(allowPeers(options.allowed));
  app.use(refuseUnknownVerbs);
  app.use(refuseOtherPaths);
  app.use(refuseWhileOverloaded(options.overloaded));
  app.use(refuseOtherVerbs);
  app.use(refuseOtherSites);
  app.use(authenticate(options.authenticate));
  app.use(treatBodyAsText);
  app.use(readBody);
  app.use(refuseWhileOverloaded(options.overloaded));
  app.use(execute(options));
  return app;
}

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

const refuseOtherPaths: Middleware = (context, next) => (context.url === '/' ? next() : refuse(context, 404));

function refuseWhileOverloaded(overloaded: () => boolean): Middleware {
  return (context, next) => (overloaded() ? refuseOverload(context) : next());
}

function refuseOverload(context: Context): Promise<void> {
  return refuse(context, 500, 'Work queue depth exceeded');
}

const refuseOtherVerbs: Middleware = (context, next) =>
  SERVED_VERBS.has(context.method)
    ? next()
    : refuse(context, 405, 'RPC server handles only POST or GET requests');

/** The header values that browsers send with requests by a page of this node, or by the user. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * A browser that was once given the password adds it to every request that other sites make it send
 * here. It marks such requests by this header, which no page can set; other clients do not send it.
 */
const refuseOtherSites: Middleware = (context, next) => {
  const site = context.get('Sec-Fetch-Site');
  return site === '' || OWN_SITES.has(site) ? next() : refuse(context, 403);
};

function authenticate(find: HttpAppOptions['authenticate']): Middleware {
  return async (context, next) => {
    const header = context.get('Authorization');
    const attempt = header === '' ? undefined : await find(addressOf(context), header);
    if (attempt === undefined) {
      context.set('WWW-Authenticate', 'Basic realm="jsonrpc"');
      return refuse(context, 401);
    }
    if ('later' in attempt) {
      context.set('Retry-After', String(attempt.later));
      return refuse(context, 429, 'Too many wrong passwords from this address');
    }
    const { user, role, methods } = attempt;
    context.state[CALLER] = { ...originOf(context), user, role, methods } satisfies Caller;
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

function addressOf(context: Context): string {
  return context.req.socket.remoteAddress ?? '';
}

/** The body is read as text, whatever its content type: the lossless parser keeps all digits of a number. */
const treatBodyAsText: Middleware = (context, next) => {
  context.req.headers['content-type'] = 'text/plain';
  return next();
};

const readBody = bodyParser({
  enableTypes: ['text'],
  textLimit: String(MAX_BODY_BYTES),
  onerror(error, context) {
    if (!isUnpackingError(error)) throw error;
    context.throw(400, `the body cannot be unpacked as its Content-Encoding says: ${error.message}`);
  },
});

/** Those of zlib have a code of it; Brotli's begin otherwise. */
function isUnpackingError(error: Error): boolean {
  return 'code' in error && /^(Z_|ERR__ERROR_)/.test(String(error.code));
}

function execute({ answer, stopping }: HttpAppOptions): Middleware {
  return async context => {
    const reply = await answer(context.request.rawBody ?? '', context.state[CALLER] as Caller);
    if (reply === 'overloaded') return refuseOverload(context);
    context.status = reply.status;
    context.set('Content-Type', 'application/json');
    if (stopping()) context.set('Connection', 'close');
    context.body = typeof reply.body === 'string' ? reply.body : Buffer.from(reply.body.buffer);
  };
}

/** Ends a request with a status and, mostly, no body. */
async function refuse(context: Context, status: number, text = ''): Promise<void> {
  context.status = status;
  context.body = text;
}
