import { regIdFromInteger } from '../codec/regid.js';
import { regIdUid, type Uid } from '../codec/uid.js';
import { definitionOf, type Transaction } from './transactions.js';
import type { SignaturePair } from './types/universal.js';

/** A place for a signature in a transaction. Every signer signs the same hash (spec 01 §8.2). */
export interface Signer {
  /** The sender, a further signer of a universal transaction, or the operator of an exchange order. */
  readonly role: 'sender' | 'cosigner' | 'operator';
  /** Position among the co-signers; 0 for the other roles. */
  readonly index: number;
  /** The account whose signature is required here. */
  readonly uid: Uid;
  /** What is here now; empty until it is signed. */
  readonly signature: Uint8Array;
}

/**
 * The signers of a transaction, the sender first (spec 02 §5.6, submittxraw): its fields say who
 * else has a place for a signature. System transactions have no signer. The same account can occur
 * twice; the ledger rejects that where it must.
 */
export function signersOf(tx: Transaction): readonly Signer[] {
  if (definitionOf(tx.type).system || !('signature' in tx)) return [];
  const sender: Signer = { role: 'sender', index: 0, uid: tx.txUid, signature: tx.signature };
  if ('operatorSignature' in tx) {
    return [sender, { role: 'operator', index: 0, uid: tx.operatorUid, signature: tx.operatorSignature }];
  }
  if ('signaturePairs' in tx) return [sender, ...tx.signaturePairs.map(cosigner)];
  return [sender];
}

function cosigner({ account, signature }: SignaturePair, index: number): Signer {
  return { role: 'cosigner', index, uid: regIdUid(regIdFromInteger(account)), signature };
}

/**
 * The transaction with a signature set for a signer; its id stays the same.
 *
 * @param signer - one that {@link signersOf} returns for this transaction
 * @param signature - DER over the sighash
 * @throws RangeError when the transaction has no such place
 */
export function withSignature<T extends Transaction>(tx: T, signer: Signer, signature: Uint8Array): T {
  const { role, index } = signer;
  if (role === 'sender' && 'signature' in tx) return { ...tx, signature };
  if (role === 'operator' && 'operatorSignature' in tx) return { ...tx, operatorSignature: signature };
  if (role === 'cosigner' && 'signaturePairs' in tx && index < tx.signaturePairs.length) {
    const signaturePairs = tx.signaturePairs.map((pair, i) => (i === index ? { ...pair, signature } : pair));
    return { ...tx, signaturePairs };
  }
  throw new RangeError(`a transaction of type ${tx.type} has no signature of a ${role} ${index}`);
}
