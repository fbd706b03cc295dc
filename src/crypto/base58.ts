import bs58 from 'bs58';
import { sha256d } from './hash.js';

const CHECKSUM_SIZE = 4;

/**
 * Longest text that is decoded. The longest of the protocol, an extended key, has about 112
 * characters; decoding takes quadratic time, so a text from the network must not be unbounded.
 */
const MAX_TEXT_LENGTH = 256;

/** The white space that may surround a base58check text: what C's `isspace` accepts. */
const SURROUNDING_BLANKS = /^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g;

/** Base58 of the payload and the first four bytes of its double SHA-256 (spec 01 §7). */
export function encodeBase58Check(payload: Uint8Array): string {
  return bs58.encode(Buffer.concat([payload, sha256d(payload).subarray(0, CHECKSUM_SIZE)]));
}

/**
 * The payload of a base58check text, without its checksum. White space around the text is
 * skipped (spec 01 §7).
 *
 * @returns `undefined` when a character is outside the alphabet, the checksum does not match or
 * the text is too long to be anything of this protocol.
 */
export function decodeBase58Check(text: string): Buffer | undefined {
  if (text.length > 2 * MAX_TEXT_LENGTH) return undefined;
  const trimmed = text.replace(SURROUNDING_BLANKS, '');
  if (trimmed.length > MAX_TEXT_LENGTH) return undefined;
  const bytes = bs58.decodeUnsafe(trimmed);
  if (bytes === undefined || bytes.length < CHECKSUM_SIZE) return undefined;
  const payload = Buffer.from(bytes.subarray(0, -CHECKSUM_SIZE));
  const checksum = bytes.subarray(-CHECKSUM_SIZE);
  return sha256d(payload).subarray(0, CHECKSUM_SIZE).equals(checksum) ? payload : undefined;
}
