import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageError } from '../../src/storage/errors.js';
import type { EngineName } from '../../src/storage/key-value-store.js';
import { openLevelDb } from '../../src/storage/leveldb.js';
import { type Openers, openStore } from '../../src/storage/open.js';
import { openRocksDb } from '../../src/storage/rocksdb.js';
import { makeWritable } from '../../src/storage/writable-directory.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const cacheBytes = 1024 * 1024;

/** The code and message of the error that opening ends with. */
async function failure(path: string, engine: 'auto' | EngineName, openers?: Openers): Promise<StorageError> {
  const opened = await openStore({ path, engine, cacheBytes }, openers).catch((error: unknown) => error);
  if (opened instanceof StorageError) return opened;
  throw new Error(`expected a StorageError, got ${String(opened)}`);
}

const withoutRocksDb: Openers = {
  rocksdb: async () => {
    throw new StorageError('unavailable', 'the RocksDB library does not load on this machine', {
      cause: new Error('no native build'),
    });
  },
  leveldb: openLevelDb,
};

test('auto makes a RocksDB database where RocksDB loads, without a note', async () => {
  const path = join(temporaryDirectory(), 'a', 'b');
  const { store, note } = await openStore({ path, engine: 'auto', cacheBytes });
  assert.is(store.engine, 'rocksdb');
  assert.is(note, undefined);
  assert.is(readFileSync(join(path, 'ENGINE'), 'utf8'), 'rocksdb\n');
  await store.close();
});

test('auto takes LevelDB where RocksDB does not load, and says why', async () => {
  const path = temporaryDirectory();
  const first = await openStore({ path, engine: 'auto', cacheBytes }, withoutRocksDb);
  assert.is(first.store.engine, 'leveldb');
  assert.match(first.note ?? '', /RocksDB library does not load.*no native build.*LevelDB is used instead/);
  await first.store.close();
  const again = await openStore({ path, engine: 'auto', cacheBytes });
  assert.is(again.store.engine, 'leveldb', 'the directory keeps its engine');
  assert.is(again.note, undefined);
  await again.store.close();
});

test('a RocksDB directory is an error where RocksDB does not load, not a new empty LevelDB database', async () => {
  const path = temporaryDirectory();
  await (await openStore({ path, engine: 'rocksdb', cacheBytes })).store.close();
  assert.is((await failure(path, 'auto', withoutRocksDb)).code, 'unavailable');
});

test('a directory is not opened with an engine that it does not belong to', async () => {
  for (const [engine, other] of [
    ['rocksdb', 'leveldb'],
    ['leveldb', 'rocksdb'],
  ] as const) {
    const path = temporaryDirectory();
    await (await openStore({ path, engine, cacheBytes })).store.close();
    const error = await failure(path, other);
    assert.is(error.code, 'engine-mismatch');
    assert.match(error.message, `was made by ${engine} and cannot be opened with ${other}`);
    rmSync(join(path, 'ENGINE'));
    assert.is((await failure(path, other)).code, 'engine-mismatch', 'also when the marker is lost');
  }
});

test('a database whose first start ended before it was marked belongs to the engine that had begun to make it', async () => {
  for (const engine of ['rocksdb', 'leveldb'] as const) {
    const path = temporaryDirectory();
    await (await openStore({ path, engine, cacheBytes })).store.close();
    // What is there at the moment at which CURRENT is, and nothing that comes later.
    for (const name of readdirSync(path)) {
      if (/^(ENGINE|SUMS|OPTIONS-.*|LOG)$/.test(name)) rmSync(join(path, name));
    }
    writeFileSync(join(path, 'ENGINE.new'), `${engine}\n`);
    const { store } = await openStore({ path, engine, cacheBytes });
    assert.is(store.engine, engine);
    await store.close();
    assert.is(readFileSync(join(path, 'ENGINE'), 'utf8'), `${engine}\n`);
  }
});

test('a marker with an unknown engine is an error that names it', async () => {
  const path = temporaryDirectory();
  writeFileSync(join(path, 'ENGINE'), 'lmdb\n');
  assert.match((await failure(path, 'auto')).message, 'unknown engine "lmdb"');
});

for (const [engine, openEngine] of [
  ['rocksdb', openRocksDb],
  ['leveldb', openLevelDb],
] as const) {
  test(`${engine}: a directory that is open cannot be opened again in this process`, async () => {
    const path = temporaryDirectory();
    const store = await openEngine({ path, cacheBytes });
    assert.is((await failure(path, engine)).code, 'locked');
    await store.close();
    await (await openStore({ path, engine, cacheBytes })).store.close();
  });

  test(`${engine}: a directory that another process has open is an error that says so`, async () => {
    const path = temporaryDirectory();
    const child = fork(fileURLToPath(new URL('./writing-process.js', import.meta.url)), [engine, path]);
    const exited = once(child, 'exit');
    await once(child, 'message');
    const error = await failure(path, engine);
    child.kill('SIGKILL');
    await exited;
    assert.is(error.code, 'locked');
    assert.match(error.message, 'in use by another process');
  });

  test(`${engine}: a damaged database is an error that names the directory`, async () => {
    const path = temporaryDirectory();
    await (await openEngine({ path, cacheBytes })).close();
    writeFileSync(join(path, 'CURRENT'), 'MANIFEST-does-not-exist\n');
    const error = await failure(path, engine);
    assert.is(error.code, 'damaged');
    assert.match(error.message, join(path, 'CURRENT'));
  });
}

test('a directory that cannot be made or written is an error that says what to do', async () => {
  const parent = temporaryDirectory();
  const file = join(parent, 'file');
  writeFileSync(file, '');
  const error = await failure(join(file, 'data'), 'auto');
  assert.is(error.code, 'unwritable');
  assert.match(error.message, /cannot be written .*use another directory/);
  // The superuser may write everywhere.
  if (process.getuid?.() !== 0) {
    const closed = join(parent, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    assert.is((await failure(closed, 'auto')).code, 'unwritable');
  }
});

test('a directory is made with those above it, also many times at once', async () => {
  const path = join(temporaryDirectory(), 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 20 }, () => makeWritable(path)));
  await makeWritable(path);
  assert.ok(statSync(path).isDirectory());
});

test('a directory that is there and takes no others in is an error, not an endless search', async () => {
  assert.is((await failure('/proc/coind/chain', 'auto')).code, 'unwritable');
});

test('memory needs no directory', async () => {
  const { store } = await openStore({ path: '/nowhere/at/all', engine: 'memory', cacheBytes });
  assert.is(store.engine, 'memory');
  await store.close();
});

test.run();
