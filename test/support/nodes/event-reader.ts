import { WebSocket } from 'ws';

/** A message of a node to a subscriber. */
export interface EventMessage {
  readonly event?: string;
  readonly cursor?: string;
  readonly live?: true;
  readonly error?: { readonly code: string; readonly message: string; readonly lowest?: number };
  readonly [member: string]: unknown;
}

export interface EventReaderPlace {
  readonly port: number;
  readonly credentials: string;
}

/** Opens a WebSocket to a node. @param headers - further ones */
export function openSocket(
  { port, credentials }: EventReaderPlace,
  headers: Readonly<Record<string, string>> = {},
): WebSocket {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return new WebSocket(`ws://127.0.0.1:${port}/events`, { headers: { authorization, ...headers } });
}

/** A subscriber that keeps what it is sent. */
export class EventReader {
  readonly messages: EventMessage[] = [];
  /** The code and reason with which the connection was closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly socket: WebSocket;
  #wake: () => void = () => undefined;
  #isClosed = false;

  /**
   * @param subscription - `{events, from}`
   * @param onMessage - is called with each message; where it returns false no further one is taken and the connection is cut
   */
  constructor(
    place: EventReaderPlace,
    subscription: object | string,
    onMessage: (message: EventMessage) => boolean = () => true,
  ) {
    this.socket = openSocket(place);
    this.socket.on('open', () =>
      this.socket.send(typeof subscription === 'string' ? subscription : JSON.stringify(subscription)),
    );
    let isCut = false;
    this.socket.on('message', data => {
      if (isCut) return;
      const message = JSON.parse(String(data)) as EventMessage;
      this.messages.push(message);
      if (!onMessage(message)) {
        isCut = true;
        this.socket.terminate();
      }
      this.#wake();
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise(resolve => {
      this.socket.on('close', (code, reason) => {
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  /** Waits for a message. @throws Error when the connection is closed before it comes */
  async until(isIt: (message: EventMessage) => boolean): Promise<EventMessage> {
    for (let i = 0; ; i++) {
      while (i >= this.messages.length) {
        if (this.#isClosed) throw new Error('the connection was closed before the message came');
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
      }
      if (isIt(this.messages[i]!)) return this.messages[i]!;
    }
  }

  /** Waits until everything that was missed has come. */
  async live(): Promise<void> {
    await this.until(({ live, error }) => live === true || error !== undefined);
  }

  /** The events so far. */
  get events(): EventMessage[] {
    return this.messages.filter(({ event }) => event !== undefined);
  }

  async end(): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }
}
