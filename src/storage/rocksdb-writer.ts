import { Worker } from 'node:worker_threads';
import { closedError, messageOf, StorageError } from './errors.js';
import type { BatchOperation } from './key-value-store.js';
import { packBatch } from './packed-batch.js';

/** To the write thread. */
export type WriteRequest = { operations: ArrayBuffer; sync: boolean } | 'stop';
/** From the write thread, one for each write, in the order of the requests. */
export type WriteReply = { error?: string };

/** MiB for short-lived objects of the thread: views of each batch. The default of 48 would all be touched. */
const YOUNG_GENERATION = 6;

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

/** Sends batches to the write thread of one database and reports when each of them is written. */
export class RocksDbWriter {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #waiting: Waiting[] = [];
  #stopping = false;
  #hasFailed = false;
  #broken: StorageError | undefined;

  /** `handle` is that of a database which stays open until `close` has resolved. */
  constructor(handle: bigint) {
    this.#worker = new Worker(new URL('./rocksdb-write-thread.js', import.meta.url), {
      workerData: handle,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker.on('message', (reply: WriteReply) => this.#settle(reply));
    this.#worker.on('error', error => this.#break(messageOf(error)));
    this.#exited = new Promise(resolve => {
      this.#worker.on('exit', () => {
        this.#break('the write thread has ended');
        resolve();
      });
    });
    // An idle thread must not keep the process alive, one with work to do must.
    this.#worker.unref();
  }

  /** Whether a write was rejected because the database could not do it. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Resolves when the batch is written; writes are done in the order of the calls. */
  write(operations: readonly BatchOperation[], sync: boolean): Promise<void> {
    if (this.#stopping) return Promise.reject(closedError());
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    const request: WriteRequest = { operations: packBatch(operations), sync };
    if (this.#waiting.length === 0) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request, [request.operations]);
    });
  }

  /** Lets the writes that were asked for finish, then ends the thread. */
  async close(): Promise<void> {
    if (!this.#stopping) {
      this.#stopping = true;
      this.#worker.ref();
      this.#worker.postMessage('stop' satisfies WriteRequest);
    }
    await this.#exited;
  }

  #settle(reply: WriteReply): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0 && !this.#stopping) this.#worker.unref();
    if (reply.error === undefined) {
      waiting?.resolve();
    } else {
      this.#hasFailed = true;
      waiting?.reject(new StorageError('failed', `a write to RocksDB failed: ${reply.error}`));
    }
  }

  #break(reason: string): void {
    this.#broken ??= new StorageError('failed', `writes to RocksDB are not possible: ${reason}`);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#broken);
  }
}
