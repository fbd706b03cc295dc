import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

process.on('exit', () => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

/** A new empty directory that is removed when the test process ends. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'coind-test-'));
  made.push(path);
  return path;
}
