import type { SharedDatabase, SharedReader } from './key-value-store.js';

/**
 * Reads a database that another thread of this process has open, as it is at each moment.
 * @throws StorageError `unavailable`, `failed`
 */
export async function openShared(database: SharedDatabase): Promise<SharedReader> {
  return database.engine === 'rocksdb'
    ? (await import('./rocksdb-reader.js')).readSharedRocksDb(database.handle)
    : (await import('./leveldb-reader.js')).readSharedLevelDb(database.path);
}
