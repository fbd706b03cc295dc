import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Bounds } from './bounds.js';
import { closedError, StorageError } from './errors.js';
import type { Range } from './key-value-store.js';

/** To the iterating thread; `open` and `next` are answered, the others are not. */
export type IterateRequest =
  | {
      type: 'open';
      id: number;
      count: number;
      reverse: boolean;
      limit?: number;
      lower?: Uint8Array;
      upper?: Uint8Array;
    }
  | { type: 'next'; id: number; count: number }
  | { type: 'close'; id: number }
  | { type: 'stop' };

/** No rows: the end. Buffers arrive as plain byte arrays. */
export type IterateReply = { rows: [Uint8Array, Uint8Array][] } | { error: string };

export interface IterateThreadData {
  path: string;
  port: MessagePort;
  /** One counter, raised when a reply has been posted. */
  signal: Int32Array;
}

/** Rows of the first fetch of an iteration (most loops leave early) and of later ones. */
const FIRST_FETCH = 16;
const MAX_FETCH = 1024;
/** A thread that takes this long to fetch some rows is dead. */
const PATIENCE_MILLISECONDS = 60_000;

/** Synchronous iteration over a LevelDB database that was opened with `multithreading`. */
export class LevelDbIteratorBridge {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  /** Iterations that were started and dropped before their end. */
  readonly #dropped = new FinalizationRegistry<number>(id => this.#closeIterator(id));
  #lastId = 0;
  #closed = false;

  private constructor(path: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: IterateThreadData = { path, port: port2, signal: this.#signal };
    this.#worker = new Worker(new URL('./leveldb-iterate-thread.js', import.meta.url), {
      workerData,
      transferList: [port2],
    });
  }

  /** `path` is that of a database which stays open until `close` has resolved. */
  static async start(path: string): Promise<LevelDbIteratorBridge> {
    const bridge = new LevelDbIteratorBridge(path);
    await new Promise((resolve, reject) => {
      bridge.#worker.once('message', resolve);
      bridge.#worker.once('error', reject);
    });
    bridge.#worker.unref();
    return bridge;
  }

  iterate(bounds: Bounds, range: Range): Iterable<[Buffer, Buffer]> {
    const id = ++this.#lastId;
    const { limit, reverse = false } = range;
    const open: IterateRequest = { type: 'open', id, count: FIRST_FETCH, reverse, ...bounds };
    if (limit !== undefined) open.limit = limit;
    const rows = this.#walk(id, this.#ask(open));
    this.#dropped.register(rows, id);
    return rows;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#worker.ref();
    const exited = new Promise(resolve => this.#worker.once('exit', resolve));
    this.#port.postMessage({ type: 'stop' } satisfies IterateRequest);
    await exited;
  }

  *#walk(id: number, first: [Uint8Array, Uint8Array][]): Generator<[Buffer, Buffer]> {
    try {
      let rows = first;
      for (let count = FIRST_FETCH; rows.length > 0; ) {
        for (const [key, value] of rows) yield [asBuffer(key), asBuffer(value)];
        count = Math.min(count * 4, MAX_FETCH);
        rows = this.#ask({ type: 'next', id, count });
      }
    } finally {
      this.#closeIterator(id);
    }
  }

  #closeIterator(id: number): void {
    if (!this.#closed) this.#port.postMessage({ type: 'close', id } satisfies IterateRequest);
  }

  /** Posts a request and sleeps until its reply is there. */
  #ask(request: IterateRequest): [Uint8Array, Uint8Array][] {
    if (this.#closed) throw closedError();
    const before = Atomics.load(this.#signal, 0);
    this.#port.postMessage(request);
    // The notification of the reply before may come only now: then there is no reply yet.
    while (Atomics.load(this.#signal, 0) === before) {
      if (Atomics.wait(this.#signal, 0, before, PATIENCE_MILLISECONDS) === 'timed-out') {
        throw new StorageError('failed', 'the iterating thread of LevelDB does not answer');
      }
    }
    const reply = receiveMessageOnPort(this.#port)?.message as IterateReply;
    if ('error' in reply) throw new StorageError('failed', `iterating over LevelDB failed: ${reply.error}`);
    return reply.rows;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
