import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { requireWriting } from './read-only.js';

/*
 * Files whose names come from a caller. What is not a regular file must not be opened like one:
 * opening a named pipe blocks until its other end is opened, a device such as /dev/zero has no end,
 * and a device that is replaced by a file is lost to the machine.
 */

/** A path names something other than an ordinary file. */
export class NotOrdinaryFile extends Error {
  override readonly name = 'NotOrdinaryFile';

  constructor(path: string) {
    super(`${JSON.stringify(path)} is not an ordinary file`);
  }
}

/**
 * Opens an ordinary file for reading, at once.
 * @throws NotOrdinaryFile; what the file system says
 */
export async function openOrdinary(path: string): Promise<FileHandle> {
  requirePossibleName(path);
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if ((await file.stat()).isFile()) return file;
    throw new NotOrdinaryFile(path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The content of an ordinary file. @throws NotOrdinaryFile; what the file system says */
export async function readOrdinary(path: string): Promise<Buffer> {
  const file = await openOrdinary(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Checks that a file can be written or replaced: nothing is there yet, or an ordinary file.
 * @throws NotOrdinaryFile; what the file system says
 */
export async function requireOrdinaryTarget(path: string): Promise<void> {
  requirePossibleName(path);
  requireWriting(`the file ${path}`);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found !== undefined && !found.isFile()) throw new NotOrdinaryFile(path);
}

/** No file system has names with zero bytes. */
function requirePossibleName(path: string): void {
  if (path.includes('\0')) throw new NotOrdinaryFile(path);
}
