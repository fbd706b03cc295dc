import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { requireWriting } from '../storage/read-only.js';

/** Only the owner reads and writes. */
const OWNER_ONLY = 0o600;

/**
 * Replaces a file in one step: after a crash at any moment the path holds the whole old content or
 * the whole new one. The content is on the disk when the promise resolves. Writers of one path must
 * take turns, since they share the temporary file `<path>.new`.
 *
 * @throws the file system's error; the old file is then untouched
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  requireWriting(`the file ${path}`);
  const temporary = `${path}.new`;
  try {
    await writeDurably(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function writeDurably(path: string, content: string): Promise<void> {
  // A file left by a crash, or placed here by someone else, has its own owner, permissions and
  // readers.
  await unlink(path).catch(ignoreMissing);
  const file = await open(path, 'wx', OWNER_ONLY);
  await closing(file, async () => {
    await file.writeFile(content);
    await file.sync();
  });
}

/** Makes the renaming itself durable. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await closing(directory, () => directory.sync());
}

async function closing(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
