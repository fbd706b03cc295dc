import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vectorDirectory } from './vectors.js';

/** A data directory that an earlier version of this program has left, with what it answered. */
export interface EarlierDirectory {
  readonly engine: string;
  readonly height: number;
  /** Hash of a block of height 6 that was disconnected. */
  readonly stale: string;
  /** By height. */
  readonly blocks: readonly string[];
  readonly txs: readonly (readonly string[])[];
  /** The memory pool. */
  readonly waiting: readonly string[];
  /** By path; in Base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes a directory of test/vectors/earlier-directories, such as `without-log-rocksdb`, to a place. */
export function unpackEarlierDirectory(name: string, directory: string): EarlierDirectory {
  const packed = readFileSync(join(vectorDirectory, 'earlier-directories', `${name}.json.gz`));
  const earlier = JSON.parse(gunzipSync(packed).toString('utf8')) as EarlierDirectory;
  for (const [path, base64] of Object.entries(earlier.files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), Buffer.from(base64, 'base64'));
  }
  return earlier;
}
