import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import type { Dispatcher } from '../dispatch/dispatch.js';
import { REFERENCE_ENVELOPE, STRICT_ENVELOPE } from '../dispatch/envelope.js';
import { answerBody, type ReportFailure } from '../dispatch/requests.js';
import { EventServer } from '../events/event-server.js';
import { Page, type PageSettings } from '../page/page.js';
import type { AllowList } from './allow-list.js';
import type { BindAddress } from './bind-address.js';
import { BodyBudget } from './body-budget.js';
import { BrowserRules, type BrowserSettings } from './browser-rules.js';
import { type ConnectionBounds, Connections } from './connections.js';
import { createHttpApp, type HttpAppOptions } from './http-app.js';
import { listenOnAll, STOP_GRACE_MS } from './listen.js';
import { OpenResponses } from './open-responses.js';
import { PasswordGuesses } from './password-guesses.js';
import { RequestQueue } from './request-queue.js';
import { SharedFigures } from './shared-figures.js';
import { UnreadAnswers } from './unread-answers.js';
import { Upgrades } from './upgrades.js';
import { type User, Users } from './users.js';

/** What a server listens on and whom it serves; nothing of the node. */
export interface ServerSettings {
  readonly bind: readonly BindAddress[];
  readonly users: readonly User[];
  readonly connections: ConnectionBounds;
  readonly browsers: BrowserSettings;
  /** The page for browsers; undefined where none is served. */
  readonly page?: PageSettings | undefined;
  /** How long a request may take to arrive, and a connection may be idle (option rpcservertimeout). */
  readonly timeoutSeconds: number;
  /** Requests that wait until others of their client are answered (option rpcworkqueue). */
  readonly waitingRequests: number;
}

export interface RpcServerOptions extends ServerSettings {
  readonly allowed: AllowList;
  readonly dispatcher: Pick<Dispatcher<never>, 'for' | 'waiting'>;
  readonly reportFailure: ReportFailure;
  /** Called with each wrong password: where it came from, and how many did in a row. */
  readonly reportWrongPassword: (address: string, inARow: number) => void;
  /** Called with addresses that could not be listened on while others could. */
  readonly reportUnbound: (address: BindAddress, reason: Error) => void;
  /** What is counted; others may look at it. */
  readonly figures?: SharedFigures;
  /** Gives the events of the chain over a port; without it none are served. @returns ends that */
  readonly giveEvents?: (port: MessagePort) => () => void;
}

/** A server that is listening. */
export interface RpcServer {
  readonly addresses: readonly AddressInfo[];
  /** New requests get status 503 from now on. */
  refuseRequests(): void;
  /** Ends when the last reply is sent, or is cut off after five seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the HTTP server of the interface (spec 02 §1) in this thread.
 *
 * @throws Error when it can listen on none of the addresses
 */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { dispatcher, reportFailure, giveEvents } = options;
  const events = giveEvents && new MessageChannel();
  const endEvents = events && giveEvents(events.port1);
  const server = await startHttpServer({
    ...options,
    figures: options.figures ?? new SharedFigures(),
    eventsPort: events?.port2,
    answer: ({ body, caller, isStrict }, presence) =>
      answerBody(
        body,
        dispatcher.for(caller, presence),
        reportFailure,
        isStrict ? STRICT_ENVELOPE : REFERENCE_ENVELOPE,
      ),
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      endEvents?.();
    },
  };
}

export interface HttpServerOptions
  extends ServerSettings,
    Pick<RpcServerOptions, 'allowed' | 'reportFailure' | 'reportUnbound' | 'reportWrongPassword'> {
  readonly figures: SharedFigures;
  /** Where the events of the chain come from; without it none are served. */
  readonly eventsPort: MessagePort | undefined;
  readonly answer: HttpAppOptions['answer'];
  readonly answerAtOnce?: HttpAppOptions['answerAtOnce'];
  readonly reading?: HttpAppOptions['reading'];
}

/**
 * Starts an HTTP server that gets its answers from a function.
 *
 * @throws Error when it can listen on none of the addresses
 */
export async function startHttpServer(options: HttpServerOptions): Promise<RpcServer> {
  const { allowed, answer, answerAtOnce, reading, reportFailure, figures } = options;
  const users = new Users(options.users);
  const guesses = new PasswordGuesses({
    find: header => users.find(header),
    onWrong(address, inARow) {
      figures.count('wrongPasswords');
      options.reportWrongPassword(address, inARow);
    },
  });
  const timeoutMs = options.timeoutSeconds * 1000;
  const connections = new Connections(options.connections, figures);
  const unread = new UnreadAnswers(
    { most: RPC_LIMITS.unreadAnswers.most, timeoutMs },
    () => {
      requests.admit();
      reads.admit();
    },
    () => figures.count('closedUnread'),
  );
  const bounds = {
    ofClient: RPC_LIMITS.requestsOfClient.most,
    largeOfClient: RPC_LIMITS.largeRequestsOfClient.most,
    inAll: RPC_LIMITS.requestsInAll.most,
    waiting: options.waitingRequests,
  };
  const mayBegin = (client: string): boolean => unread.of(client) <= RPC_LIMITS.unreadOfClient.most;
  const queueing = {
    mayBegin,
    onDelayed: () => figures.count('delayedRequests'),
    onGone: () => figures.count('goneClients'),
  };
  const requests = new RequestQueue(bounds, queueing);
  const reads = new RequestQueue(bounds, queueing);
  let stopping = false;
  const responses = new OpenResponses();
  const events = options.eventsPort && {
    server: new EventServer({
      port: options.eventsPort,
      timeoutMs,
      figures,
      reportFailure: error => reportFailure(error, ''),
    }),
    upgrades: new Upgrades(responses, error => reportFailure(error, '')),
  };
  const authenticate: HttpAppOptions['authenticate'] = (address, header) => guesses.attempt(address, header);
  const app = createHttpApp({
    allowed,
    authenticate,
    page: options.page && new Page(options.page, options.users, authenticate),
    stopping: () => stopping,
    pages: new BrowserRules(options.browsers),
    connections,
    bodies: new BodyBudget(RPC_LIMITS.bodies.most, timeoutMs),
    unread,
    requests,
    figures,
    events,
    answer,
    answerAtOnce,
    reading,
    reads,
  });
  app.on('error', error => {
    if (!isClientFault(error)) reportFailure(error, '');
  });
  const callback = app.callback();
  const listener: RequestListener = (request, response) => {
    responses.add(request.socket, response);
    void callback(request, response);
  };
  const listening = await listenOnAll(
    {
      ...options,
      reportFailure: error => reportFailure(error, ''),
      connected: socket => connections.add(socket),
      ...(events && {
        upgrade: (server, request, socket, head) =>
          events.upgrades.take(server, listener, request, socket, head),
      }),
    },
    listener,
  ).catch(error => {
    events?.server.stop();
    events?.server.terminate();
    throw error;
  });
  return {
    addresses: listening.addresses,
    refuseRequests() {
      stopping = true;
    },
    async stop() {
      stopping = true;
      events?.server.stop();
      const cutOff = setTimeout(() => events?.server.terminate(), STOP_GRACE_MS);
      await listening.close();
      clearTimeout(cutOff);
      events?.server.terminate();
    },
  };
}

/** Codes of errors of connections that clients have given up. */
const CLIENT_FAULTS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
/** How the codes of the parser of Node.js begin. */
const HTTP_PARSER = 'HPE_';

/** Bodies that are too large, incomplete or no HTTP are errors of the client, which are not logged. */
function isClientFault(error: unknown): boolean {
  const { status, code } = error as { readonly status?: number; readonly code?: string };
  if (status !== undefined && status < 500) return true;
  return code !== undefined && (CLIENT_FAULTS.has(code) || code.startsWith(HTTP_PARSER));
}
