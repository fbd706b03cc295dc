import { preferredCurve } from './backend.js';
import { hash160 } from './hash.js';
import { isValidPrivateKey } from './private-key.js';

export { generatePrivateKey, isValidPrivateKey } from './private-key.js';

/** Size in bytes of a public key; only the compressed form exists on this network (spec 01 §7). */
export const PUBLIC_KEY_SIZE = 33;

/**
 * The compressed public key of a private key, 33 bytes.
 *
 * @throws RangeError when the private key is not 32 bytes with 0 < k < n.
 */
export function publicKeyOf(privateKey: Uint8Array): Buffer {
  if (!isValidPrivateKey(privateKey)) {
    throw new RangeError('a private key has 32 bytes and is between 1 and the order of the curve');
  }
  return Buffer.from(preferredCurve().publicKeyOf(privateKey));
}

/** Whether the bytes are a compressed public key: 33 bytes, first one 02 or 03, a point on the curve. */
export function isValidPublicKey(bytes: Uint8Array): boolean {
  return bytes.length === PUBLIC_KEY_SIZE && preferredCurve().isValidPublicKey(bytes);
}

/** The key id of a public key: Hash160 as 40 hex digits in natural byte order (spec 01 §3.2, §7). */
export function keyIdOf(publicKey: Uint8Array): string {
  return hash160(publicKey).toString('hex');
}
