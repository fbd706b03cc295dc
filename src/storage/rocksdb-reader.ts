import { type Bounds, boundsOf, checkKeys } from './bounds.js';
import { closedError, StorageError } from './errors.js';
import type { KeyValueReader, Range, SharedReader } from './key-value-store.js';
import { type External, loadRocksDbBinding, type RocksDbBinding } from './rocksdb-binding.js';

/** Rows of the first fetch of an iteration (most loops leave early) and of later ones. */
const FIRST_FETCH = 16;
const MAX_FETCH = 1024;
const FETCH_BYTES = 1024 * 1024;

/** Reads a RocksDB database that is open, in this thread or in another one. */
export class RocksDbReader implements KeyValueReader {
  readonly #binding: RocksDbBinding;
  readonly #database: External;
  readonly #requireOpen: () => void;

  /** @param requireOpen - throws when the database may not be used any more: the library would crash */
  constructor(binding: RocksDbBinding, database: External, requireOpen: () => void) {
    this.#binding = binding;
    this.#database = database;
    this.#requireOpen = requireOpen;
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    this.#requireOpen();
    checkKeys(keys);
    return this.#binding.db_get_many_sync(this.#database, keys, {}).map(requireRead);
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    this.#requireOpen();
    const bounds = boundsOf(range);
    return bounds === undefined ? [] : this.#walk(this.#openIterator(bounds, range));
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
}

/** What was read of a key. @throws StorageError where the library gave up */
export function requireRead(value: Buffer | undefined | null): Buffer | undefined {
  if (value !== null) return value;
  throw new StorageError('failed', 'the values of one read exceed 2 GiB; ask for fewer keys');
}

/** Reads a database by the handle of the thread that has it open. */
export function readSharedRocksDb(handle: bigint): SharedReader {
  const binding = loadRocksDbBinding();
  let isOpen = true;
  const reader = new RocksDbReader(binding, binding.db_init(handle), () => {
    if (!isOpen) throw closedError();
  });
  return {
    getMany: keys => reader.getMany(keys),
    iterate: range => reader.iterate(range),
    async close() {
      isOpen = false;
    },
  };
}
