import { checkKeys, checkOperations } from './bounds.js';
import { rocksDbCompactions } from './compactions.js';
import { closedError, messageOf, openError, StorageError } from './errors.js';
import type {
  BatchOperation,
  BatchOptions,
  Compactions,
  EngineOptions,
  KeyValueStore,
  Loan,
  Range,
} from './key-value-store.js';
import { Loans } from './loans.js';
import { type External, loadRocksDbBinding, type RocksDbBinding } from './rocksdb-binding.js';
import { RocksDbReader, requireRead } from './rocksdb-reader.js';
import { RocksDbWriter } from './rocksdb-writer.js';

/** Memory for entries that are not in a table file yet: it bounds how long reopening takes. */
const MEMTABLE_BYTES = 16 * 1024 * 1024;
/** Of a block of a table file: what a read of one entry decompresses. Most entries have a few dozen bytes. */
const BLOCK_BYTES = 1024;
/** The library takes the size of its cache as an unsigned 32-bit integer. */
const MAX_CACHE_BYTES = 0xffffffff;
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
  readonly #reader: RocksDbReader;
  readonly #writer: RocksDbWriter;
  readonly #loans = new Loans();
  /** Reads in progress in other threads: the library must not be closed before they end. */
  readonly #reads = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(binding: RocksDbBinding, database: External) {
    this.#binding = binding;
    this.#database = database;
    this.#reader = new RocksDbReader(binding, database, () => this.#requireOpen());
    this.#writer = new RocksDbWriter(binding, database);
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    return this.#reader.getMany(keys);
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
    return this.#reader.iterate(range);
  }

  lend(): Loan {
    this.#requireOpen();
    return this.#loans.lend({ engine: this.engine, handle: this.#binding.db_get_handle(this.#database) });
  }

  compactions(): Compactions {
    this.#requireOpen();
    return rocksDbCompactions(this.#binding.db_get_property(this.#database, 'rocksdb.cfstats'));
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
    await this.#loans.returned();
    try {
      await called(done => this.#binding.db_close(this.#database, done));
    } catch (error) {
      // The library releases the database, but repeats the error of a write that was reported before.
      if (!this.#writer.hasFailed) throw error;
    }
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw closedError();
  }
}

/** A promise for a function that reports through a callback. */
function called(start: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start(error => (error === null ? resolve() : reject(error)));
  });
}
