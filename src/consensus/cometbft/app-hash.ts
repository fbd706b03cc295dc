import { createHash } from 'node:crypto';
import { fromDisplayHex } from '../../crypto/hash.js';

const TAG = Buffer.from('coind/app/v1', 'latin1');
/** The commitment is the LtHash of the state (spec 08 §24). */
const COMMITMENT_VERSION = 1;

/**
 * What the validators agree on with each block (spec 08 §24): SHA-256 of tag ‖ u64 BE height ‖ hash of the block
 * ‖ state digest ‖ u32 BE version of the commitment.
 *
 * @param hash - of the block, in display order
 * @param stateDigest - after the block, 32 bytes
 */
export function appHash(height: number, hash: string, stateDigest: Uint8Array): Buffer {
  const numbers = Buffer.alloc(12);
  numbers.writeBigUInt64BE(BigInt(height));
  numbers.writeUInt32BE(COMMITMENT_VERSION, 8);
  return createHash('sha256')
    .update(TAG)
    .update(numbers.subarray(0, 8))
    .update(fromDisplayHex(hash))
    .update(stateDigest)
    .update(numbers.subarray(8))
    .digest();
}
