import { renameSync, rmSync, writeFileSync } from 'node:fs';
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
  return () => rmSync(path, { force: true });
}
