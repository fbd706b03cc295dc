import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byteString, decode, encode, record, vector } from '../codec/codec.js';
import { sha256 } from '../crypto/hash.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { replaceFile } from '../storage/whole-file.js';
import { waitingEntries } from './replace-database.js';

/*
 * No block leads to the transactions that wait, and they are in the database alone while a node runs. When it stops
 * they are copied into a file of their own, so that damage of the database does not take them: -reindex makes a new
 * database with those of the file where it cannot read the present one.
 *
 *     SHA-256 of the rest ‖ number of entries ‖ key and value of each, as the database has them
 */

const NAME = 'mempool.dat';
const HASH_SIZE = 32;
const entriesCodec = vector(record({ key: byteString, value: byteString }));

function pathIn(networkDirectory: string): string {
  return join(networkDirectory, NAME);
}

/** Writes the transactions that wait. @returns how many those are */
export async function copyWaiting(networkDirectory: string, store: KeyValueStore): Promise<number> {
  const entries = waitingEntries(store).flatMap(operation => (operation.type === 'put' ? [operation] : []));
  const body = encode(entriesCodec, entries);
  await replaceFile(pathIn(networkDirectory), Buffer.concat([sha256(body), body]));
  return entries.length;
}

/**
 * The transactions that waited when the node stopped last.
 * @throws Error that names the file where there is none, or where it is damaged
 */
export async function readWaitingCopy(networkDirectory: string): Promise<readonly BatchOperation[]> {
  const path = pathIn(networkDirectory);
  const bytes = await readFile(path);
  const body = bytes.subarray(HASH_SIZE);
  if (!sha256(body).equals(bytes.subarray(0, HASH_SIZE))) throw new Error(`${path} is damaged`);
  return decode(entriesCodec, body).map(({ key, value }) => ({
    type: 'put',
    key: Buffer.from(key),
    value: Buffer.from(value),
  }));
}
