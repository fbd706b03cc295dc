import { ByteReader } from '../codec/reader.js';
import { ByteWriter } from '../codec/writer.js';
import { STATE_STORE_KEY } from '../storage/layout.js';

const DIGEST_SIZE = 32;

/** The key of the tip in the database. */
export const TIP_KEY = Buffer.from(STATE_STORE_KEY.tip, 'latin1');

/** The last block of a state. */
export interface Tip {
  readonly height: number;
  /** Digest chain up to this block, 32 bytes. */
  readonly digest: Buffer;
}

/** A tip as bytes: u32 height, 32 bytes of digest. */
export function writeTip(writer: ByteWriter, tip: Tip): void {
  writer.u32(tip.height);
  writer.bytes(tip.digest);
}

export function readTip(reader: ByteReader): Tip {
  return { height: reader.u32(), digest: reader.bytes(DIGEST_SIZE) };
}

export function encodeTip(tip: Tip): Buffer {
  const writer = new ByteWriter();
  writeTip(writer, tip);
  return writer.finish();
}

/** The inverse of {@link encodeTip}. @throws DecodeError */
export function decodeTip(bytes: Buffer): Tip {
  return readTip(new ByteReader(bytes));
}
