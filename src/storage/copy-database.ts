import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyBeginning, linkOrCopy } from './durable-copy.js';
import { StorageError } from './errors.js';
import { SUMS_FILE } from './file-sums.js';

/** Files that belong to the process that has the database open, or say nothing about the contents. */
const LEFT_OUT = /^(LOCK|LOG(\.old(\.\d+)?)?|.*\.(new|dbtmp))$/;
/** Files that are written once and never changed. */
const TABLE = /\.(sst|ldb)$/;
/** Compactions that may come between; each takes some tables away. */
const ATTEMPTS = 100;
const PAUSE_MILLISECONDS = 20;

/**
 * Copies the files of a database that is open, as they are at one moment. Tables get a second name where the file
 * system can do that. Nothing may be written meanwhile: see `KeyValueStore.pauseWrites`.
 *
 * A database is what its newest manifest says, to which the engine adds when tables come or go. So a copy that
 * was made while nothing was added has every table that its manifest names. Further files may be in it, which
 * the engine removes when it opens the copy.
 *
 * @param from - its directory
 * @param to - a directory that is empty
 * @throws StorageError `failed`; what the file system says
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await manifestOf(from);
    await copyFiles(from, to);
    if ((await manifestOf(from)) === before) return;
    for (const name of await readdir(to)) await rm(join(to, name));
    await delay(PAUSE_MILLISECONDS);
  }
  throw new StorageError('failed', `the database in ${from} does not come to rest; try again later`);
}

/** Which manifest counts, and how long it is: another text when tables have come or gone. */
async function manifestOf(directory: string): Promise<string> {
  const name = (await readFile(join(directory, 'CURRENT'), 'latin1')).trim();
  return `${name} ${await sizeOf(join(directory, name))}`;
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (LEFT_OUT.test(name) || name.startsWith(SUMS_FILE)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    try {
      if (TABLE.test(name)) await linkOrCopy(source, target);
      else await copyBeginning(source, target, await sizeOf(source));
    } catch (error) {
      // Whatever the manifest names is there as long as it names it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** 0 for a file that is gone. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
