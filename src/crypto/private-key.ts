import { randomBytes } from 'node:crypto';
import { isBelowOrder, SCALAR_SIZE } from './scalar.js';

/** Whether the bytes are a private key: 32 bytes, big-endian, 0 < k < n (spec 01 §7). */
export function isValidPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === SCALAR_SIZE && isBelowOrder(bytes) && bytes.some(byte => byte !== 0);
}

/** A new private key from the operating system's random source. */
export function generatePrivateKey(): Buffer {
  for (;;) {
    const candidate = randomBytes(SCALAR_SIZE);
    if (isValidPrivateKey(candidate)) return candidate;
  }
}
