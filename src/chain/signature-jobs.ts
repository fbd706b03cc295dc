import { MAX_COSIGNERS } from '../../vm/universal/check.js';
import type { Uid } from '../codec/uid.js';
import type { VerifyJob } from '../crypto/verify-batch.js';
import type { StateReader } from '../state/state.js';
import { ACCOUNTS } from '../state/tables/accounts.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { signersOf } from '../tx/signers.js';
import { keyIdOfUid } from './account-name.js';

/** A signature that can be verified before its transaction is checked otherwise. */
export interface SignatureJob extends VerifyJob {
  readonly txid: string;
  /** 66 hex digits. */
  readonly publicKeyHex: string;
}

/**
 * The signatures of a transaction whose keys are known in this state. A signer without a key is
 * skipped: the ledger gives the right error for it.
 */
export function signatureJobs(state: StateReader, prepared: PreparedTransaction): SignatureJob[] {
  const signers = signersOf(prepared.tx);
  // The ledger rejects more before it verifies any; a transaction has room for thousands.
  if (signers.length > 1 + MAX_COSIGNERS) return [];
  const jobs: SignatureJob[] = [];
  for (const { uid, signature } of signers) {
    const publicKeyHex = ownerKey(state, uid);
    if (publicKeyHex === '') continue;
    const publicKey = Buffer.from(publicKeyHex, 'hex');
    jobs.push({ txid: prepared.txid, hash: prepared.sighash, signature, publicKey, publicKeyHex });
  }
  return jobs;
}

/** The key that signs for a uid, empty if there is none. */
function ownerKey(state: StateReader, uid: Uid): string {
  if (uid.kind === 'pubkey') return uid.publicKey;
  const keyId = keyIdOfUid(state, uid);
  return keyId === undefined ? '' : (state.get(ACCOUNTS, keyId)?.ownerKey ?? '');
}
