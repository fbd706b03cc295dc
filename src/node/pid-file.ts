import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { OptionError } from '../config/option-types.js';
import { readSmallFile } from '../config/small-file.js';

/**
 * Writes the process id of this node for other programs.
 * @returns a function that removes the file
 * @throws OptionError where the file cannot be written
 */
export function writePidFile(path: string): () => void {
  requireProcessId(path);
  const temporary = `${path}.${randomBytes(8).toString('hex')}.new`;
  try {
    writeFileSync(temporary, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    throw new OptionError(`option pid: the file cannot be written: ${(error as Error).message}`);
  }
  return () => {
    // Another node may have been told to use the same file.
    if (readIfThere(path) === `${process.pid}\n`) rmSync(path, { force: true });
  };
}

/** A file that holds anything else is not ours to replace. @throws OptionError */
function requireProcessId(path: string): void {
  try {
    const before = readIfThere(path);
    if (before === undefined || /^\d{0,10}\s*$/.test(before)) return;
  } catch (error) {
    throw new OptionError(`option pid: the file cannot be read: ${(error as Error).message}`);
  }
  throw new OptionError(
    `option pid: ${path} is there already, and holds no process id; remove the file if it is what a damaged disk has left, or name another one`,
  );
}

function readIfThere(path: string): string | undefined {
  try {
    return readSmallFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
