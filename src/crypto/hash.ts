import * as crypto from 'node:crypto';

/** Size in bytes of SHA-256 results, transaction ids and block hashes. */
export const HASH256_SIZE = 32;

/** Node's function for hashing in one go, half as long for short inputs; Node 20 has it from 20.12 on. */
const oneShot: typeof crypto.hash | undefined = crypto.hash;

/** SHA-256. */
export const sha256: (bytes: Uint8Array) => Buffer =
  oneShot === undefined
    ? bytes => crypto.createHash('sha256').update(bytes).digest()
    : bytes => oneShot('sha256', bytes, 'buffer');

/** SHA-256 applied twice: the `Hash` of spec 01 §2.2, used for txids, block hashes and checksums. */
export function sha256d(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes));
}

/** RIPEMD-160. */
export function ripemd160(bytes: Uint8Array): Buffer {
  return crypto.createHash('ripemd160').update(bytes).digest();
}

/** RIPEMD-160 of SHA-256: key ids and script ids, 20 bytes (spec 01 §2.2). */
export function hash160(bytes: Uint8Array): Buffer {
  return ripemd160(sha256(bytes));
}

/** For the next text of a hash: it is read at once. */
const reversed = Buffer.alloc(HASH256_SIZE);

/**
 * The text form of a 32-byte hash: hex of the bytes in reverse order (spec 01 §2, H256).
 *
 * @param raw - 32 bytes as they leave the hash function.
 * @throws RangeError for any other length.
 */
export function toDisplayHex(raw: Uint8Array): string {
  if (raw.length !== HASH256_SIZE) {
    throw new RangeError(`a hash has ${HASH256_SIZE} bytes, got ${raw.length}`);
  }
  for (let i = 0; i < HASH256_SIZE; i++) reversed[i] = raw[HASH256_SIZE - 1 - i]!;
  return reversed.toString('hex');
}

/**
 * The bytes of a hash given by its text form; the inverse of {@link toDisplayHex}.
 *
 * @throws RangeError unless the text is exactly 64 hex digits
 */
export function fromDisplayHex(hex: string): Buffer {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) {
    throw new RangeError(`a hash is written as 64 hex digits, got ${JSON.stringify(hex)}`);
  }
  return Buffer.from(hex, 'hex').reverse();
}
