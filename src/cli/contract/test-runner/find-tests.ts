import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const TEST_FILE = /\.test\.(ts|mts|js|mjs|cjs)$/;
/** Folders that are not searched for tests. */
const SKIPPED = new Set(['node_modules', 'coverage', 'dist']);

/**
 * The test files that words of a command line name: files as they are, and of folders all that is in
 * them. Without words, all of the working directory.
 *
 * @returns sorted, each once
 * @throws Error for a name that does not exist
 */
export function findTests(words: readonly string[]): string[] {
  const files = (words.length === 0 ? ['.'] : words).flatMap(word => {
    if (!existsSync(word)) throw new Error(`${word} does not exist`);
    return statSync(word).isDirectory() ? testsBelow(word) : [word];
  });
  return [...new Set(files)].sort();
}

function testsBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap(entry => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : testsBelow(path);
    }
    return TEST_FILE.test(entry.name) ? [path] : [];
  });
}
