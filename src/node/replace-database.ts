import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeySpace } from '../storage/key-space.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { WALLET_INDEX_PREFIX } from '../storage/layout.js';
import { syncDirectory } from '../storage/record-log/segment-files.js';
import { UNCONFIRMED_RANGE } from '../wallet/transaction-index-keys.js';

/*
 * A database is replaced by another one in steps of which each leaves a directory that a node can start on: the
 * new one is filled under the name `.making`, is complete as `.made`, and gets its name after the present one has
 * got another. What was cut off is finished, or undone, by the next start (`finishReplacing`).
 */

/** Where a database is kept while the one that took its place is not complete. */
export function pathBefore(path: string): string {
  return `${path}.before-reindex`;
}

function making(path: string): string {
  return `${path}.making`;
}

function made(path: string): string {
  return `${path}.made`;
}

function discarded(path: string): string {
  return `${path}.discarded`;
}

/** The transactions that wait for a block: no block leads to them, so another database needs them as well. */
export function waitingEntries(store: KeyValueStore): readonly BatchOperation[] {
  const wallet = KeySpace.of(store, WALLET_INDEX_PREFIX);
  const waiting = [...wallet.iterate(UNCONFIRMED_RANGE)].map(([key, value]) => ({
    type: 'put' as const,
    key: Buffer.from(key),
    value: Buffer.from(value),
  }));
  return wallet.outerOperations(waiting);
}

/**
 * Makes a database and moves it to the place of another one, which is kept. Where one is kept already, an earlier
 * replacement was not complete: that one stays, and the present one goes.
 * @param path - of a database that nobody has open
 * @param fill - puts into the new database what a node needs to start with it
 */
export async function replaceDatabase(
  path: string,
  openAt: (path: string) => Promise<KeyValueStore>,
  fill: (store: KeyValueStore) => Promise<void>,
): Promise<void> {
  const store = await openAt(making(path));
  try {
    await fill(store);
  } finally {
    await store.close();
  }
  await rename(making(path), made(path));
  await syncDirectory(dirname(path));
  await rename(path, existsSync(pathBefore(path)) ? discarded(path) : pathBefore(path));
  await finishReplacing(path);
}

/** Finishes a replacement whose new database is complete and whose present one has moved; undoes another one. */
export async function finishReplacing(path: string): Promise<void> {
  const left = [making(path), made(path), discarded(path)].filter(name => existsSync(name));
  if (left.length === 0) return;
  if (existsSync(made(path)) && !existsSync(path)) await rename(made(path), path);
  await syncDirectory(dirname(path));
  for (const name of left) await rm(name, { recursive: true, force: true });
}
