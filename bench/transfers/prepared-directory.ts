import { join } from 'node:path';
import { Mempool } from '../../src/chain/mempool.js';
import { openChain } from '../../src/chain/open-chain.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { producerKeys } from '../../src/consensus/solo/producer-keys.js';
import { SoloConsensus } from '../../src/consensus/solo/solo-consensus.js';
import { VerifyPool } from '../../src/crypto/verify-pool.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import { SignatureCache } from '../../src/ledger/signature-cache.js';
import { STATE_SCHEMA } from '../../src/state/schema.js';
import { StateStore } from '../../src/state/state-store.js';
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
  const state = new StateStore(store, STATE_SCHEMA);
  const signatures = new SignatureCache();
  const chain = await openChain({ store, state, ledger: new NetworkLedger(REGTEST, signatures) });
  const mempool = new Mempool(chain, {
    signatures,
    verifyPool: new VerifyPool(),
    now: () => REGTEST.genesis.time,
  });
  const solo = new SoloConsensus({ chain, mempool, keys: producerKeys(REGTEST), mode: 'manual' });
  await solo.start();
  await addAccounts(chain, accounts);
  await solo.stop();
  await state.close();
}
