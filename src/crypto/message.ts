import { ByteWriter } from '../codec/writer.js';
import { decodeLenientBase64 } from './base64.js';
import { sha256d } from './hash.js';
import { keyIdOf } from './keys.js';
import { recover, signCompact } from './signature.js';

/** Prefixed to every message, so that a signed message can never be a signed transaction. */
const MESSAGE_PREFIX = 'Coin Signed Message:\n';

/** Outcome of {@link verifyMessage}; the RPC answers the last one with error -5. */
export type MessageVerdict = 'valid' | 'invalid' | 'malformed-base64';

/**
 * The hash that `signmessage` signs: double SHA-256 of prefix and message, each preceded by its
 * compact-size length (spec 01 §7, spec 07 §18.2).
 *
 * @param message - text, taken as UTF-8, or bytes.
 */
export function messageHash(message: string | Uint8Array): Buffer {
  const writer = new ByteWriter();
  for (const part of [MESSAGE_PREFIX, message]) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    writer.compactSize(bytes.length);
    writer.bytes(bytes);
  }
  return sha256d(writer.finish());
}

/**
 * Signs a message as `signmessage` does.
 *
 * @param privateKey - 32 bytes.
 * @returns base64 of the 65-byte recoverable signature.
 * @throws RangeError when the private key is not valid.
 */
export function signMessage(message: string | Uint8Array, privateKey: Uint8Array): string {
  return signCompact(messageHash(message), privateKey).toString('base64');
}

/**
 * Checks a message signature as `verifymessage` does.
 *
 * @param keyId - key id of the supposed signer, 40 lower-case hex digits in natural order.
 * @param signature - base64 of the 65-byte recoverable signature.
 */
export function verifyMessage(
  keyId: string,
  signature: string,
  message: string | Uint8Array,
): MessageVerdict {
  const decoded = decodeLenientBase64(signature);
  if (decoded === undefined) return 'malformed-base64';
  const publicKey = recover(messageHash(message), decoded);
  return publicKey !== undefined && keyIdOf(publicKey) === keyId ? 'valid' : 'invalid';
}
