import { bytes, text, varint64, varintSigned32 } from '../codec/codec.js';
import { uid } from '../codec/uid.js';

/** The fields that most types begin with (spec 01 §8.1, "STD"). */
export const STANDARD_FIELDS = {
  version: varintSigned32,
  validHeight: varintSigned32,
  txUid: uid,
  feeSymbol: text,
  fees: varint64,
} as const;

/** The last field of every signed type: a DER signature over the sighash. */
export const SIGNATURE = { signature: bytes } as const;
