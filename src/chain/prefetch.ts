import type { Uid } from '../codec/uid.js';
import type { StateStore } from '../state/state-store.js';
import { ACCOUNTS, REGIDS } from '../state/tables/accounts.js';
import { UTXOS, type UtxoId } from '../state/tables/utxos.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { keyIdOfUid } from './account-name.js';

/**
 * Reads the accounts and the outputs that transactions name, all at once: executing them then finds
 * them in memory. Whatever else they use is read on demand.
 */
export async function prefetchNamed(
  state: StateStore,
  transactions: readonly PreparedTransaction[],
): Promise<void> {
  const uids = transactions.flatMap(accountsNamed);
  const regIds = uids.flatMap(uid => (uid.kind === 'regid' ? [uid.regId] : []));
  await state.prefetch(REGIDS, regIds);
  const keyIds = uids.flatMap(uid => keyIdOfUid(state, uid) ?? []);
  await state.prefetch(ACCOUNTS, keyIds);
  await state.prefetch(UTXOS, transactions.flatMap(outputsNamed));
}

/** The sender, and the receivers of a transfer. */
function accountsNamed({ tx }: PreparedTransaction): Uid[] {
  return 'transfers' in tx ? [tx.txUid, ...tx.transfers.map(({ toUid }) => toUid)] : [tx.txUid];
}

/** The outputs that a transfer spends. */
function outputsNamed({ tx }: PreparedTransaction): UtxoId[] {
  if (!('vins' in tx)) return [];
  return tx.vins.map(({ prevUtxoTxid, prevUtxoVoutIndex }) => [prevUtxoTxid, prevUtxoVoutIndex]);
}
