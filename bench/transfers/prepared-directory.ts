import { join } from 'node:path';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { buildCore } from '../../src/node/build-core.js';
import { Cleanup } from '../../src/node/cleanup.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openStore } from '../../src/storage/open.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { addAccounts } from '../support/accounts.js';

/** Where a node with this data directory has its database. */
export async function openDatabase(directory: string, cacheMebibytes: number): Promise<KeyValueStore> {
  const path = join(directory, REGTEST.directory, 'chain');
  return (await openStore({ path, engine: 'auto', cacheBytes: cacheMebibytes << 20 })).store;
}

/** A new data directory of the development network, whose chain has so many accounts. */
export async function prepareDirectory(accounts: number): Promise<string> {
  const directory = temporaryDirectory();
  await fill(await openDatabase(directory, 64), accounts);
  return directory;
}

/** Makes the chain of a development network with so many accounts, and closes the store. */
async function fill(store: KeyValueStore, accounts: number): Promise<void> {
  const cleanup = new Cleanup();
  const { chain, consensus: solo } = await buildCore({ network: REGTEST, store, consensus: 'solo' }, cleanup);
  await solo.start();
  await addAccounts(chain, accounts);
  await solo.stop();
  await cleanup.run();
}
