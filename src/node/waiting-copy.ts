import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byteString, decode, record, vector } from '../codec/codec.js';
import { sha256 } from '../crypto/hash.js';
import type { BatchOperation } from '../storage/key-value-store.js';

/*
 * Before there was a log of the transactions that wait, they were copied into a file when a node stopped, for a
 * database that cannot be read:
 *
 *     SHA-256 of the rest ‖ number of entries ‖ key and value of each, as the database has them
 */

const NAME = 'mempool.dat';
const HASH_SIZE = 32;
const entriesCodec = vector(record({ key: byteString, value: byteString }));

/** Where an earlier version has left what waited at its last stop. */
export function waitingCopyIn(networkDirectory: string): string {
  return join(networkDirectory, NAME);
}

/**
 * The transactions that waited when a node of an earlier version stopped last.
 * @throws Error that names the file where there is none, or where it is damaged
 */
export async function readWaitingCopy(networkDirectory: string): Promise<readonly BatchOperation[]> {
  const path = waitingCopyIn(networkDirectory);
  const bytes = await readFile(path);
  const body = bytes.subarray(HASH_SIZE);
  if (!sha256(body).equals(bytes.subarray(0, HASH_SIZE))) throw new Error(`${path} is damaged`);
  return decode(entriesCodec, body).map(({ key, value }) => ({
    type: 'put',
    key: Buffer.from(key),
    value: Buffer.from(value),
  }));
}
