import { type Bounds, boundsOf, checkKeys, checkOperations } from './bounds.js';
import { closedError, messageOf, openError, StorageError } from './errors.js';
import type { BatchOperation, BatchOptions, EngineOptions, KeyValueStore, Range } from './key-value-store.js';
import { type External, loadRocksDbBinding, type RocksDbBinding } from './rocksdb-binding.js';
import { RocksDbWriter } from './rocksdb-writer.js';

/** Memory for entries that are not in a table file yet: it bounds how long reopening takes. */
const MEMTABLE_BYTES = 16 * 1024 * 1024;
/** Of a block of a table file: what a read of one entry decompresses. Most entries have a few dozen bytes. */
const BLOCK_BYTES = 1024;
/** The library takes the size of its cache as an unsigned 32-bit integer. */
const MAX_CACHE_BYTES = 0xffffffff;
/** Rows of the first fetch of an iteration (most loops leave early) and of later ones. */
const FIRST_FETCH = 16;
const MAX_FETCH = 1024;
const FETCH_BYTES = 1024 * 1024;

/** Opens or creates a RocksDB database; throws where the native library does not load. */
export async function openRocksDb({ path, cacheBytes }: EngineOptions): Promise<KeyValueStore> {
  let binding: RocksDbBinding;
  try {
    binding = loadRocksDbBinding();
  } catch (error) {
    throw new StorageError('unavailable', 'the RocksDB library does not load on this machine', {
      cause: error,
    });
  }
  const database = binding.db_init(path);
  const options = {
    createIfMissing: true,
    compaction: 'level',
    memtableMemoryBudget: MEMTABLE_BYTES,
    walCompression: false,
    blockSize: BLOCK_BYTES,
    compression: false,
    cacheSize: Math.min(cacheBytes, MAX_CACHE_BYTES),
  };
  try {
    await called(done => binding.db_open(database, options, done));
  } catch (error) {
    throw openError(path, error);
  }
  return new RocksDb(binding, database);
}

class RocksDb implements KeyValueStore {
  readonly engine = 'rocksdb';
  readonly #binding: RocksDbBinding;
  readonly #database: External;
  readonly #writer: RocksDbWriter;
  /** Reads in progress in other threads: the library must not be closed before they end. */
  readonly #reads = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(binding: RocksDbBinding, database: External) {
    this.#binding = binding;
    this.#database = database;
    this.#writer = new RocksDbWriter(binding, database);
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    this.#requireOpen();
    checkKeys(keys);
    return this.#binding.db_get_many_sync(this.#database, keys, {}).map(requireRead);
  }

  async readMany(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]> {
    this.#requireOpen();
    checkKeys(keys);
    const reading = new Promise<(Buffer | undefined)[]>((resolve, reject) => {
      this.#binding.db_get_many(this.#database, keys, {}, (error, values) => {
        if (error === null) resolve(values.map(requireRead));
        else reject(new StorageError('failed', `reading from RocksDB failed: ${messageOf(error)}`));
      });
    });
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  async batch(operations: readonly BatchOperation[], options: BatchOptions = {}): Promise<void> {
    this.#requireOpen();
    checkOperations(operations);
    await this.#writer.write(operations, options.sync ?? true);
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    this.#requireOpen();
    const bounds = boundsOf(range);
    return bounds === undefined ? [] : this.#walk(this.#openIterator(bounds, range));
  }

  pauseWrites<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    return this.#writer.pause(work);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#writer.close();
    await Promise.allSettled(this.#reads);
    try {
      await called(done => this.#binding.db_close(this.#database, done));
    } catch (error) {
      // The library releases the database, but repeats the error of a write that was reported before.
      if (!this.#writer.hasFailed) throw error;
    }
  }

  #openIterator(bounds: Bounds, range: Range): External {
    return this.#binding.iterator_init(this.#database, {
      gte: bounds.lower,
      lt: bounds.upper,
      reverse: range.reverse ?? false,
      limit: range.limit,
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
      highWaterMarkBytes: FETCH_BYTES,
    });
  }

  *#walk(iterator: External): Generator<[Buffer, Buffer]> {
    try {
      for (let size = FIRST_FETCH; ; size = Math.min(size * 4, MAX_FETCH)) {
        // The library crashes when an iterator of a closed database is used.
        this.#requireOpen();
        const { rows, finished } = this.#binding.iterator_nextv_sync(iterator, size);
        for (let i = 0; i < rows.length; i += 2) yield [rows[i]!, rows[i + 1]!];
        if (finished) return;
      }
    } finally {
      this.#binding.iterator_close(iterator);
    }
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw closedError();
  }
}

function requireRead(value: Buffer | undefined | null): Buffer | undefined {
  if (value !== null) return value;
  throw new StorageError('failed', 'the values of one read exceed 2 GiB; ask for fewer keys');
}

/** A promise for a function that reports through a callback. */
function called(start: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start(error => (error === null ? resolve() : reject(error)));
  });
}
