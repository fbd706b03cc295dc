import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { proveDatabase } from './engine-files/prove-database.js';
import { messageOf, StorageError } from './errors.js';
import { beginChanging, compareFiles, noteFiles } from './file-sums.js';
import { followTables } from './follow-tables.js';
import type { EngineName, EngineOptions, KeyValueStore } from './key-value-store.js';
import { makeWritable } from './writable-directory.js';

/** Names the engine that a data directory belongs to: each would damage or ignore the other's files. */
const MARKER = 'ENGINE';
/** A file that both engines have; without the marker it is ambiguous. */
const DATABASE_FILE = 'CURRENT';

type DiskEngine = Exclude<EngineName, 'memory'>;
type Opener = (options: EngineOptions) => Promise<KeyValueStore>;

/** How each engine opens a directory; modules load when they are needed. */
export type Openers = Readonly<Record<DiskEngine, Opener>>;

const OPENERS: Openers = {
  rocksdb: async options => (await import('./rocksdb.js')).openRocksDb(options),
  leveldb: async options => (await import('./leveldb.js')).openLevelDb(options),
};

export interface OpenOptions {
  /** Directory of the database, made if it is missing; `memory` does not use it. */
  path: string;
  /** `auto`: the engine that the directory belongs to; for a new one RocksDB, or LevelDB where that does not load. */
  engine: 'auto' | EngineName;
  /** Bound of the engine's block cache; `memory` does not use it. */
  cacheBytes: number;
}

export interface OpenedStore {
  store: KeyValueStore;
  /** Something that should be logged for the operator. */
  note?: string;
}

/**
 * Opens the store of a data directory. Throws a `StorageError`: `locked`, `unwritable`,
 * `engine-mismatch`, `unavailable` or `failed`. `openers` replaces the engines in tests.
 */
export async function openStore(options: OpenOptions, openers: Openers = OPENERS): Promise<OpenedStore> {
  if (options.engine === 'memory') {
    const { openMemory } = await import('./memory.js');
    return { store: openMemory() };
  }
  const path = resolve(options.path);
  await makeWritable(path);
  const owner = await readMarker(path);
  const wanted = options.engine;
  if (owner !== undefined && wanted !== 'auto' && wanted !== owner) {
    throw new StorageError(
      'engine-mismatch',
      `${path} was made by ${owner} and cannot be opened with ${wanted}; ` +
        `use the engine ${owner} or "auto", or another data directory`,
    );
  }
  if (owner !== undefined) await requireWhole(path);
  const engineOptions = { path, cacheBytes: options.cacheBytes };
  const engine = owner ?? (wanted === 'auto' ? 'rocksdb' : wanted);
  try {
    return { store: await openAs(engine, engineOptions, openers) };
  } catch (error) {
    const mayFallBack = owner === undefined && wanted === 'auto';
    if (!mayFallBack || !(error instanceof StorageError) || error.code !== 'unavailable') throw error;
    const store = await openAs('leveldb', engineOptions, openers);
    return { store, note: `${error.message} (${messageOf(error)}); LevelDB is used instead` };
  }
}

/**
 * Opens with one engine and marks the directory as its own. What says that the files are as they were comes off
 * before the engine changes the first of them: the process may end at any moment.
 */
async function openAs(engine: DiskEngine, options: EngineOptions, openers: Openers): Promise<KeyValueStore> {
  const { path } = options;
  await announceMarker(path, engine);
  const undo = await beginChanging(path);
  let store: KeyValueStore;
  try {
    store = await openers[engine](options);
  } catch (error) {
    await undo();
    throw error;
  }
  try {
    await rename(announced(path), join(path, MARKER));
  } catch (error) {
    await store.close();
    throw error;
  }
  return notingFiles(store, path);
}

/** Without the sums, as on a full disk, the next start compares less: no reason to fail at the end. */
function withoutSums(): void {}

/** A store that notes the sums of its files when it is closed. */
function notingFiles(store: KeyValueStore, path: string): KeyValueStore {
  const close = store.close.bind(store);
  const endFollowing = followTables(path);
  let closing: Promise<void> | undefined;
  store.close = () => {
    closing ??= endFollowing()
      .then(close)
      .then(() => noteFiles(path).catch(withoutSums));
    return closing;
  };
  return store;
}

/**
 * Refuses a directory whose database was damaged since it was closed. An engine would begin a new database
 * where its main file is missing, and remove what is left of the old one.
 * @throws StorageError `damaged`, and `locked` where the database is open elsewhere and so may differ
 */
async function requireWhole(path: string): Promise<void> {
  if (!(await compareFiles(path))) await proveDatabase(path);
  if ((await readdir(path)).includes(DATABASE_FILE)) return;
  throw new StorageError(
    'damaged',
    `${join(path, DATABASE_FILE)} is missing, although there was a database. Nothing was changed. Put back the ` +
      'file, or start with -reindex, which makes the database anew from the log of blocks',
  );
}

/** The engine that the directory belongs to; `undefined` for a directory without a database. */
async function readMarker(path: string): Promise<DiskEngine | undefined> {
  const files = await readdir(path);
  if (!files.includes(MARKER)) {
    if (!files.includes(DATABASE_FILE)) return undefined;
    // The process may have ended while an engine made its first files: those of RocksDB can look like LevelDB's then.
    const begun = files.includes(`${MARKER}.new`)
      ? engineNamed(await readFile(announced(path), 'utf8'))
      : undefined;
    return begun ?? (files.some(name => name.startsWith('OPTIONS-')) ? 'rocksdb' : 'leveldb');
  }
  const text = await readFile(join(path, MARKER), 'utf8');
  const engine = engineNamed(text);
  if (engine !== undefined) return engine;
  throw new StorageError(
    'engine-mismatch',
    `${join(path, MARKER)} names the unknown engine "${text.trim()}"; expected rocksdb or leveldb. Write the name there, ` +
      'or start with -reindex, which makes the database anew from the log of blocks',
  );
}

function engineNamed(text: string): DiskEngine | undefined {
  const name = text.trim();
  return name === 'rocksdb' || name === 'leveldb' ? name : undefined;
}

/** Where the marker is until the engine has opened the directory. */
function announced(path: string): string {
  return join(path, `${MARKER}.new`);
}

/** Writes the marker before the engine makes its first file; it gets its name in one step when the engine has opened. */
async function announceMarker(path: string, engine: DiskEngine): Promise<void> {
  await writeFile(announced(path), `${engine}\n`, { flush: true });
}
