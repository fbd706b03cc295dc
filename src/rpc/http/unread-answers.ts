import type { ServerResponse } from 'node:http';

/** Answers that are written and that clients have not read yet: a bounded number of bytes in all. */
export class UnreadAnswers {
  readonly #most: number;
  readonly #timeoutMs: number;
  /** In the order in which they were written. */
  readonly #unread = new Map<ServerResponse, number>();
  #bytes = 0;

  /**
   * @param most - bytes in all; beyond, the connection is closed whose answer waits longest
   * @param timeoutMs - how long a client may not read on
   */
  constructor(most: number, timeoutMs: number) {
    this.#most = most;
    this.#timeoutMs = timeoutMs;
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Has to be called before an answer is written. */
  watch(response: ServerResponse, bytes: number): void {
    this.#unread.set(response, bytes);
    this.#bytes += bytes;
    // Node.js takes progress of the writing into account, and sets its own time again when the answer is read.
    response.socket?.setTimeout(this.#timeoutMs);
    response.once('close', () => this.#forget(response));
    for (const [oldest] of this.#unread) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
      oldest.socket?.destroy();
    }
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#unread.get(response) ?? 0;
    this.#unread.delete(response);
  }
}
