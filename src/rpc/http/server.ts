import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBody, type MethodCaller, type ReportFailure } from '../dispatch/requests.js';
import type { AllowList } from './allow-list.js';
import type { BindAddress } from './bind-address.js';
import { Credentials } from './credentials.js';
import { createHttpApp } from './http-app.js';

/** Largest header block (spec 02 §1.3). */
const MAX_HEADER_BYTES = 8192;
/** How long replies may take once the server is to stop. */
const STOP_GRACE_MS = 5000;
/** How often slow requests are looked for. */
const MAX_CHECK_INTERVAL_MS = 5000;

export interface RpcServerOptions {
  readonly bind: readonly BindAddress[];
  readonly allowed: AllowList;
  /** `user:password` */
  readonly credentials: string;
  /** Maximum number of queued calls (option rpcworkqueue). */
  readonly workQueue: number;
  /** How long a request may take to arrive, and a connection may be idle (option rpcservertimeout). */
  readonly timeoutSeconds: number;
  readonly dispatcher: MethodCaller & { readonly waiting: number };
  readonly reportFailure: ReportFailure;
  /** Called with addresses that could not be listened on while others could. */
  readonly reportUnbound: (address: BindAddress, reason: Error) => void;
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
 * Starts the HTTP server of the interface (spec 02 §1).
 *
 * @throws Error when it can listen on none of the addresses
 */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { dispatcher, reportFailure } = options;
  let stopping = false;
  const app = createHttpApp({
    allowed: options.allowed,
    credentials: new Credentials(options.credentials),
    stopping: () => stopping,
    overloaded: () => dispatcher.waiting >= options.workQueue,
    answer: body => answerBody(body, dispatcher, reportFailure),
  });
  app.on('error', error => {
    if (!isClientFault(error)) reportFailure(error, '');
  });
  const listener = app.callback();
  const servers = await listenOnAll(options, () => createHttpServer(options.timeoutSeconds * 1000, listener));
  return {
    addresses: servers.map(server => server.address() as AddressInfo),
    refuseRequests() {
      stopping = true;
    },
    async stop() {
      stopping = true;
      await Promise.all(servers.map(close));
    },
  };
}

function createHttpServer(timeoutMs: number, listener: Parameters<typeof createServer>[1]): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      keepAliveTimeout: timeoutMs,
      connectionsCheckingInterval: Math.min(timeoutMs, MAX_CHECK_INTERVAL_MS),
    },
    listener,
  );
  return server;
}

/** One server an address; where the port is 0, all take the port that the first one got. */
async function listenOnAll(options: RpcServerOptions, create: () => Server): Promise<Server[]> {
  const servers: Server[] = [];
  let failure: Error | undefined;
  for (const address of options.bind) {
    const server = create();
    const first = servers[0]?.address() as AddressInfo | undefined;
    const port = address.port === 0 && first !== undefined ? first.port : address.port;
    try {
      await listen(server, { host: address.host, port });
      servers.push(server);
    } catch (error) {
      failure = error as Error;
      options.reportUnbound(address, failure);
    }
  }
  if (servers.length === 0) {
    throw new Error(`the RPC server cannot listen: ${failure?.message}${adviceFor(failure)}`, {
      cause: failure,
    });
  }
  return servers;
}

function adviceFor(failure: NodeJS.ErrnoException | undefined): string {
  return failure?.code === 'EADDRINUSE' ? '; end what uses it, or choose another port with -rpcport' : '';
}

function listen(server: Server, { host, port }: BindAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    const cutOff = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
}

/** Bodies that are too large or incomplete are errors of the client, which are not logged. */
function isClientFault(error: unknown): boolean {
  const { status, code } = error as { readonly status?: number; readonly code?: string };
  return (status !== undefined && status < 500) || code === 'ECONNRESET' || code === 'EPIPE';
}
