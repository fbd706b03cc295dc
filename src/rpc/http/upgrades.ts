import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { Caller } from '../declaration/caller.js';
import { EVENTS_PATH, type EventServer } from '../events/event-server.js';
import type { OpenResponses } from './open-responses.js';

/** A connection whose request wants to go on with another protocol. */
interface Upgrade {
  readonly socket: Duplex;
  /** What has come after the request. */
  readonly head: Buffer;
}

/** Headers that mean nothing once a request is answered as any other. */
const OFFERS = /^(upgrade|http2-settings)$/i;

/**
 * Requests that want to become a WebSocket. They go through the middlewares of all requests, so that addresses,
 * pages, passwords and limits are looked at by the same code; only the last step differs.
 */
export class Upgrades {
  readonly #waiting = new WeakMap<IncomingMessage, Upgrade>();
  readonly #responses: Pick<OpenResponses, 'whenAnswered'>;

  readonly #reportFailure: (error: unknown) => void;

  /**
   * @param responses - of the connections: a request that follows others has its turn when they are answered
   * @param reportFailure - is called with what fails at a connection, which is closed then: others must not learn of it
   */
  constructor(responses: Pick<OpenResponses, 'whenAnswered'>, reportFailure: (error: unknown) => void) {
    this.#responses = responses;
    this.#reportFailure = reportFailure;
  }

  /** Handles the event `upgrade` of a server: Node.js gives it every request with such a header, whatever it is for. */
  take(
    server: Server,
    listener: RequestListener,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): void {
    // A client that goes away meanwhile is no failure.
    socket.on('error', () => socket.destroy());
    this.#responses.whenAnswered(socket, () => {
      try {
        if (socket.writable) this.#begin(server, listener, request, socket, head);
        else socket.destroy();
      } catch (error) {
        this.#reportFailure(error);
        socket.destroy();
      }
    });
  }

  #begin(
    server: Server,
    listener: RequestListener,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): void {
    if (request.url !== EVENTS_PATH || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      answerAsOrdinary(server, request, socket, head);
      return;
    }
    this.#waiting.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    response.once('finish', () => socket.end());
    listener(request, response);
  }

  /** Lets who is allowed to subscribe; the user has to be known. */
  middleware(events: EventServer, callerOf: (context: Context) => Caller): Middleware {
    return async (context, next) => {
      if (context.path !== EVENTS_PATH) return next();
      const upgrade = this.#waiting.get(context.req);
      if (upgrade === undefined) {
        context.status = 426;
        context.set('Upgrade', 'websocket');
        context.body = `${EVENTS_PATH} is for WebSocket connections: see docs/events.md\n`;
        return undefined;
      }
      const refusal = await events.refusalOf(callerOf(context));
      if (refusal !== undefined) {
        context.status = 403;
        context.body = `${refusal.message}\n`;
        return undefined;
      }
      context.respond = false;
      context.res.detachSocket(context.req.socket);
      events.accept(context.req, upgrade.socket, upgrade.head);
      return undefined;
    };
  }
}

/** An offer of another protocol, such as HTTP/2 without TLS, is not taken up: the request is answered as without it. */
function answerAsOrdinary(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    if (OFFERS.test(name)) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffers(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

function withoutOffers(value: string): string {
  const rest = value.split(',').filter(word => !OFFERS.test(word.trim()));
  return rest.length === 0 ? 'keep-alive' : rest.join(',');
}
