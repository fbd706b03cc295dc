import { regIdFromInteger } from '../codec/regid.js';
import { regIdUid, type Uid } from '../codec/uid.js';
import { definitionOf, type Transaction } from './transactions.js';

/** A place for a signature in a transaction. Every signer signs the same hash (spec 01 §8.2). */
export interface Signer {
  /** The sender, a further signer of a universal transaction, or the operator of an exchange order. */
  readonly role: 'sender' | 'cosigner' | 'operator';
  /** Position among the co-signers; 0 for the other roles. */
  readonly index: number;
  /** Whose signature belongs here. */
  readonly uid: Uid;
  /** What is here now; empty until it is signed. */
  readonly signature: Uint8Array;
}

/**
 * Everybody who has to sign a transaction, the sender first (spec 02 §5.6, submittxraw). System
 * transactions have no signer. The same account can stand in two places; the ledger refuses that
 * where it must.
 */
export function signersOf(tx: Transaction): readonly Signer[] {
  if (definitionOf(tx.type).system || !('signature' in tx)) return [];
  const sender: Signer = { role: 'sender', index: 0, uid: tx.txUid, signature: tx.signature };
  switch (tx.type) {
    case 100:
      return [
        sender,
        ...tx.signaturePairs.map(
          (pair, index): Signer => ({
            role: 'cosigner',
            index,
            uid: regIdUid(regIdFromInteger(pair.account)),
            signature: pair.signature,
          }),
        ),
      ];
    case 91:
      return [sender, { role: 'operator', index: 0, uid: tx.operatorUid, signature: tx.operatorSignature }];
    default:
      return [sender];
  }
}

/**
 * The transaction with a signature in a signer's place; its id stays the same.
 *
 * @param signer - one of what {@link signersOf} gives for this transaction
 * @param signature - DER over the sighash
 * @throws RangeError when the transaction has no such place
 */
export function withSignature<T extends Transaction>(tx: T, signer: Signer, signature: Uint8Array): T {
  const { role, index } = signer;
  if (role === 'sender' && 'signature' in tx) return { ...tx, signature };
  if (role === 'operator' && tx.type === 91) return { ...tx, operatorSignature: signature };
  if (role === 'cosigner' && tx.type === 100 && index < tx.signaturePairs.length) {
    const signaturePairs = tx.signaturePairs.map((pair, i) => (i === index ? { ...pair, signature } : pair));
    return { ...tx, signaturePairs };
  }
  throw new RangeError(`a transaction of type ${tx.type} has no signature of a ${role} ${index}`);
}
