/** A ledger with many account holders in memory, and the time that it takes for blocks of their transactions. */
import type { RegId } from '../../src/codec/regid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../src/config/networks/development-keys.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import { NOTHING_RECENT } from '../../src/ledger/types.js';
import { STATE_SCHEMA } from '../../src/state/schema.js';
import type { StateWriter } from '../../src/state/state.js';
import { StateStore } from '../../src/state/state-store.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../src/state/tables/accounts.js';
import { openMemory } from '../../src/storage/memory.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { BASE_COIN } from '../../src/tx/symbols.js';

export const HOLDERS = 5_000;
/** Transactions of a block. */
export const BLOCK_SIZE = 2_000;
const BLOCKS = 12;
const HOLDER_HEIGHT = 1_000;
/** Height of the first block that is timed. */
export const FIRST_HEIGHT = 2_000;
/** A signature of the usual size, which counts as valid. */
export const SIGNATURE = Buffer.alloc(71, 0x30);

/** The regid of a holder. */
export function holder(index: number): RegId {
  return { height: HOLDER_HEIGHT, index };
}

/** The key id of a holder. */
export function holderKeyId(index: number): string {
  return (index + 1).toString(16).padStart(40, '0');
}

/** Gives an account a regid and a thousand coins. */
export function endow(state: StateWriter, keyId: string, regId: RegId): void {
  const coins = { free: 100_000_000_000n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
  state.put(REGIDS, regId, keyId);
  state.put(ACCOUNTS, keyId, {
    ...newAccount(keyId),
    regId,
    ownerKey: DEVELOPMENT_PUBLIC_KEYS.holder,
    tokens: new Map([[BASE_COIN, coins]]),
  });
}

/**
 * Microseconds of a transaction through the whole ledger, from the best of some blocks. Signatures
 * count as valid; the fuel rate is 1, so that a block holds what it can.
 *
 * @param prepare - puts more into the state before the first block
 * @param transactionsOf - the transactions of a block, by its number
 */
export async function timeTransactions(
  prepare: (state: StateWriter) => void,
  transactionsOf: (block: number) => readonly PreparedTransaction[],
): Promise<number> {
  const store = new StateStore(openMemory(), STATE_SCHEMA);
  const start = store.overlay();
  const ledger = new NetworkLedger(REGTEST, { isValid: () => true });
  ledger.genesis(start);
  for (let index = 0; index < HOLDERS; index++) endow(start, holderKeyId(index), holder(index));
  prepare(start);
  await store.commit(start, { height: 0 });
  let best = Number.POSITIVE_INFINITY;
  for (let block = 0; block < BLOCKS; block++) {
    const prepared = transactionsOf(block);
    const state = store.overlay();
    const height = FIRST_HEIGHT + block;
    const context = {
      height,
      time: 1_800_000_000 + 3 * height,
      producer: { height: 0, index: 2 },
      fuelRate: 1,
    };
    const started = performance.now();
    const execution = ledger.begin(state, context, NOTHING_RECENT);
    for (const tx of prepared) execution.execute(tx);
    execution.end(execution.rewardTransaction());
    execution.state.merge();
    best = Math.min(best, ((performance.now() - started) * 1000) / prepared.length);
    await store.commit(state, { height: block + 1 });
  }
  return best;
}
