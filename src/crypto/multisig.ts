import { ByteWriter } from '../codec/writer.js';
import { hash160 } from './hash.js';

/** Most keys that a legacy multisig script may have. */
export const MAX_MULTISIG_KEYS = 15;

/** A legacy multisig: its script, and the key id that its address encodes. */
export interface LegacyMultisig {
  readonly script: Buffer;
  /** Hash160 of the script, 40 hex digits in natural order. */
  readonly keyId: string;
}

/**
 * The legacy multisig of `createmulsig` (spec 01 §7): the number of required signatures as VARINT,
 * then the set of public keys in byte order. No transaction type spends from it; the multisig
 * condition of UTXO outputs has its own script (spec 07 §4).
 *
 * @param required - how many signatures are needed, at least 1.
 * @param publicKeys - compressed public keys; repeated ones count once.
 * @throws RangeError when there are too many keys, or fewer than required.
 */
export function legacyMultisig(required: number, publicKeys: readonly Uint8Array[]): LegacyMultisig {
  const sorted = publicKeys
    .toSorted(Buffer.compare)
    .filter((key, i, keys) => i === 0 || Buffer.compare(key, keys[i - 1]!) !== 0);
  if (sorted.length > MAX_MULTISIG_KEYS) {
    throw new RangeError(`a multisig has at most ${MAX_MULTISIG_KEYS} keys, got ${sorted.length}`);
  }
  if (!Number.isInteger(required) || required < 1 || required > sorted.length) {
    throw new RangeError(
      `the number of required signatures is 1 to ${sorted.length}, the number of keys; got ${required}`,
    );
  }
  const writer = new ByteWriter();
  writer.varintNumber(required);
  writer.compactSize(sorted.length);
  for (const key of sorted) {
    writer.compactSize(key.length);
    writer.bytes(key);
  }
  const script = writer.finish();
  return { script, keyId: hash160(script).toString('hex') };
}
