import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import type { BindAddress } from './bind-address.js';

/** How long replies may take once the server is to stop. */
export const STOP_GRACE_MS = 5000;
/** How often slow requests are looked for. */
const MAX_CHECK_INTERVAL_MS = 5000;

export interface ListenOptions {
  readonly bind: readonly BindAddress[];
  readonly timeoutSeconds: number;
  /** Is told of each new connection. */
  readonly connected: (socket: Socket) => void;
  /** Is given requests that offer another protocol; without it they are answered as all others. */
  readonly upgrade?: (server: Server, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Is called with what fails at a connection, which is closed then: others must not learn of it. */
  readonly reportFailure: (error: unknown) => void;
  /** Called with addresses that could not be listened on while others could. */
  readonly reportUnbound: (address: BindAddress, reason: Error) => void;
}

/** Servers that are listening. */
export interface Listening {
  readonly addresses: readonly AddressInfo[];
  /** Ends when the last reply is sent, or is cut off after five seconds. */
  close(): Promise<void>;
}

/**
 * One server an address; where the port is 0, all take the port that the first one got.
 *
 * @throws Error when none of the addresses can be listened on
 */
export async function listenOnAll(options: ListenOptions, listener: RequestListener): Promise<Listening> {
  const servers: Server[] = [];
  let failure: Error | undefined;
  for (const address of options.bind) {
    const server = createHttpServer(options, listener);
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
  if (servers.length === 0) throw cannotListen(failure);
  return {
    addresses: servers.map(server => server.address() as AddressInfo),
    async close() {
      await Promise.all(servers.map(close));
    },
  };
}

/**
 * Tries the addresses before anything is made that a start would leave behind; the server comes up last.
 * @throws Error when none of the addresses can be listened on, as {@link listenOnAll} does
 */
export async function requireFreeAddress(addresses: readonly BindAddress[]): Promise<void> {
  let failure: Error | undefined;
  for (const address of addresses) {
    const server = createNetServer();
    try {
      await listen(server, address);
    } catch (error) {
      failure = error as Error;
      continue;
    }
    await new Promise(resolve => server.close(resolve));
    return;
  }
  throw cannotListen(failure);
}

function createHttpServer(
  { timeoutSeconds, connected, upgrade, reportFailure }: ListenOptions,
  listener: RequestListener,
): Server {
  const timeoutMs = timeoutSeconds * 1000;
  const server = createServer(
    {
      maxHeaderSize: RPC_LIMITS.header.most,
      headersTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      keepAliveTimeout: timeoutMs,
      connectionsCheckingInterval: Math.min(timeoutMs, MAX_CHECK_INTERVAL_MS),
      // The listener refuses such a request, so that it knows of every answer on a connection.
      requireHostHeader: false,
    },
    listener,
  );
  // All that fit: their bytes are bounded, and those beyond a number would be left out without a word.
  server.maxHeadersCount = 0;
  // For the same reason; without it, Node.js answers by itself.
  server.on('checkExpectation', listener);
  const guarded = (socket: Duplex, work: () => void): void => {
    try {
      work();
    } catch (error) {
      reportFailure(error);
      socket.destroy();
    }
  };
  server.on('connection', socket => guarded(socket, () => connected(socket)));
  if (upgrade) {
    server.on('upgrade', (request, socket, head) =>
      guarded(socket, () => upgrade(server, request, socket, head)),
    );
  }
  return server;
}

function cannotListen(failure: Error | undefined): Error {
  const message = `the RPC server cannot listen: ${failure?.message}${adviceFor(failure)}`;
  return new Error(message, { cause: failure });
}

function adviceFor(failure: NodeJS.ErrnoException | undefined): string {
  return failure?.code === 'EADDRINUSE' ? '; end what uses it, or choose another port with -rpcport' : '';
}

function listen(server: NetServer, { host, port }: BindAddress): Promise<void> {
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
