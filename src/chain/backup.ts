import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { copyDatabase } from '../storage/copy-database.js';
import { canLink, linkOrCopy, requireSpace, syncFile, syncTree } from '../storage/durable-copy.js';
import { StorageError } from '../storage/errors.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { openStore } from '../storage/open.js';
import { requireWriting } from '../storage/read-only.js';
import { copyLog } from '../storage/record-log/copy-log.js';
import { makeNewDirectory } from '../storage/writable-directory.js';
import type { BlockLog } from './block-log.js';
import type { TaskControl } from './tasks.js';

/** What a chain on the disk consists of. */
export interface ChainFiles {
  /** Directory of the network. */
  readonly network: string;
  /** Directory of the database, in that of the network. */
  readonly database: string;
  readonly store: KeyValueStore;
  /** Directory of the log of blocks, in that of the network. */
  readonly blocks: string;
  readonly log: BlockLog;
}

export interface BackupRequest {
  readonly files: ChainFiles;
  /** The data directory that is made; nothing may be there. */
  readonly target: string;
  /** Bytes that must be left free. */
  readonly reserve: number;
  readonly task: TaskControl;
}

/** What a backup has become. */
export interface Backup {
  /** Files in it. */
  readonly files: number;
  /** Bytes of them, whether they were copied or got a second name. */
  readonly bytes: number;
}

/** In a directory of a network: the backup in it is being made, or its making was cut off. */
const UNFINISHED = 'BACKUP.unfinished';
/** In the directory of the running node: what goes to another disk. */
const STAGING = 'backup.staging';
/** Of the engine, while the copy is opened once. */
const CACHE_BYTES = 4 << 20;

/**
 * Copies a chain while the node works on: a data directory on which a node can be started. The database is
 * copied as it is at one moment, and the log of blocks at least as far. Files that never change get a second name
 * where the disk is the same; nothing is written to the database while names are given. The copy was opened once
 * when the promise resolves, and is on the disk.
 *
 * A backup that was cut off has a mark in it: see `requireFinished`.
 *
 * @throws StorageError `exists`, `no-space`, `unwritable`, `failed`; TaskCancelled. Nothing is left then
 */
export async function backUpChain({ files, target, reserve, task }: BackupRequest): Promise<Backup> {
  requireWriting(`the directory ${target}`);
  const root = resolve(target);
  const network = join(root, basename(files.network));
  await makeNewDirectory(root);
  try {
    await mkdir(network, { mode: 0o700 });
    await mark(join(network, UNFINISHED));
    await syncFile(root);
    await syncFile(dirname(root));

    if (await canLink(files.network, network)) {
      await requireSpace(network, await changingBytes(files), reserve);
      await copyAtOneMoment(files, network);
    } else {
      await requireSpace(network, await bytesOf([files.database, files.blocks]), reserve);
      await overStaging(files, network, task);
    }
    task.check();
    await openOnce(join(network, basename(files.database)), files.store.engine);
    const backup = await countFiles(network);
    await syncTree(root);
    await rm(join(network, UNFINISHED));
    await syncFile(network);
    return backup;
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

/** @throws StorageError `unfinished` for the directory of a network that holds half a backup */
export function requireFinished(networkDirectory: string): void {
  if (!existsSync(join(networkDirectory, UNFINISHED))) return;
  throw new StorageError(
    'unfinished',
    `${networkDirectory} is a backup that did not come to its end, and does not hold the whole chain; remove it, and ` +
      'make another one with backupchain',
  );
}

/** Removes what the end of the process has left of a backup to another disk. */
export async function removeStaging(networkDirectory: string): Promise<void> {
  await rm(join(networkDirectory, STAGING), { recursive: true, force: true });
}

/** The database first: what it has seen of the log is in the log by then. */
async function copyAtOneMoment({ database, store, blocks, log }: ChainFiles, network: string): Promise<void> {
  const [toDatabase, toBlocks] = [join(network, basename(database)), join(network, basename(blocks))];
  await mkdir(toDatabase, { mode: 0o700 });
  await mkdir(toBlocks, { mode: 0o700 });
  if (store.pauseWrites === undefined)
    throw new StorageError('failed', `${store.engine} keeps no files to copy`);
  await store.pauseWrites(async () => {
    await copyDatabase(database, toDatabase);
    await copyLog(blocks, toBlocks, log.durableEnd);
  });
}

/** To another disk, which takes its time: from second names on the same disk. */
async function overStaging(files: ChainFiles, network: string, task: TaskControl): Promise<void> {
  const staging = join(files.network, STAGING);
  await removeStaging(files.network);
  await mkdir(staging, { mode: 0o700 });
  try {
    await copyAtOneMoment(files, staging);
    const total = await bytesOf(await directoriesIn(staging));
    let done = 0;
    for (const directory of await directoriesIn(staging)) {
      await mkdir(join(network, basename(directory)), { mode: 0o700 });
      for (const name of await readdir(directory)) {
        done += await linkOrCopy(join(directory, name), join(network, basename(directory), name));
        task.report(done, total);
        await task.turn();
      }
    }
  } finally {
    await removeStaging(files.network);
  }
}

/** Lets the engine take the copy for its own: that shows that it can, and writes the sums of its files. */
async function openOnce(path: string, engine: KeyValueStore['engine']): Promise<void> {
  const { store } = await openStore({ path, engine, cacheBytes: CACHE_BYTES });
  await store.close();
}

async function mark(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Bytes that have to be copied on the same disk: all but tables and full files of the log. */
async function changingBytes({ database, blocks, log }: ChainFiles): Promise<number> {
  const small = async (directory: string): Promise<number> => {
    let bytes = 0;
    for (const name of await readdir(directory)) {
      if (!/\.(sst|ldb)$/.test(name)) bytes += await sizeOf(join(directory, name));
    }
    return bytes;
  };
  return (await small(database)) + (existsSync(blocks) ? log.durableEnd.offset : 0);
}

async function bytesOf(directories: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const directory of directories) {
    for (const name of await readdir(directory)) bytes += await sizeOf(join(directory, name));
  }
  return bytes;
}

async function countFiles(network: string): Promise<Backup> {
  const directories = await directoriesIn(network);
  let files = 0;
  for (const directory of directories) files += (await readdir(directory)).length;
  return { files, bytes: await bytesOf(directories) };
}

async function directoriesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(directory, name));
}

/** 0 for a file that is gone. */
async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
