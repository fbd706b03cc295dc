import type { SignatureCheck } from '../../vm/context.js';
import { verify } from '../crypto/signature.js';
import type { PreparedTransaction } from '../tx/envelope.js';

/** How a signature is verified: `verify` of src/crypto, or a replacement in tests. */
export type VerifySignature = (hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;

/** Signatures that the two generations hold together. */
const DEFAULT_CAPACITY = 200_000;

/**
 * Verifies signatures and remembers the valid ones, so that the memory pool and the execution of a
 * block verify each of them once. A pool of workers may fill it in bulk through `remember`.
 *
 * Bounded: new ones go to the young generation; when that holds half of the total, it becomes the
 * old one, and what the old one held is dropped. Invalid signatures are never cached: their sender
 * could otherwise evict the valid ones.
 */
export class SignatureCache implements SignatureCheck {
  readonly #verify: VerifySignature;
  readonly #generationSize: number;
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  constructor(verifySignature: VerifySignature = verify, capacity: number = DEFAULT_CAPACITY) {
    this.#verify = verifySignature;
    this.#generationSize = Math.max(Math.floor(capacity / 2), 1);
  }

  isValid(prepared: PreparedTransaction, signature: Uint8Array, publicKey: string): boolean {
    const key = keyOf(prepared.txid, publicKey);
    const known = this.#young.get(key) ?? this.#old.get(key);
    if (known !== undefined && known === textOf(signature)) return true;
    if (!this.#verify(prepared.sighash, signature, Buffer.from(publicKey, 'hex'))) return false;
    this.remember(prepared.txid, signature, publicKey);
    return true;
  }

  /**
   * Records that a signature was verified elsewhere.
   * @param publicKey - 66 hex digits
   */
  remember(txid: string, signature: Uint8Array, publicKey: string): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(keyOf(txid, publicKey), textOf(signature));
  }

  /** Number of signatures that are remembered. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

function keyOf(txid: string, publicKey: string): string {
  return txid + publicKey;
}

/** The bytes as a text, one character each: kept as they are they would keep the memory that they are a part of. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
