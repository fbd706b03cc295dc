import { type Uid, uidText } from '../codec/uid.js';
import { keyIdOf } from '../crypto/keys.js';
import type { StateReader } from '../state/state.js';
import { REGIDS } from '../state/tables/accounts.js';

/**
 * The key id that a uid denotes, whether the account exists or not; undefined for the null uid and
 * unknown regids.
 */
export function keyIdOfUid(state: StateReader, uid: Uid): string | undefined {
  switch (uid.kind) {
    case 'keyid':
      return uid.keyId;
    case 'pubkey':
      return keyIdOf(Buffer.from(uid.publicKey, 'hex'));
    case 'regid':
      return state.get(REGIDS, uid.regId);
    case 'null':
      return undefined;
  }
}

/** One name for an account, however a transaction names it. */
export function accountName(state: StateReader, uid: Uid): string {
  return keyIdOfUid(state, uid) ?? uidText(uid);
}
