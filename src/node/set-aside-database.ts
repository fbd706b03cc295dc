import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { KeySpace } from '../storage/key-space.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { WALLET_INDEX_PREFIX } from '../storage/layout.js';
import { UNCONFIRMED_RANGE } from '../wallet/transaction-index-keys.js';

/** Where a database is kept while another one is made in its place. */
export function pathBefore(path: string): string {
  return `${path}.before-reindex`;
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
 * Moves a database away, so that another one can be made in its place. Where one is kept already, an
 * earlier attempt did not come to its end: that one stays, and the unfinished one goes.
 * @param path - of a database that nobody has open
 */
export async function setAside(path: string): Promise<void> {
  if (existsSync(pathBefore(path))) await rm(path, { recursive: true });
  else await rename(path, pathBefore(path));
}
