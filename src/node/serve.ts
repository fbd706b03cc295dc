import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { cookiePath, madeUpCredentials, removeCookie, writeCookie } from '../config/cookie.js';
import type { Options } from '../config/load-options.js';
import type { Logger } from '../config/logging.js';
import { callAfter } from '../config/long-timer.js';
import { openFilesLimit } from '../config/open-files.js';
import { packageRoot } from '../config/package-root.js';
import { RpcError } from '../rpc/declaration/errors.js';
import type { MethodArea } from '../rpc/declaration/method.js';
import type { MethodRegistry } from '../rpc/declaration/registry.js';
import { type AnsweredCall, Dispatcher } from '../rpc/dispatch/dispatch.js';
import { servicesAtHeight } from '../rpc/dispatch/earlier-block.js';
import { servicesForClient } from '../rpc/dispatch/for-client.js';
import { servicesWithWaiting } from '../rpc/dispatch/with-waiting.js';
import { giveEvents } from '../rpc/events/event-source.js';
import { AllowList } from '../rpc/http/allow-list.js';
import { type BindAddress, bindAddresses, isOnThisMachine } from '../rpc/http/bind-address.js';
import { BrowserRules } from '../rpc/http/browser-rules.js';
import { configuredCredentials } from '../rpc/http/configured-credentials.js';
import { monotonicSeconds } from '../rpc/http/health.js';
import type { RpcServer } from '../rpc/http/server.js';
import { SharedFigures } from '../rpc/http/shared-figures.js';
import type { ServerThread } from '../rpc/http/threaded-server.js';
import { configuredUsers } from '../rpc/http/users.js';
import type { PageSettings } from '../rpc/page/page.js';
import { madeUpToken } from '../rpc/page/sessions.js';
import { unlockNeeded } from '../rpc/submission/submit.js';
import { loadKeyMaking } from '../wallet/new-keys.js';
import type { NodeContext } from './context.js';
import { Reading } from './reading.js';

/** In the directory of the network: who is signed in on the page. */
const SESSIONS_FILE = 'page-sessions.json';
/** After the wallet was locked. */
const CLEAR_AFTER_MILLISECONDS = 1000;
const HEARTBEAT_MILLISECONDS = 1000;
/** After the start, when those are answered who have waited for it. */
const PREPARE_AFTER_MILLISECONDS = 500;

export interface ServeParts {
  readonly options: Options;
  readonly registry: MethodRegistry<MethodArea<NodeContext>>;
  readonly context: NodeContext;
  readonly log: Logger;
  /** Serves; without one, this thread does. */
  readonly thread: ServerThread | undefined;
}

/** The interface of a running node. */
export interface ServedInterface {
  /** Such as `http://127.0.0.1:18901/`. */
  readonly endpoints: readonly string[];
  /** `user:password` */
  readonly credentials: string;
  /** Where an operator finds the credentials. */
  readonly credentialsPlace: string;
  /** A link that signs the operator in, once; undefined where no page is served. */
  readonly page: string | undefined;
  stop(): Promise<void>;
}

/**
 * Serves the methods over HTTP, with the credentials of the options or with ones made up for this run.
 * @throws RangeError for bad options, Error when no address can be listened on
 */
export async function serveInterface({
  options,
  registry,
  context,
  log,
  thread,
}: ServeParts): Promise<ServedInterface> {
  const { network, networkDirectory } = options;
  const allowed = new AllowList(options.rpcallowip);
  const configured = configuredCredentials({
    user: options.rpcuser,
    password: options.rpcpassword,
    development: network.development !== undefined,
  });
  const access = {
    safeMode: !options.disablesafemode,
    whitelist: options.rpcwhitelistcmd,
    blacklist: options.rpcblacklistcmd,
  };
  const calls = context.logCategories.get('rpc');
  const onCall = (call: AnsweredCall): void => {
    context.metrics.tallies.called(call);
    logCall(calls, call);
  };
  const dispatcher = new Dispatcher({
    registry,
    context,
    atHeight: servicesAtHeight,
    withWaiting: servicesWithWaiting,
    forClient: servicesForClient,
    access,
    poolLoading: () => context.consensus.released()?.catch(stopped),
    mostWaiting: options.rpcworkqueue,
    ...(thread && {
      onWaiting: () => thread.waitingChanged(),
    }),
    onCall,
    onCut() {
      context.metrics.tallies.cutBatches++;
    },
    wallet: {
      requireUnlocked() {
        if (context.wallet.isLocked) throw unlockNeeded();
      },
    },
  });
  const browsers = { hosts: options.rpcallowhost, origins: options.rpccorsdomain };
  new BrowserRules(browsers); // What is wrong with them is told before anything is done.
  const figures = thread?.figures ?? new SharedFigures();
  context.metrics.serving(figures);
  await dispatcher.loadAll();
  const credentials = configured ?? madeUpCredentials();
  const users = configuredUsers(credentials, configured === undefined, options);
  const listed = users.flatMap(({ methods = [] }) => methods);
  for (const name of [
    ...dispatcher.access.unknownNames,
    ...listed.filter(method => registry.find(method) === undefined),
  ]) {
    log.warn(`there is no method ${name} to allow or to bar`);
  }
  if (configured === undefined) writeCookie(networkDirectory, credentials);
  const bind = rpcAddresses(options);
  const page = pageOf(options, bind);
  const serving = {
    bind,
    users,
    page,
    browsers,
    connections: {
      most: Math.min(
        options.rpcmaxconnections,
        Math.floor((openFilesLimit() ?? Number.POSITIVE_INFINITY) / 2),
      ),
      mostOfAddress: options.rpcmaxaddressconnections,
    },
    timeoutSeconds: options.rpcservertimeout,
    waitingRequests: options.rpcworkqueue,
    dispatcher,
    giveEvents: (port: MessagePort) =>
      giveEvents(port, { ...context, allows: (method, caller) => dispatcher.allows(method, caller) }),
    reportFailure: (error: unknown, method: string) =>
      log.error(error as Error, method ? `${method} failed` : 'a request failed'),
    reportWrongPassword: (address: string, inARow: number) =>
      context.logCategories
        .get('auth')
        .warn({ address, inARow }, `wrong password from ${address}, ${inARow} in a row`),
    reportUnbound: ({ host, port }: BindAddress, reason: Error) =>
      log.warn(`cannot listen on ${host} port ${port}: ${reason.message}`),
  };
  const reading =
    thread &&
    Reading.of({
      context,
      figures,
      access,
      onCall,
      onFailure: reason => log.error(reason, reason.message),
    });
  let server: RpcServer;
  try {
    server =
      thread === undefined
        ? await (await import('../rpc/http/server.js')).startRpcServer({ ...serving, allowed, figures })
        : await thread.serve({
            ...serving,
            allowed: options.rpcallowip,
            access,
            tipHeight: () => context.tipHeight,
            reading,
          });
  } catch (error) {
    if (configured === undefined) removeCookie(networkDirectory, credentials);
    await reading?.end();
    throw error;
  }
  // The answer of the call that has locked it goes out first.
  if (thread) {
    context.wallet.onLocked(() => {
      const timer = setTimeout(() => thread.clearMemory(), CLEAR_AFTER_MILLISECONDS);
      timer.unref();
    });
  }
  const endFollowing = thread && followTip(context, thread);
  const endPreparing = callAfter(PREPARE_AFTER_MILLISECONDS, () => {
    Promise.all([loadKeyMaking(), context.metrics.load()]).catch(error =>
      log.error(error as Error, 'what keys and metrics need could not be loaded'),
    );
  });
  const endHeartbeat = beat(figures, () => reading?.tellStatus());
  const endpoints = server.addresses.map(({ address, family, port }) =>
    family === 'IPv6' ? `http://[${address}]:${port}/` : `http://${address}:${port}/`,
  );
  return {
    endpoints,
    page:
      page &&
      `${endpoints.find(place => place.includes('127.0.0.1')) ?? endpoints[0]}#/sign-in/${page.token}`,
    credentials,
    credentialsPlace:
      configured === undefined ? `in ${cookiePath(networkDirectory)}` : 'options rpcuser and rpcpassword',
    async stop() {
      endFollowing?.();
      endHeartbeat();
      endPreparing();
      // Calls that wait for blocks are answered, so that the server need not wait for them.
      context.blockWaits.close();
      try {
        await server.stop();
      } finally {
        // The database is not closed before this.
        await reading?.end();
      }
      if (configured === undefined) removeCookie(networkDirectory, credentials);
    },
  };
}

/** Where the interface of a node listens. @throws RangeError for an entry of `rpcbind` of another form */
export function rpcAddresses(options: Options): readonly BindAddress[] {
  return bindAddresses(options.rpcbind, options.rpcallowip.length > 0, options.rpcport);
}

/** Without the option, browsers are served where nobody else's can connect. */
function pageOf(
  { web, rpcallowip, networkDirectory, ephemeral, state }: Options,
  bind: readonly BindAddress[],
): PageSettings | undefined {
  if (!(web ?? (rpcallowip.length === 0 && bind.every(isOnThisMachine)))) return undefined;
  return {
    directory: join(packageRoot(), 'dist', 'page'),
    token: madeUpToken(),
    sessionsFile: ephemeral || state !== '' ? undefined : join(networkDirectory, SESSIONS_FILE),
  };
}

/** The answer of a node that stops before its pool is loaded. */
function stopped(cause: unknown): never {
  throw new RpcError('MISC_ERROR', cause instanceof Error ? cause.message : String(cause), { cause });
}

/** Tells the thread that serves each second that this one is not busy. @returns ends that */
function beat(figures: SharedFigures, also: () => void): () => void {
  const tell = (): void => {
    figures.set('heartbeat', monotonicSeconds());
    also();
  };
  tell();
  const timer = setInterval(tell, HEARTBEAT_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

function logCall(log: Logger, { method, caller, milliseconds, code }: AnsweredCall): void {
  if (!log.isLevelEnabled('debug')) return;
  const { user, address, forwarded } = caller;
  log.debug(
    { method, user, address, forwarded, milliseconds: Math.round(milliseconds), code },
    'call answered',
  );
}

/** Tells the thread of each new tip. */
function followTip({ chain }: NodeContext, { figures }: ServerThread): () => void {
  const tell = (): void => {
    figures.tipHeight = chain.tip.header.height;
  };
  return chain.subscribe({ blockConnected: tell, blockDisconnected: tell });
}
