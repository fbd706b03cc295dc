import type { ServerResponse } from 'node:http';

/** An answer that is written. */
interface Written {
  readonly client: string;
  readonly bytes: number;
}

export interface UnreadBounds {
  /** Bytes in all; beyond, the connection is closed whose answer waits longest. */
  readonly most: number;
  /** How long a client may not read on. */
  readonly timeoutMs: number;
}

/** Answers that are written and that clients have not read yet: a bounded number of bytes in all. */
export class UnreadAnswers {
  readonly #bounds: UnreadBounds;
  /** In the order in which they were written. */
  readonly #unread = new Map<ServerResponse, Written>();
  readonly #ofClients = new Map<string, number>();
  readonly #onRead: () => void;
  readonly #onClosed: () => void;
  #bytes = 0;

  /**
   * @param onRead - is called when an answer was read, or given up
   * @param onClosed - is called when a connection is closed because too much waits
   */
  constructor(
    bounds: UnreadBounds,
    onRead: () => void = () => undefined,
    onClosed: () => void = () => undefined,
  ) {
    this.#bounds = bounds;
    this.#onRead = onRead;
    this.#onClosed = onClosed;
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes that wait for a client. */
  of(client: string): number {
    return this.#ofClients.get(client) ?? 0;
  }

  /** Has to be called before an answer is written. */
  watch(response: ServerResponse, client: string, bytes: number): void {
    this.#unread.set(response, { client, bytes });
    this.#count(client, bytes);
    // Node.js takes progress of the writing into account, and sets its own time again when the answer is read.
    response.socket?.setTimeout(this.#bounds.timeoutMs);
    response.once('close', () => this.#forget(response));
    for (const [oldest] of this.#unread) {
      if (this.#bytes <= this.#bounds.most) return;
      this.#forget(oldest);
      oldest.socket?.destroy();
      this.#onClosed();
    }
  }

  #forget(response: ServerResponse): void {
    const written = this.#unread.get(response);
    if (written === undefined) return;
    this.#unread.delete(response);
    this.#count(written.client, -written.bytes);
    this.#onRead();
  }

  #count(client: string, bytes: number): void {
    this.#bytes += bytes;
    const own = this.of(client) + bytes;
    if (own === 0) this.#ofClients.delete(client);
    else this.#ofClients.set(client, own);
  }
}
