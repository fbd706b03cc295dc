import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { OptionError } from '../config/option-types.js';

/**
 * Writes the process id of this node for other programs.
 * @returns a function that removes the file
 * @throws OptionError where the file cannot be written
 */
export function writePidFile(path: string): () => void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, `${process.pid}\n`);
    renameSync(temporary, path);
  } catch (error) {
    throw new OptionError(`option pid: the file cannot be written: ${(error as Error).message}`);
  }
  return () => {
    // Another node may have been told to use the same file.
    if (readIfThere(path) === `${process.pid}\n`) rmSync(path, { force: true });
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
