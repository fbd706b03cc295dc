import type { Context, Middleware } from 'koa';
import { stringifyJson } from '../../codec/json.js';
import { isSameOrigin } from '../http/browser-rules.js';
import type { Attempt } from '../http/password-guesses.js';
import type { User } from '../http/users.js';
import { PageFiles } from './page-files.js';
import { PAGE_HEADERS } from './page-headers.js';
import { Sessions } from './sessions.js';

/** How a node serves its page. Plain data: it passes between threads. */
export interface PageSettings {
  /** Where the built files of the page are. */
  readonly directory: string;
  /** Signs the operator in, once. */
  readonly token: string;
  /** Where sessions are kept for the next run; undefined where nothing is left of a run. */
  readonly sessionsFile: string | undefined;
}

const FILES = '/page/';
const SESSION = '/page/session';
const SIGN_OUT = '/page/session/end';
/** Longest body of somebody who signs in. */
const MAX_BODY_BYTES = 1024;
const WEEK_SECONDS = 7 * 24 * 60 * 60;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** How credentials are looked at, as for calls. */
export type FindUser = (address: string, header: string) => Promise<Attempt>;

/** The page of a node: its files, and who is signed in. */
export class Page {
  readonly #files: PageFiles;
  readonly #sessions: Sessions;
  readonly #findUser: FindUser;

  constructor(settings: PageSettings, users: readonly User[], findUser: FindUser) {
    this.#files = new PageFiles(settings.directory);
    this.#sessions = new Sessions({ users, token: settings.token, file: settings.sessionsFile });
    this.#findUser = findUser;
  }

  /** Answers what browsers ask for beside calls; everything else goes on as without a page. */
  middleware(): Middleware {
    return async (context, next) => {
      if (isForBrowsers(context)) return this.#sendFile(context, 'index.html');
      if (!context.url.startsWith(FILES)) return next();
      for (const [name, value] of Object.entries(PAGE_HEADERS)) context.set(name, value);
      if (context.url === SESSION && context.method === 'POST') return this.#signIn(context);
      if (context.url === SIGN_OUT && context.method === 'POST') return this.#signOut(context);
      if (context.method === 'GET') return this.#sendFile(context, context.url.slice(FILES.length));
      context.status = 405;
      context.set('Allow', context.url.startsWith(SESSION) ? 'POST' : 'GET');
      context.body = '';
      return undefined;
    };
  }

  /**
   * The user of a request that the page itself has sent: its cookie alone is not enough, as browsers send it with
   * requests of any page of this machine, whatever its port.
   */
  userOf(context: Context): User | undefined {
    if (!comesFromPage(context)) return undefined;
    const id = idOf(context);
    return id === undefined ? undefined : this.#sessions.find(id);
  }

  #sendFile(context: Context, name: string): void {
    const file = this.#files.file(name, context.get('Accept-Encoding'));
    for (const [header, value] of Object.entries(PAGE_HEADERS)) context.set(header, value);
    if (file === undefined) {
      context.status = 404;
      context.body = name === 'index.html' ? 'The page is not built: npm run build:page makes it.\n' : '';
      return;
    }
    context.set('Cache-Control', file.isFixed ? FOR_EVER : 'no-cache');
    context.set('ETag', file.etag);
    context.vary('Accept-Encoding');
    if (!file.isFixed) context.vary('Accept');
    context.status = 200;
    if (context.get('If-None-Match') === file.etag) {
      context.status = 304;
      return;
    }
    context.set('Content-Type', file.type);
    if (file.encoding !== undefined) context.set('Content-Encoding', file.encoding);
    context.body = file.bytes;
  }

  /** With `token=…` from the link of the node, or with user and password; with neither, tells who is signed in. */
  async #signIn(context: Context): Promise<void> {
    const header = context.get('Authorization');
    const known = idOf(context);
    if (!comesFromPage(context)) {
      answer(context, 403, { error: 'only the page of this node signs in' });
      return;
    }
    if ((context.request.length ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES) {
      context.set('Connection', 'close');
      answer(context, 413, { error: `a body of at most ${MAX_BODY_BYTES} bytes signs in` });
      return;
    }
    const token = tokenOf(await bodyOf(context));
    if (header !== '') {
      this.#begin(context, await this.#findUser(context.req.socket.remoteAddress ?? '', header), 'password');
    } else if (token !== '') {
      this.#begin(context, this.#sessions.redeem(token), 'token');
    } else {
      const user = known === undefined ? undefined : this.#sessions.find(known);
      answer(context, 200, user === undefined ? {} : { user: user.user, role: user.role });
    }
  }

  /** @param by - what was wrong if nobody was found */
  #begin(context: Context, found: Attempt, by: 'password' | 'token'): void {
    if (found === undefined) {
      answer(context, 403, { error: by });
    } else if ('later' in found) {
      context.set('Retry-After', String(found.later));
      answer(context, 429, { error: 'later', seconds: found.later });
    } else {
      // Whatever id the browser has brought is not used on.
      const known = idOf(context);
      if (known !== undefined) this.#sessions.end(known);
      setCookie(context, this.#sessions.begin(found), WEEK_SECONDS);
      answer(context, 200, { user: found.user, role: found.role });
    }
  }

  #signOut(context: Context): void {
    if (!comesFromPage(context)) {
      answer(context, 403, { error: 'only the page of this node signs out' });
      return;
    }
    const id = idOf(context);
    if (id !== undefined) this.#sessions.end(id);
    setCookie(context, '', 0);
    answer(context, 200, {});
  }
}

/** A browser says that it wants to show something; programs ask for JSON or for anything, and send a password. */
function isForBrowsers(context: Context): boolean {
  return (
    context.method === 'GET' &&
    context.url === '/' &&
    context.get('Authorization') === '' &&
    /\btext\/html\b/i.test(context.get('Accept'))
  );
}

/** Browsers name the page that sends a POST or opens a WebSocket, and no page can make them name another. */
export function comesFromPage(context: Context): boolean {
  return isSameOrigin(context.get('Origin'), context.get('Host'));
}

/** Cookies do not know of ports, so the name has to: several nodes can run on a machine. */
function cookieName(context: Context): string {
  return `coind-${context.req.socket.localPort}`;
}

function idOf(context: Context): string | undefined {
  const name = `${cookieName(context)}=`;
  const pairs = context.get('Cookie').split(';');
  return pairs
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(name))
    ?.slice(name.length);
}

function setCookie(context: Context, value: string, seconds: number): void {
  // A proxy in front that speaks TLS says so.
  const secure = context.get('X-Forwarded-Proto') === 'https' ? '; Secure' : '';
  context.set(
    'Set-Cookie',
    `${cookieName(context)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

function answer(context: Context, status: number, body: Readonly<Record<string, string | number>>): void {
  context.status = status;
  context.set('Cache-Control', 'no-store');
  context.set('Content-Type', 'application/json');
  context.body = stringifyJson(body);
}

async function bodyOf(context: Context): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Form: `token=…`, so that nothing has to be parsed. */
function tokenOf(body: string): string {
  return body.startsWith('token=') ? body.slice('token='.length) : '';
}
