import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the test vectors are: env VECTORS, or `test/vectors` in the current directory. */
export const vectorDirectory = process.env.VECTORS ?? join('test', 'vectors');

/**
 * A vector file, parsed. The caller names the shape it relies on.
 *
 * @param name - file name without `.json`, such as `keys`.
 */
export function readVectors<T>(name: string): T {
  return JSON.parse(readFileSync(join(vectorDirectory, `${name}.json`), 'utf8')) as T;
}

/**
 * The lines of a vector file in JSON Lines form, each parsed.
 *
 * @param name - path below the vector directory without `.jsonl`, such as `replay/blocks`.
 */
export function readLines<T>(name: string): T[] {
  return readFileSync(join(vectorDirectory, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T);
}
