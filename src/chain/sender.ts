import type { Uid } from '../codec/uid.js';
import { uidText } from '../codec/uid.js';
import { keyIdOf } from '../crypto/keys.js';
import type { StateReader } from '../state/state.js';
import { REGIDS } from '../state/tables/accounts.js';

/** One name for an account, however a transaction names it: its key id, or the uid's text if there is no such account. */
export function accountName(state: StateReader, uid: Uid): string {
  switch (uid.kind) {
    case 'keyid':
      return uid.keyId;
    case 'pubkey':
      return keyIdOf(Buffer.from(uid.publicKey, 'hex'));
    case 'regid':
      return state.get(REGIDS, uid.regId) ?? uidText(uid);
    case 'null':
      return uidText(uid);
  }
}
