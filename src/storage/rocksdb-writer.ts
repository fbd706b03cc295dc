import { Worker } from 'node:worker_threads';
import { closedError, messageOf, StorageError } from './errors.js';
import type { BatchOperation } from './key-value-store.js';
import { packBatch } from './packed-batch.js';
import { type External, type RocksDbBinding, writeBatch } from './rocksdb-binding.js';

/** To the write thread. */
export type WriteRequest = { operations: ArrayBuffer; sync: boolean } | 'stop';
/** From the write thread, one for each write, in the order of the requests. */
export type WriteReply = { error?: string };

/** MiB for short-lived objects of the thread: views of each batch. The default of 48 would all be touched. */
const YOUNG_GENERATION = 6;

/** A batch of a block with a transaction or two, which is written in less than a tenth of a millisecond. */
const SMALL_BATCH_OPERATIONS = 100;
const SMALL_BATCH_BYTES = 16_384;

interface Write {
  readonly operations: ArrayBuffer;
  readonly sync: boolean;
  /** Settles when it is done. */
  readonly written: Promise<void>;
}

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

/** Sends batches to the write thread of one database and reports when each of them is written. */
export class RocksDbWriter {
  readonly #binding: RocksDbBinding;
  readonly #database: External;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #waiting: Waiting[] = [];
  /** What is not sent before the pause ends. */
  #held: Write[] | undefined;
  #pause: Promise<unknown> = Promise.resolve();
  /** The newest write that was sent. */
  #lastSent: Promise<void> = Promise.resolve();
  #stopping = false;
  #hasFailed = false;
  #broken: StorageError | undefined;

  /** @param database - stays open until `close` has resolved */
  constructor(binding: RocksDbBinding, database: External) {
    this.#binding = binding;
    this.#database = database;
    this.#worker = new Worker(new URL('./rocksdb-write-thread.js', import.meta.url), {
      workerData: binding.db_get_handle(database),
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

  /**
   * Resolves when the batch is written; writes are done in the order of the calls. A small one that need not wait,
   * for writes before it or for the disk, is done at once: waking the thread up takes longer.
   */
  write(operations: readonly BatchOperation[], sync: boolean): Promise<void> {
    if (this.#stopping) return Promise.reject(closedError());
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    if (!sync && this.#waiting.length === 0 && this.#held === undefined && isSmall(operations)) {
      return this.#writeHere(operations);
    }
    if (this.#waiting.length === 0) this.#worker.ref();
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
    const write = { operations: packBatch(operations), sync, written };
    if (this.#held === undefined) this.#send(write);
    else this.#held.push(write);
    return written;
  }

  async #writeHere(operations: readonly BatchOperation[]): Promise<void> {
    try {
      writeBatch(this.#binding, this.#database, false, (put, del) => {
        for (const operation of operations) {
          if (operation.type === 'put') put(operation.key, operation.value);
          else del(operation.key);
        }
      });
    } catch (error) {
      this.#hasFailed = true;
      throw failedWrite(messageOf(error));
    }
  }

  /** Does something while nothing is being written. One pause follows the other. */
  pause<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#pause.then(async () => {
      this.#held = [];
      try {
        await this.#lastSent;
        return await work();
      } finally {
        const held = this.#held;
        this.#held = undefined;
        for (const write of held) this.#send(write);
      }
    });
    this.#pause = result.catch(() => undefined);
    return result;
  }

  #send({ operations, sync, written }: Write): void {
    this.#worker.postMessage({ operations, sync } satisfies WriteRequest, [operations]);
    this.#lastSent = written.catch(() => undefined);
  }

  /** Lets the writes that were asked for finish, then ends the thread. */
  async close(): Promise<void> {
    await this.#pause;
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
      waiting?.reject(failedWrite(reply.error));
    }
  }

  #break(reason: string): void {
    this.#broken ??= new StorageError('failed', `writes to RocksDB are not possible: ${reason}`);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#broken);
  }
}

/** Whether a batch takes less time than the message to another thread, and the turn for its reply. */
function isSmall(operations: readonly BatchOperation[]): boolean {
  if (operations.length > SMALL_BATCH_OPERATIONS) return false;
  let bytes = 0;
  for (const operation of operations) {
    bytes += operation.key.length + (operation.type === 'put' ? operation.value.length : 0);
  }
  return bytes <= SMALL_BATCH_BYTES;
}

function failedWrite(reason: string): StorageError {
  return new StorageError('failed', `a write to RocksDB failed: ${reason}`);
}
