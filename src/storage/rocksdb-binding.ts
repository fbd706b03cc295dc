import { createRequire } from 'node:module';

/** A native object that JavaScript can only pass around. */
export type External = { readonly external: unique symbol };

/** The functions of the native library that are used here; the package has no types of its own. */
export interface RocksDbBinding {
  /** A database by its directory, or by the handle of one that is open in another thread. */
  db_init(locationOrHandle: string | bigint): External;
  /** For a handle from another thread the callback is never called: the database is open already. */
  db_open(database: External, options: object, callback: (error: Error | null) => void): void;
  db_get_handle(database: External): bigint;
  /** What the database tells of itself by a name, such as `rocksdb.cfstats`. */
  db_get_property(database: External, name: string): string;
  db_close(database: External, callback: (error: Error | null) => void): void;
  /** `null` stands for a value that was not read because of a size or time limit. */
  db_get_many_sync(
    database: External,
    keys: readonly Buffer[],
    options: object,
  ): (Buffer | undefined | null)[];
  /** As `db_get_many_sync`, in another thread. */
  db_get_many(
    database: External,
    keys: readonly Buffer[],
    options: object,
    callback: (error: Error | null, values: (Buffer | undefined | null)[]) => void,
  ): void;
  /** The iterator sees the version of this moment. */
  iterator_init(database: External, options: object): External;
  /** Keys and values in turn. */
  iterator_nextv_sync(iterator: External, count: number): { rows: Buffer[]; finished: boolean };
  iterator_close(iterator: External): void;
  batch_init(): External;
  batch_put(batch: External, key: Buffer, value: Buffer, options: object): void;
  batch_del(batch: External, key: Buffer, options: object): void;
  batch_clear(batch: External): void;
  /** Blocks until the batch is written, with `sync` until it is on the disk. */
  batch_write(database: External, batch: External, options: { sync: boolean }): void;
}

/**
 * Loads the native library; throws where the optional package is missing or has no build for this machine.
 * The library itself is used rather than the package's `AbstractLevel` class: its synchronous iterators
 * and batches are never taken off that class's list of open resources, which therefore grows without end.
 */
export function loadRocksDbBinding(): RocksDbBinding {
  return createRequire(import.meta.url)('rocksdb/binding.js') as RocksDbBinding;
}

type Put = (key: Buffer, value: Buffer) => void;
type Delete = (key: Buffer) => void;

/**
 * Writes a batch, and blocks its thread until it is written; with `sync`, until it is on the disk.
 * @param fill - is given what adds to the batch
 */
export function writeBatch(
  binding: RocksDbBinding,
  database: External,
  sync: boolean,
  fill: (put: Put, del: Delete) => void,
): void {
  const batch = binding.batch_init();
  try {
    fill(
      (key, value) => binding.batch_put(batch, key, value, {}),
      key => binding.batch_del(batch, key, {}),
    );
    binding.batch_write(database, batch, { sync });
  } finally {
    // The native memory goes now, not when the garbage collector comes by.
    binding.batch_clear(batch);
  }
}
