import { ClassicLevel } from 'classic-level';
import { boundsOf, checkKeys } from './bounds.js';
import { closedError, openError } from './errors.js';
import type { KeyValueReader, Range, SharedReader } from './key-value-store.js';
import { LevelDbIteratorBridge } from './leveldb-iterator-bridge.js';

/** A database of the library, whose keys and values are bytes. */
export type LevelDatabase = ClassicLevel<Buffer, Buffer>;

/** Reads a LevelDB database that is open, in this thread or in another one. */
export class LevelDbReader implements KeyValueReader {
  readonly #database: LevelDatabase;
  readonly #iterators: LevelDbIteratorBridge;
  readonly #requireOpen: () => void;

  /** @param requireOpen - throws when the database may not be used any more */
  constructor(database: LevelDatabase, iterators: LevelDbIteratorBridge, requireOpen: () => void) {
    this.#database = database;
    this.#iterators = iterators;
    this.#requireOpen = requireOpen;
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    this.#requireOpen();
    checkKeys(keys);
    // A batch may land between two reads; the snapshot keeps them at one version.
    const snapshot = this.#database.snapshot();
    try {
      return keys.map(key => this.#database.getSync(key, { snapshot }));
    } finally {
      void snapshot.close();
    }
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    this.#requireOpen();
    const bounds = boundsOf(range);
    return bounds === undefined ? [] : this.#iterators.iterate(bounds, range);
  }
}

/** Reads a database by the path at which another thread has it open. @throws StorageError `failed` */
export async function readSharedLevelDb(path: string): Promise<SharedReader> {
  const database: LevelDatabase = new ClassicLevel(path, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    multithreading: true,
    createIfMissing: false,
  });
  let iterators: LevelDbIteratorBridge;
  try {
    await database.open();
    iterators = await LevelDbIteratorBridge.start(path);
  } catch (error) {
    await database.close();
    throw openError(path, error);
  }
  let closing: Promise<void> | undefined;
  const reader = new LevelDbReader(database, iterators, () => {
    if (closing !== undefined) throw closedError();
  });
  return {
    getMany: keys => reader.getMany(keys),
    iterate: range => reader.iterate(range),
    close() {
      closing ??= iterators.close().then(() => database.close());
      return closing;
    },
  };
}
