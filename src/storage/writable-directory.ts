import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFile } from './durable-copy.js';
import { messageOf, StorageError } from './errors.js';
import { requireWriting } from './read-only.js';

/**
 * Makes a directory that is missing, for its owner only, and checks that files can be made in it.
 * @throws StorageError `unwritable`
 */
export async function makeWritable(path: string): Promise<void> {
  try {
    await makeDirectory(resolve(path));
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StorageError(
      'unwritable',
      `the data directory ${path} cannot be written (${messageOf(error)}); ` +
        'give this user the right to, or use another directory',
      { cause: error },
    );
  }
}

/** One after the other: where a parent is there and refuses, as `/proc` does, Node's own recursion never ends. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await makeOne(path);
  }
}

/** Does nothing if it exists already. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(await isDirectory(path))) throw error;
    return;
  }
  // What is made in it can only last if it does.
  await syncFile(dirname(path));
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

/**
 * Makes a directory for its owner only, where nothing is yet.
 * @throws StorageError `exists`, `unwritable`
 */
export async function makeNewDirectory(path: string): Promise<void> {
  requireWriting(`the directory ${path}`);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new StorageError(
        'exists',
        `${path} exists already, and nothing is overwritten; name a new directory`,
      );
    }
    throw new StorageError('unwritable', `${path} cannot be made: ${messageOf(error)}`, { cause: error });
  }
}
