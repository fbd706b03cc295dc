import { join } from 'node:path';
import { copyBeginning, linkOrCopy } from '../durable-copy.js';
import type { LogPosition } from './read-log.js';
import { segmentName, segmentNumbers } from './segment-files.js';

/**
 * Copies a log up to a place, while records may be added behind it. Files that are full get a second name where the
 * file system can do that: they are never changed in place (see `cutLog`).
 * Files at its beginning may be removed meanwhile, as pruning does.
 * @param to - a directory that is empty
 */
export async function copyLog(directory: string, to: string, end: LogPosition): Promise<void> {
  for (const number of await segmentNumbers(directory)) {
    const [source, target] = [join(directory, segmentName(number)), join(to, segmentName(number))];
    if (number === end.segment) await copyBeginning(source, target, end.offset);
    if (number >= end.segment) continue;
    try {
      await linkOrCopy(source, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
