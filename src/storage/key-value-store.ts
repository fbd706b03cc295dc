/**
 * The one interface of all storage engines: an ordered map from byte strings to byte strings
 * with atomic, durable batches. Keys are 1 byte or longer and ordered byte by byte; values may be empty.
 */

/**
 * Which keys to iterate over. Every bound is optional and all that are given hold at the same time.
 * `limit` counts entries; leaving it out means all of them. `reverse` starts at the greatest key.
 */
export interface Range {
  gte?: Buffer;
  gt?: Buffer;
  lt?: Buffer;
  lte?: Buffer;
  reverse?: boolean;
  limit?: number;
}

/** One change of a batch. Of several changes of one key the last one counts. */
export type BatchOperation = { type: 'put'; key: Buffer; value: Buffer } | { type: 'del'; key: Buffer };

export interface BatchOptions {
  /** Resolve only when the batch is on the disk (fsync). Default true. */
  sync?: boolean;
}

/** Compactions of a database, with what was written out of memory, since it was opened. */
export interface Compactions {
  readonly seconds: number;
  /** Undefined where the engine does not count them. */
  readonly count: number | undefined;
}

export type EngineName = 'rocksdb' | 'leveldb' | 'memory';

/** Reading access to a database. Buffers that are returned must not be written to. */
export interface KeyValueReader {
  /** The values of `keys`, in their order, `undefined` where there is none; all of one version. Synchronous. */
  getMany(keys: readonly Buffer[]): (Buffer | undefined)[];

  /**
   * The entries of `range` in key order, as they were when `iterate` was called. Synchronous. The
   * result can be iterated once; leaving a loop early releases what it holds.
   */
  iterate(range: Range): Iterable<[Buffer, Buffer]>;
}

/** What another thread of this process needs to read a database that is open in this one: see `openShared`. */
export type SharedDatabase =
  | { readonly engine: 'rocksdb'; readonly handle: bigint }
  | { readonly engine: 'leveldb'; readonly path: string };

/** A database that another thread has open, for reading. */
export interface SharedReader extends KeyValueReader {
  /** Ends reading; the database stays open for those who have it. */
  close(): Promise<void>;
}

/** The leave to read a database in another thread. The database is not closed before it is given back. */
export interface Loan {
  readonly database: SharedDatabase;
  giveBack(): void;
}

/**
 * An open database. After `close` every method throws a `StorageError` with code `closed`.
 * Buffers that are returned must not be written to.
 */
export interface KeyValueStore extends KeyValueReader {
  readonly engine: EngineName;

  /**
   * As `getMany`, off the calling thread; absent in engines that cannot do that. Which version it
   * reads is that of some moment before the promise resolves.
   */
  readMany?(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]>;

  /**
   * Writes all operations or none of them, off the calling thread. Batches are applied in the
   * order of the calls. Rejects if the write failed; then none of it is visible.
   * The operations are copied before the call returns.
   */
  batch(operations: readonly BatchOperation[], options?: BatchOptions): Promise<void>;

  /**
   * Does something while nothing is being written: batches of before are written, later ones wait. Absent
   * where the contents are not in files.
   */
  pauseWrites?<T>(work: () => Promise<T>): Promise<T>;

  /** What the engine has spent on making its files smaller and fewer. Absent where the contents are not in files. */
  compactions?(): Compactions;

  /** Lets another thread read this database. Absent in engines whose contents only one thread has. */
  lend?(): Loan;

  /** Waits for the batches in progress and for those who read in other threads, then releases the database. */
  close(): Promise<void>;
}

/** What an engine needs to open a database. */
export interface EngineOptions {
  /** An existing, writable directory. */
  path: string;
  /** Bound of the engine's own block cache. */
  cacheBytes: number;
}
