import { ClassicLevel } from 'classic-level';
import { checkOperations } from './bounds.js';
import { levelDbCompactions } from './compactions.js';
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
import { LevelDbIteratorBridge } from './leveldb-iterator-bridge.js';
import { type LevelDatabase, LevelDbReader } from './leveldb-reader.js';
import { Loans } from './loans.js';

/** Tables that are kept open; with more, those that are read rarely are opened again. */
const MAX_OPEN_FILES = 500;

/** Paths that this process has open: with `multithreading` the library itself would open one twice. */
const openPaths = new Set<string>();

/** Opens or creates a LevelDB database, the engine for machines that RocksDB has no build for. */
export async function openLevelDb({ path, cacheBytes }: EngineOptions): Promise<KeyValueStore> {
  if (openPaths.has(path)) {
    throw new StorageError('locked', `${path} is already open in this process; close it first`);
  }
  openPaths.add(path);
  const database: LevelDatabase = new ClassicLevel(path, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    cacheSize: cacheBytes,
    multithreading: true,
    maxOpenFiles: MAX_OPEN_FILES,
  });
  try {
    await database.open();
    return new LevelDb(path, database, await LevelDbIteratorBridge.start(path));
  } catch (error) {
    await database.close();
    openPaths.delete(path);
    throw openError(path, error);
  }
}

class LevelDb implements KeyValueStore {
  readonly engine = 'leveldb';
  readonly #path: string;
  readonly #database: LevelDatabase;
  readonly #iterators: LevelDbIteratorBridge;
  readonly #reader: LevelDbReader;
  readonly #loans = new Loans();
  /** The library writes batches in any order: the next one starts when this has settled. */
  #lastWrite: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(path: string, database: LevelDatabase, iterators: LevelDbIteratorBridge) {
    this.#path = path;
    this.#database = database;
    this.#iterators = iterators;
    this.#reader = new LevelDbReader(database, iterators, () => this.#requireOpen());
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    return this.#reader.getMany(keys);
  }

  async batch(operations: readonly BatchOperation[], options: BatchOptions = {}): Promise<void> {
    this.#requireOpen();
    checkOperations(operations);
    const copies = operations.map(copyOf);
    const written = this.#lastWrite.then(() => this.#write(copies, options.sync ?? true));
    this.#lastWrite = written.catch(() => undefined);
    await written;
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    return this.#reader.iterate(range);
  }

  lend(): Loan {
    this.#requireOpen();
    return this.#loans.lend({ engine: this.engine, path: this.#path });
  }

  compactions(): Compactions {
    this.#requireOpen();
    return levelDbCompactions(this.#database.getProperty('leveldb.stats'));
  }

  pauseWrites<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    const result = this.#lastWrite.then(work);
    this.#lastWrite = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  close(): Promise<void> {
    this.#closing ??= this.#lastWrite
      .then(() => this.#loans.returned())
      .then(() => this.#iterators.close())
      .then(() => this.#database.close())
      .then(() => {
        openPaths.delete(this.#path);
      });
    return this.#closing;
  }

  async #write(operations: BatchOperation[], sync: boolean): Promise<void> {
    try {
      await this.#database.batch(operations, { sync });
    } catch (error) {
      throw new StorageError('failed', `a write to LevelDB failed: ${messageOf(error)}`, { cause: error });
    }
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw closedError();
  }
}

function copyOf(operation: BatchOperation): BatchOperation {
  const key = Buffer.from(operation.key);
  return operation.type === 'put'
    ? { type: 'put', key, value: Buffer.from(operation.value) }
    : { type: 'del', key };
}
