import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { type WebSocket, WebSocketServer } from 'ws';
import { callAfter } from '../../config/long-timer.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import type { Caller } from '../declaration/caller.js';
import type { SharedFigures } from '../http/shared-figures.js';
import { EventFeed } from './event-feed.js';
import type { Refusal } from './event-messages.js';
import { type EventConnection, LiveSubscribers, Subscriber } from './subscriber.js';

/** Where clients subscribe. */
export const EVENTS_PATH = '/events';

/** Codes with which connections are closed (RFC 6455 §7.4). */
export const CLOSE_CODES = {
  goingAway: 1001,
  refused: 4000,
  tooSlow: 4001,
  failed: 1011,
} as const;

export interface EventServerOptions {
  /** To the thread that has the chain. */
  readonly port: MessagePort;
  /** How long a subscription may take to arrive, and events to be read. */
  readonly timeoutMs: number;
  /** Are counted here: subscribers, and those that were cut off. */
  readonly figures: Pick<SharedFigures, 'set' | 'count'>;
  readonly reportFailure: (error: unknown) => void;
}

/** Serves events over WebSocket to connections that were let in. */
export class EventServer {
  readonly #options: EventServerOptions;
  readonly #live = new LiveSubscribers();
  readonly #feed: EventFeed;
  readonly #sockets = new Map<WebSocket, Subscriber | undefined>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: RPC_LIMITS.subscription.most,
  });
  #isStopping = false;
  /** Cancels the next look at who is still there. */
  #pulse: () => void;
  /** Connections that have not answered since they were last asked whether they are there. */
  readonly #silent = new Set<WebSocket>();

  constructor(options: EventServerOptions) {
    this.#options = options;
    this.#feed = new EventFeed(options.port, {
      block: block => this.#live.block(block),
      left: left => this.#live.left(left),
      pool: event => this.#live.pool(event),
    });
    this.#pulse = this.#askLater();
  }

  /** Why a caller may not subscribe; undefined for one who may. */
  refusalOf(caller: Caller): Promise<Refusal | undefined> {
    return this.#feed.ask({ type: 'allowed', caller });
  }

  /** Takes over the connection of a request to become a WebSocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, webSocket => this.#open(webSocket, socket));
  }

  /** Closes all connections: subscribers go on from their cursors when a node serves again. */
  stop(): void {
    this.#isStopping = true;
    this.#pulse();
    for (const [webSocket, subscriber] of this.#sockets) {
      subscriber?.close();
      webSocket.close(CLOSE_CODES.goingAway, subscriber ? `stopping ${subscriber.cursor}` : 'stopping');
    }
  }

  /** Cuts off who has not closed. */
  terminate(): void {
    for (const webSocket of this.#sockets.keys()) webSocket.terminate();
    this.#options.port.close();
  }

  #open(webSocket: WebSocket, socket: Duplex): void {
    this.#sockets.set(webSocket, undefined);
    this.#countSubscribers();
    const onTime = callAfter(this.#options.timeoutMs, () => {
      refuse(webSocket, {
        code: 'bad-subscription',
        message: 'no subscription has come: send one, such as {"events":[{"event":"block"}]}',
      });
    });
    let isAsked = false;
    webSocket.on('message', (data, isBinary) => {
      onTime();
      if (isAsked || isBinary) {
        refuse(webSocket, {
          code: 'bad-subscription',
          message:
            'one text message, the subscription, is all that a subscriber sends; for another, open another connection',
        });
        return;
      }
      isAsked = true;
      this.#subscribe(webSocket, socket, data.toString()).catch(error => {
        this.#fail(webSocket, error);
      });
    });
    webSocket.on('pong', () => this.#silent.delete(webSocket));
    // What a client does wrong closes its connection; it is no failure of the node.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => {
      onTime();
      this.#sockets.get(webSocket)?.close();
      this.#sockets.delete(webSocket);
      this.#countSubscribers();
      this.#silent.delete(webSocket);
      if (this.#sockets.size === 0) this.#feed.idle();
    });
  }

  async #subscribe(webSocket: WebSocket, socket: Duplex, text: string): Promise<void> {
    const answer = await this.#feed.ask({ type: 'subscribe', text });
    if (!this.#sockets.has(webSocket)) return;
    if ('refusal' in answer) {
      refuse(webSocket, answer.refusal);
      return;
    }
    const { subscription } = answer;
    const subscriber = new Subscriber({
      feed: this.#feed,
      connection: connectionOf(webSocket, socket, () => this.#options.figures.count('slowSubscribers')),
      subscription,
      timeoutMs: this.#options.timeoutMs,
      joins: one => this.#live.join(one, subscription.filters),
      leaves: one => this.#live.leave(one),
      reportFailure: error => this.#fail(webSocket, error),
    });
    this.#sockets.set(webSocket, subscriber);
    socket.on('drain', () => subscriber.drained());
    subscriber.start();
  }

  /** A node that is stopping answers no more; that is no failure. */
  #fail(webSocket: WebSocket, error: unknown): void {
    if (this.#isStopping) return;
    this.#options.reportFailure(error);
    webSocket.close(CLOSE_CODES.failed, 'the node has failed; its log says more');
  }

  #countSubscribers(): void {
    this.#options.figures.set('subscribers', this.#sockets.size);
  }

  #askLater(): () => void {
    return callAfter(this.#options.timeoutMs, () => {
      this.#askAll();
      this.#pulse = this.#askLater();
    });
  }

  /** A machine that is gone without a word is noticed: it answers no ping. */
  #askAll(): void {
    for (const [webSocket, subscriber] of this.#sockets) {
      if (webSocket.readyState !== webSocket.OPEN) continue;
      if (this.#silent.has(webSocket)) {
        if (subscriber === undefined) webSocket.terminate();
        else subscriber.cutOff();
      } else {
        this.#silent.add(webSocket);
        webSocket.ping();
      }
    }
  }
}

function connectionOf(webSocket: WebSocket, socket: Duplex, onSlow: () => void): EventConnection {
  return {
    send(text) {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(text);
    },
    together(send) {
      socket.cork();
      try {
        send();
      } finally {
        socket.uncork();
      }
    },
    get unread() {
      return socket.writableLength;
    },
    refuse: refusal => refuse(webSocket, refusal),
    tooSlow(cursor) {
      onSlow();
      webSocket.close(CLOSE_CODES.tooSlow, `too slow ${cursor}`);
    },
  };
}

function refuse(webSocket: WebSocket, { code, message, lowest }: Refusal): void {
  webSocket.send(JSON.stringify({ error: { code, message, lowest } }));
  webSocket.close(CLOSE_CODES.refused, code);
}
