import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { HttpAnswer } from '../../client/transport.js';

/** A request to a node. */
export interface RequestToSend {
  readonly url: string;
  /** `user:password`. */
  readonly credentials: string;
  readonly body: string;
}

/** What came of a request, or why nothing did. */
export type ThreadAnswer = { readonly answer: HttpAnswer } | { readonly failure: string };

/** Milliseconds until an answer has to be there. */
const TIMEOUT = 60_000;
/** Milliseconds after which the thread itself is given up, which answers when the time of a request is over. */
const THREAD_TIMEOUT = TIMEOUT + 10_000;

/**
 * Sends requests and waits for their answers, as the ledger reads its state without waiting for promises. A thread of its
 * own has the connection.
 */
export class SynchronousRequests {
  /** Counts the answers that have come. */
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  #port: MessagePort | undefined;

  send(request: RequestToSend): ThreadAnswer {
    this.#port ??= this.#start();
    const known = Atomics.load(this.#signal, 0);
    this.#port.postMessage(request);
    Atomics.wait(this.#signal, 0, known, THREAD_TIMEOUT);
    const received = receiveMessageOnPort(this.#port) as { readonly message: ThreadAnswer } | undefined;
    if (received !== undefined) return received.message;
    // What it answers after all must not be taken for the answer to the next request.
    this.#port = undefined;
    return { failure: `no answer within ${THREAD_TIMEOUT} ms` };
  }

  #start(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(new URL('./request-thread.js', import.meta.url), {
      workerData: { signal: this.#signal, port: port2, timeout: TIMEOUT },
      transferList: [port2],
    });
    // A process ends when its tests have ended.
    thread.unref();
    port1.unref();
    return port1;
  }
}
