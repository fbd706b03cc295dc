import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyBeginning, syncFile } from '../durable-copy.js';
import type { LogPosition } from './read-log.js';
import { segmentName, segmentNumbers, syncDirectory } from './segment-files.js';

/** Removes everything behind a place from the files of a log that nobody has open. */
export async function cutLog(directory: string, end: LogPosition | undefined): Promise<void> {
  for (const number of (await segmentNumbers(directory)).reverse()) {
    const path = join(directory, segmentName(number));
    if (end === undefined || number > end.segment) await rm(path);
    else if (number === end.segment) await truncateFile(path, end.offset);
  }
  await syncDirectory(directory);
}

/**
 * Cuts a file off, on the disk when the promise resolves. A file that has another name too, in a backup, is
 * replaced: the backup keeps what it has.
 */
export async function truncateFile(path: string, size: number): Promise<void> {
  if ((await stat(path)).nlink > 1) {
    const unfinished = `${path}.new`;
    await rm(unfinished, { force: true });
    await copyBeginning(path, unfinished, size);
    await syncFile(unfinished);
    await rename(unfinished, path);
    await syncDirectory(dirname(path));
    return;
  }
  const file = await open(path, 'r+');
  try {
    await file.truncate(size);
    await file.sync();
  } finally {
    await file.close();
  }
}
