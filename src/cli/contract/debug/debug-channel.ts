import { writeSync } from 'node:fs';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { DebugReply, DebugRequest } from './protocol.js';

/** The descriptor over which a process that is debugged speaks with the adapter that has started it. */
export const DEBUG_DESCRIPTOR = 4;

/** Requests of the editor, for a thread that does nothing else while it waits for them. */
export class DebugChannel {
  /** Counts the messages that have come. */
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  readonly #port: MessagePort;
  #taken = 0;
  /** Whether the editor has gone. */
  isClosed = false;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const workerData = { signal: this.#signal, descriptor: DEBUG_DESCRIPTOR, port: port2 };
    const thread = new Worker(new URL('./debug-channel-thread.js', import.meta.url), {
      workerData,
      transferList: [port2],
    });
    thread.unref();
    this.#port = port1;
    this.#port.unref();
  }

  /** Whether a request is there; looking costs next to nothing. */
  get hasRequest(): boolean {
    return Atomics.load(this.#signal, 0) !== this.#taken;
  }

  /** The next request, waiting for it; undefined when the editor has gone. */
  next(): DebugRequest | undefined {
    while (!this.isClosed) {
      const known = Atomics.load(this.#signal, 0);
      const received = receiveMessageOnPort(this.#port) as
        | { readonly message: DebugRequest | undefined }
        | undefined;
      if (received === undefined) {
        Atomics.wait(this.#signal, 0, known);
        continue;
      }
      this.#taken++;
      if (received.message !== undefined) return received.message;
      this.isClosed = true;
    }
    return undefined;
  }

  send(reply: DebugReply): void {
    const line = Buffer.from(`${JSON.stringify(reply)}\n`);
    for (let at = 0; at < line.length && !this.isClosed; ) {
      try {
        at += writeSync(DEBUG_DESCRIPTOR, line, at);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // The reader is behind; it does nothing else.
        if (code === 'EAGAIN') continue;
        if (code !== 'EPIPE') throw error;
        this.isClosed = true;
      }
    }
  }
}
