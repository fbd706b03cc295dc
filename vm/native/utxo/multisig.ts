import { verify } from '../../../src/crypto/signature.js';
import {
  MAX_SIGNERS,
  type MultisigSpending,
  multisigKeyId,
  multisigSigningHash,
} from '../../../src/crypto/utxo-multisig.js';
import type { Account } from '../../../src/state/tables/accounts.js';
import type { CONDITION_TYPES, UtxoCondition } from '../../../src/tx/utxo.js';
import type { TransactionContext } from '../../context.js';
import { wayProblem } from '../ways.js';

/** What an input supplies for an output that is locked with a multi-signature address. */
export type MultisigKey = Extract<UtxoCondition, { readonly type: typeof CONDITION_TYPES.IP2MA }>;

/**
 * Whether enough signers of a multi-signature address agree to a spending (spec 07 §5.2, type 112).
 * Signatures by no signer do no harm, but each is tried with every key, and no fee pays for that:
 * so there may be as many as an address can have signers, and the verifications of a whole
 * transaction are limited too.
 * @param keyId - of the address
 * @throws TransactionRejected `too-many-signature-verifications`
 */
export function isSignedByEnough(
  context: TransactionContext,
  keyId: string,
  { m, n, uids, signatures }: MultisigKey,
  spending: MultisigSpending,
): boolean {
  const { addressVersion, mended } = context.network;
  if (m > n || n > MAX_SIGNERS || uids.length !== n) return false;
  const accounts: Account[] = [];
  for (const uid of uids) {
    const account = context.account(uid);
    if (account === undefined) return false;
    accounts.push(account);
  }
  const signers = accounts.map(account => account.keyId);
  if (mended.utxoSignersDistinct && (m < 1 || new Set(signers).size < n)) return false;
  if (mended.utxoSignersDistinct && signatures.length > MAX_SIGNERS) return false;
  const terms = { m, signers };
  if (multisigKeyId(addressVersion, terms) !== keyId || signatures.length < m) return false;
  if (accounts.some(({ ownerKey }) => ownerKey === '')) return false;

  if (mended.utxoSignersDistinct) context.countVerifications(signatures.length * n);
  const hash = multisigSigningHash(addressVersion, terms, spending);
  // The signature of a frozen account counts for nothing.
  const allowed = accounts.filter(account => wayProblem(context, 'outputSigner', account) === undefined);
  const keys = allowed.map(({ ownerKey }) => Buffer.from(ownerKey, 'hex'));
  const count = mended.utxoSignersDistinct ? countSigners : countSignatures;
  return count(keys, signatures, hash, m) >= m;
}

type Count = (
  keys: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
  hash: Uint8Array,
  enough: number,
) => number;

/** How many of the keys have signed; it stops at enough of them. */
const countSigners: Count = (keys, signatures, hash, enough) => {
  const silent = new Set(keys);
  for (const signature of signatures) {
    if (keys.length - silent.size >= enough) break;
    for (const key of silent) {
      if (!verify(hash, signature, key)) continue;
      silent.delete(key);
      break;
    }
  }
  return keys.length - silent.size;
};

/** The reference's count: every signature by a signer, repeated ones included. */
const countSignatures: Count = (keys, signatures, hash, enough) => {
  let count = 0;
  for (const signature of signatures) {
    if (count >= enough) break;
    if (keys.some(key => verify(hash, signature, key))) count++;
  }
  return count;
};
