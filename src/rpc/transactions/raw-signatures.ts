import { keyIdOfUid } from '../../chain/account-name.js';
import type { Json } from '../../codec/json-value.js';
import { type Signer, signersOf, withSignature } from '../../tx/signers.js';
import type { Transaction } from '../../tx/transactions.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { keyIdParameter } from '../submission/account-parameters.js';
import { member, objectElements } from '../submission/json-members.js';

/** Bytes that a signature may have (spec 02 §5.6, submittxraw). */
const MAX_SIGNATURE_SIZE = 100;

type SignerServices = Pick<NodeServices, 'network' | 'state'>;

/** The missing signatures of a transaction, by the account that has to sign. */
export class SignaturePlaces {
  #transaction: Transaction;
  readonly #places: readonly { readonly signer: Signer; readonly keyId: string | undefined }[];
  readonly #claimed = new Set<string>();

  constructor({ state }: SignerServices, transaction: Transaction) {
    this.#transaction = transaction;
    this.#places = signersOf(transaction).map(signer => ({ signer, keyId: keyIdOfUid(state, signer.uid) }));
  }

  /** The transaction with what was filled in so far. */
  get transaction(): Transaction {
    return this.#transaction;
  }

  /**
   * Checks that an account has to sign, and signs only once.
   * @param name - the account as the caller wrote it
   * @throws RpcError -8
   */
  claim(keyId: string, name: string, repeated: string): void {
    if (!this.#places.some(place => place.keyId === keyId)) {
      throw new RpcError('INVALID_PARAMETER', `The signature of the user=${name} is not required in tx`);
    }
    if (this.#claimed.has(keyId)) throw new RpcError('INVALID_PARAMETER', repeated);
    this.#claimed.add(keyId);
  }

  /** Sets an account's signature wherever it is required. */
  fill(keyId: string, signature: Uint8Array): void {
    for (const place of this.#places) {
      if (place.keyId === keyId) {
        this.#transaction = withSignature(this.#transaction, place.signer, signature);
      }
    }
  }
}

/**
 * A transaction with the signatures that were submitted with it, `[{addr, signature}]`.
 * @throws RpcError -8, -5, -32602
 */
export function submittedSignatures(
  services: SignerServices,
  transaction: Transaction,
  elements: readonly Json[],
): Transaction {
  if (elements.length === 0) return transaction;
  const places = new SignaturePlaces(services, transaction);
  for (const element of objectElements(elements, 'signatures')) {
    const addr = member(element, 'addr', p.uid);
    const hex = member(element, 'signature', p.string);
    const keyId = keyIdParameter(services, addr);
    const signature = signatureParameter(hex);
    places.claim(keyId, addr, `duplicated signature of user=${addr}`);
    places.fill(keyId, signature);
  }
  return places.transaction;
}

function signatureParameter(hex: string): Buffer {
  let signature: Uint8Array;
  try {
    signature = converted(p.hex, hex, { index: 0, name: 'signature' });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError('INVALID_PARAMS', `invalid signature! ${error.message}`, { cause: error });
  }
  if (signature.length < 1 || signature.length > MAX_SIGNATURE_SIZE) {
    throw new RpcError('INVALID_PARAMS', `Invalid signature size=${signature.length}, hex=${hex}`);
  }
  return Buffer.from(signature);
}
