import type { Uid } from '../codec/uid.js';
import type { StateStore } from '../state/state-store.js';
import { ACCOUNTS, REGIDS } from '../state/tables/accounts.js';
import type { SealedTransaction } from '../tx/envelope.js';
import { keyIdOfUid } from './account-name.js';

/**
 * Reads the accounts that transactions name, in one go for all of them: executing them then finds
 * them in memory. What else they touch is read when it is needed.
 */
export function prefetchAccounts(state: StateStore, transactions: readonly SealedTransaction[]): void {
  const uids = transactions.flatMap(accountsNamed);
  const regIds = uids.flatMap(uid => (uid.kind === 'regid' ? [uid.regId] : []));
  state.prefetch(REGIDS, regIds);
  const keyIds = uids.flatMap(uid => keyIdOfUid(state, uid) ?? []);
  state.prefetch(ACCOUNTS, keyIds);
}

/** The sender, and the receivers of a transfer. */
function accountsNamed({ tx }: SealedTransaction): Uid[] {
  return tx.type === 11 ? [tx.txUid, ...tx.transfers.map(({ toUid }) => toUid)] : [tx.txUid];
}
