import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { requireWriting } from './read-only.js';

/*
 * Changes of files that are there. Nothing is followed that somebody has put in the place of one.
 */

const { O_APPEND, O_WRONLY, O_NOFOLLOW = 0 } = constants;

/**
 * Adds bytes to the end of a file. They are on the disk when the promise resolves; when it rejects, the file may end
 * with some of them.
 * @throws what the file system says
 */
export async function appendToFile(path: string, bytes: Uint8Array): Promise<void> {
  await changed(path, O_APPEND, file => file.appendFile(bytes));
}

/**
 * Replaces the beginning of a file by a text of the same length or longer. It is on the disk when the promise resolves.
 * @throws what the file system says
 */
export async function overwriteFile(path: string, text: string): Promise<void> {
  await changed(path, 0, file => file.write(text, 0));
}

async function changed(
  path: string,
  flag: number,
  change: (file: FileHandle) => Promise<unknown>,
): Promise<void> {
  requireWriting(`the file ${path}`);
  const file = await open(path, O_WRONLY | O_NOFOLLOW | flag);
  try {
    await change(file);
    await file.datasync();
  } finally {
    await file.close();
  }
}
