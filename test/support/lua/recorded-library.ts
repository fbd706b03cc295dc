/** The recording of the library's programs (`record-library.ts`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vectorDirectory } from '../vectors/vectors.js';

/** The file, below the vector directory. */
export const RECORDED_LIBRARY = 'lua53-library.json.gz';

/**
 * One program, how it ended on 5.3.6 (in the form of lua53-semantics.json), and, where the 5.3.1 of the
 * reference gives something else, that.
 */
export type RecordedProgram = readonly [
  source: string,
  lua536: readonly string[],
  lua531?: readonly string[],
];

/** Results with the names of basic functions as 5.3.6 gives them: the reference says `base.pairs`. */
export function plainNames(results: readonly string[]): string[] {
  return results.map(text => text.replaceAll("'base.", "'"));
}

export function recordedLibrary(): RecordedProgram[] {
  const packed = readFileSync(join(vectorDirectory, RECORDED_LIBRARY));
  return JSON.parse(gunzipSync(packed).toString()) as RecordedProgram[];
}
