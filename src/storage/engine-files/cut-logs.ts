import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkOrCopy, syncFile, syncTree } from '../durable-copy.js';
import { beginChanging } from '../file-sums.js';
import { truncateFile } from '../record-log/cut-log.js';
import { DamagedLog, logName, numbersOf, proveDatabase } from './prove-database.js';

/**
 * Cuts the logs of a database off where they are damaged. What is left is the database at an earlier moment, which
 * catches up with the log of blocks.
 * @param kept - a directory that is made for the logs as they were found
 * @returns what was damaged; undefined where nothing is, or something else than a log
 */
export async function cutDamagedLogs(directory: string, kept: string): Promise<string | undefined> {
  const damage = await proveDatabase(directory).then(
    () => undefined,
    (error: Error) => error,
  );
  if (!(damage instanceof DamagedLog)) return undefined;
  await mkdir(kept, { mode: 0o700 });
  const name = logName(damage.number);
  await linkOrCopy(join(directory, name), join(kept, name));
  await syncTree(kept);
  await syncFile(dirname(kept));
  const newer = numbersOf(await readdir(directory)).filter(number => number > damage.number);
  // The newest first: what is left after each step is a row of logs without gaps.
  for (const number of newer.reverse()) {
    await rename(join(directory, logName(number)), join(kept, logName(number)));
  }
  // From now on the files are those of a database that was not closed.
  await beginChanging(directory);
  await truncateFile(join(directory, name), damage.offset);
  await syncFile(kept);
  await syncFile(directory);
  return damage.message;
}
