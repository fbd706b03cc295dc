import { fromDisplayHex } from '../../crypto/hash.js';

/** Orders txids by their bytes as they are stored, which is not the order of their texts (spec 02 §8). */
export function byTxidBytes(a: string, b: string): number {
  return Buffer.compare(fromDisplayHex(a), fromDisplayHex(b));
}
