import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { parseJson } from '../codec/json.js';
import { answerOf } from './answer.js';
import { NoReply } from './errors.js';
import type { EventFilter, NodeEvent } from './events.generated.js';

/** Events that wait here for whoever iterates; beyond, nothing more is read from the node. */
const MOST_WAITING = 256;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;
/** The code with which a node closes a connection for which it has no events. */
const REFUSED = 4000;
/** Answers that say that another try may be successful. */
const TRY_LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface EventsOptions {
  /** Where to begin: a height, or the cursor of the last event that was dealt with. By default with what comes next. */
  readonly from?: number | string | undefined;
  /** Ends the iteration when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Is called when there is no connection, with why; the next attempt follows by itself. */
  readonly onDisconnect?: ((reason: Error) => void) | undefined;
}

/** The node has no events for a subscription. Its message is that of the node. */
export class EventsRefused extends Error {
  override readonly name = 'EventsRefused';

  /**
   * @param code - `bad-subscription`; `not-kept` or `unknown-cursor`: begin from a height
   * @param lowest - the lowest height from which on the node has events, where the refusal is about that
   */
  constructor(
    message: string,
    readonly code: string,
    readonly lowest: number | undefined,
  ) {
    super(message);
  }
}

/** A message of the node. */
type Message =
  | NodeEvent
  | { readonly cursor: string; readonly live?: true }
  | {
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly lowest?: number;
      };
    };

/** Where the events of a node are. */
export interface EventsPlace {
  /** URL of the node. */
  readonly url: string;
  /** `user:password` */
  readonly credentials: string;
}

/**
 * The events of a node that fit any of some filters, each once and in order, with those for blocks that were taken
 * back. When the connection is lost another one goes on where it was, however long that takes.
 *
 * @throws EventsRefused, and NoReply where the node does not let this client in
 */
export async function* eventsOf(
  place: EventsPlace,
  events: readonly EventFilter[],
  { from, signal, onDisconnect }: EventsOptions = {},
): AsyncGenerator<NodeEvent, void, undefined> {
  let cursor = from;
  let failures = 0;
  while (signal?.aborted !== true) {
    const connection = await EventConnection.open(place);
    try {
      connection.subscribe({ events, ...(cursor !== undefined && { from: cursor }) }, signal);
      for (;;) {
        const message = await connection.next();
        if (message === undefined) return;
        failures = 0;
        if ('error' in message) {
          const { code, message: text, lowest } = message.error;
          throw new EventsRefused(text, code, lowest);
        }
        if ('event' in message) yield message;
        if ('cursor' in message) cursor = message.cursor;
      }
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      onDisconnect?.(error);
    } finally {
      connection.close();
    }
    await pause(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures++), signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(milliseconds, undefined, signal && { signal }).catch(error => {
    if (signal?.aborted !== true) throw error;
  });
}

/** The connection cannot be used (any more), but another one may be. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** One connection; its messages are waited for one after the other. */
class EventConnection {
  readonly #socket: WebSocket;
  readonly #messages: Message[] = [];
  #isEnded = false;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;
  #endWatching: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', data => {
      this.#messages.push(parsed(data.toString()));
      if (this.#messages.length >= MOST_WAITING) socket.pause();
      this.#wake();
    });
    socket.on('unexpected-response', (_request, response) => {
      const { statusCode: status = 0 } = response;
      const text = `the node answers ${status} to a subscription`;
      this.#fail(TRY_LATER.has(status) ? new ConnectionLost(text) : new NoReply(text, status));
      socket.terminate();
    });
    socket.on('error', error => this.#fail(new ConnectionLost(error.message, { cause: error })));
    socket.on('close', (code, reason) => {
      if (code === REFUSED) return;
      this.#fail(new ConnectionLost(`the connection was closed: ${code} ${reason.toString()}`));
    });
  }

  static async open({ url, credentials }: EventsPlace): Promise<EventConnection> {
    const { WebSocket: Socket } = await import('ws');
    const address = new URL(url);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.pathname = `${address.pathname.replace(/\/$/, '')}/events`;
    return new EventConnection(
      new Socket(address, {
        perMessageDeflate: false,
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      }),
    );
  }

  /** Asks for events as soon as there is a connection. */
  subscribe(subscription: object, signal: AbortSignal | undefined): void {
    this.#socket.on('open', () => this.#socket.send(JSON.stringify(subscription)));
    const abort = (): void => {
      this.#isEnded = true;
      this.#wake();
    };
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    this.#endWatching = () => signal?.removeEventListener('abort', abort);
  }

  /** The next message; undefined when the iteration is aborted. @throws ConnectionLost, NoReply */
  async next(): Promise<Message | undefined> {
    for (;;) {
      if (this.#isEnded) return undefined;
      const message = this.#messages.shift();
      if (message !== undefined) {
        if (this.#messages.length === 0 && this.#socket.isPaused) this.#socket.resume();
        return message;
      }
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#endWatching();
    this.#socket.terminate();
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    this.#wake();
  }
}

/** Integers that a double does not hold are bigints, as in answers of methods. */
function parsed(text: string): Message {
  return answerOf(parseJson(text)) as unknown as Message;
}
