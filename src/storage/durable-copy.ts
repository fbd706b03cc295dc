import { constants } from 'node:fs';
import { copyFile, link, open, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageError } from './errors.js';

/** What file systems answer that cannot give a file a second name, or not there. */
const WITHOUT_LINKS = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** Bytes that are read and written at once. */
const PIECE = 1 << 20;

/**
 * Gives a file that is never changed in place a second name; where the file system cannot do that, copies it.
 * Nothing is overwritten. The new name is not yet sure to be on the disk: see `syncTree`.
 * @returns the bytes that were written
 */
export async function linkOrCopy(from: string, to: string): Promise<number> {
  try {
    await link(from, to);
    return 0;
  } catch (error) {
    if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  return (await stat(to)).size;
}

/** Copies the beginning of a file that may grow meanwhile. Nothing is overwritten. */
export async function copyBeginning(from: string, to: string, size: number): Promise<void> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const piece = Buffer.alloc(Math.min(size, PIECE));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await source.read(piece, 0, Math.min(piece.length, size - at), at);
        if (bytesRead === 0)
          throw new StorageError('failed', `${from} ended at ${at} bytes while it was copied`);
        await target.writeFile(piece.subarray(0, bytesRead));
        at += bytesRead;
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Makes everything in a directory last, the names included. */
export async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else await syncFile(path);
  }
  await syncFile(directory);
}

/** Makes a file, or the names in a directory, last. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Bytes that this user can still write below a directory. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Whether a file of one directory can have a second name in the other one. */
export async function canLink(from: string, to: string): Promise<boolean> {
  const [source, target] = await Promise.all([stat(from), stat(to)]);
  return source.dev === target.dev;
}

/**
 * Checks that there is room before something large is written.
 * @param reserve - bytes that must be left
 * @throws StorageError `no-space`
 */
export async function requireSpace(path: string, bytes: number, reserve: number): Promise<void> {
  const free = await freeBytes(dirname(path));
  if (free >= bytes + reserve) return;
  throw new StorageError(
    'no-space',
    `${path} needs ${mebibytes(bytes)} MiB, and ${mebibytes(reserve)} MiB are to be left free (option minfreespace), but ` +
      `${mebibytes(free)} MiB are free there; make room, or name a place on another disk`,
  );
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}
