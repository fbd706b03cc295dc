import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseJson } from '../../../src/codec/json.js';
import { vectorDirectory } from './vectors.js';

/**
 * The rows of a compressed vector file in JSON Lines form. Integers above 2^53 are bigints.
 *
 * @param name - path below the vector directory without `.jsonl.gz`, such as `oracle/20_errors`
 */
export function readGzipLines<T>(name: string): T[] {
  return gunzipSync(readFileSync(join(vectorDirectory, `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => parseJson(line) as T);
}
