import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** Where the status ends in the first line of a reply. */
const STATUS_END = 'HTTP/1.1 200'.length;
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** What is sent, made beforehand: a client that measures must cost little itself. */
export function postRequest(credentials: string, body: string | Buffer): Buffer {
  const authorization = Buffer.from(credentials).toString('base64');
  const head =
    `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${authorization}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), typeof body === 'string' ? Buffer.from(body) : body]);
}

/** A reply as it came. */
export interface HttpReplyText {
  readonly status: number;
  readonly body: string;
}

/** One connection that is kept, with one request at a time on it. Replies must say how long they are. */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(reply: HttpReplyText): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', chunk => this.#take(chunk));
    socket.on('close', () => this.#waiting?.reject(new Error('the connection was closed')));
    socket.on('error', error => this.#waiting?.reject(error));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new HttpConnection(socket)));
    });
  }

  /** The body of the reply. */
  async send(request: Buffer): Promise<string> {
    return (await this.exchange(request)).body;
  }

  exchange(request: Buffer): Promise<HttpReplyText> {
    if (this.#socket.destroyed) return Promise.reject(new Error('the connection was closed'));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  /** Whether the other side, or this one, has closed it. */
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(LENGTH.exec(head)?.[1] ?? 0);
    const start = end + HEAD_END.length;
    if (this.#received.length < start + length) return;
    const body = this.#received.toString('utf8', start, start + length);
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(head.slice('HTTP/1.1 '.length, STATUS_END)), body });
  }
}
