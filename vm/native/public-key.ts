import type { Uid } from '../../src/codec/uid.js';
import { isValidPublicKey } from '../../src/crypto/keys.js';
import { REJECT, reject } from '../../src/tx/reject.js';

/** Whether 66 hex digits are a point on the curve. */
export function isPointOnCurve(publicKey: string): boolean {
  return isValidPublicKey(Buffer.from(publicKey, 'hex'));
}

/** A sender that is named by its key needs a valid one (spec 07 §14.1). */
export function requireValidSenderKey(txUid: Uid): void {
  if (txUid.kind === 'pubkey' && !isPointOnCurve(txUid.publicKey)) {
    reject(REJECT.REJECT_INVALID, 'bad-publickey');
  }
}
