import type { MessagePort } from 'node:worker_threads';
import type { Presence } from '../dispatch/presence.js';
import type { ReadAnswer, ReadRequest } from '../reading/reading-messages.js';
import type { HttpAnswer } from './http-app.js';
import type { RpcRequest } from './rpc-request.js';

/** Requests that only read, after which a thread is started that answers them: a node that is not asked needs none. */
const FIRST_READS = 16;
/** The first method that a body names. What is in a text by chance costs a detour and nothing else. */
const METHOD = /"method"\s*:\s*"([^"\\]{1,64})"/;

/** The requests that a thread for reading can answer, and has not answered yet. */
export class RequestsToReader {
  readonly #methods: ReadonlySet<string>;
  readonly #start: () => void;
  readonly #waiting = new Map<number, (answer: HttpAnswer | undefined) => void>();
  #port: MessagePort | undefined;
  #isReady = false;
  #reads = 0;
  #lastId = 0;

  /**
   * @param methods - all names of those that only read
   * @param start - called once, when a thread is worth while; it may come to nothing
   */
  constructor(methods: readonly string[], start: () => void) {
    this.#methods = new Set(methods);
    this.#start = start;
  }

  /** Asks at a port from now on, until it is closed. */
  use(port: MessagePort): void {
    this.#port = port;
    port.on('message', (message: ReadAnswer) => {
      if (message.type === 'ready') this.#isReady = true;
      else this.#settle(message.id, message.answer);
    });
    port.on('close', () => {
      this.#isReady = false;
      for (const id of [...this.#waiting.keys()]) this.#settle(id, undefined);
    });
  }

  /** Whether the thread may be able to answer a request. */
  takes({ body }: Pick<RpcRequest, 'body'>): boolean {
    const method = typeof body === 'string' ? METHOD.exec(body)?.[1] : undefined;
    if (method === undefined || !this.#methods.has(method)) return false;
    if (++this.#reads === FIRST_READS) this.#start();
    return this.#isReady;
  }

  /**
   * @param presence - of the client: the thread learns when it goes
   * @returns undefined for a request that the node has to answer
   */
  answer(request: RpcRequest, presence: Presence): Promise<HttpAnswer | undefined> {
    return new Promise(resolve => {
      if (!this.#isReady) return resolve(undefined);
      const id = ++this.#lastId;
      this.#waiting.set(id, answer => {
        presence.onLeave(undefined);
        resolve(answer);
      });
      this.#port?.postMessage({ type: 'request', id, request } satisfies ReadRequest);
      presence.onLeave(() => this.#port?.postMessage({ type: 'gone', id } satisfies ReadRequest));
    });
  }

  /** Asks nobody any more, so that the thread can end. */
  end(): void {
    this.#port?.close();
  }

  #settle(id: number, answer: HttpAnswer | undefined): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.(answer);
  }
}
