import { decodeBase58Check, encodeBase58Check } from './base58.js';
import { isValidPrivateKey } from './private-key.js';
import { SCALAR_SIZE } from './scalar.js';

/** Follows the key in a WIF whose public key is the compressed one, the only form of this protocol. */
const COMPRESSED_FLAG = 1;

/**
 * Why a text is not a usable private key:
 * - `bad-encoding`: not base58check, of another network, or of a wrong length;
 * - `uncompressed`: the flag for the compressed public key is missing. The reference accepts such a
 *   key and then aborts when it computes the public key (spec 01 O-26), so it is refused here;
 * - `out-of-range`: the number is zero or not below the order of the curve.
 */
type WifFailure = 'bad-encoding' | 'uncompressed' | 'out-of-range';

/** A private key of 32 bytes, or why there is none. */
export type WifResult = { readonly privateKey: Buffer } | { readonly failure: WifFailure };

/**
 * The wallet import format of a private key (spec 01 §7).
 *
 * @param version - the network's WIF version byte, such as 153 or 210 (spec 01 §4).
 * @param privateKey - 32 bytes.
 * @throws RangeError when the key is not a private key.
 */
export function encodeWif(version: number, privateKey: Uint8Array): string {
  if (!isValidPrivateKey(privateKey)) {
    throw new RangeError('a private key has 32 bytes and is between 1 and the order of the curve');
  }
  return encodeBase58Check(Buffer.from([version, ...privateKey, COMPRESSED_FLAG]));
}

/**
 * Reads a private key in wallet import format.
 *
 * @param version - the WIF version byte of the running network.
 */
export function decodeWif(version: number, text: string): WifResult {
  const payload = decodeBase58Check(text);
  if (payload === undefined || payload[0] !== version) return { failure: 'bad-encoding' };
  if (payload.length === 1 + SCALAR_SIZE) return { failure: 'uncompressed' };
  if (payload.length !== 1 + SCALAR_SIZE + 1 || payload[1 + SCALAR_SIZE] !== COMPRESSED_FLAG) {
    return { failure: 'bad-encoding' };
  }
  const privateKey = payload.subarray(1, 1 + SCALAR_SIZE);
  return isValidPrivateKey(privateKey) ? { privateKey } : { failure: 'out-of-range' };
}
