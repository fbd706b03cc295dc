import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { messageOf, StorageError } from './errors.js';

/**
 * Makes a directory that is missing, and checks that files can be made in it.
 * @throws StorageError `unwritable`
 */
export async function makeWritable(path: string): Promise<void> {
  try {
    await makeDirectory(path);
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

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    // On a file system that is read-only this says that nothing is there; the plain form says why.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(path);
  }
}
