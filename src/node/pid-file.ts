import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Tells other programs the process id of this node. @returns removes the file again */
export function writePidFile(path: string): () => void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${process.pid}\n`);
  renameSync(temporary, path);
  return () => rmSync(path, { force: true });
}
