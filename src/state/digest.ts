import { createHash } from 'node:crypto';
import { ByteWriter } from '../codec/writer.js';
import type { Change } from './changes.js';

/** The digest before the first block. */
export const INITIAL_DIGEST: Buffer = Buffer.alloc(32);

/**
 * The digest chain of decision D41, which is always on: it shows at which block two nodes began to
 * differ. D_h = SHA-256(D_{h-1} ‖ u32 BE height ‖ changes), the changes of consensus tables in the
 * order of their keys, each as
 *
 *     u32 BE length ‖ key with its table prefix ‖ optional value before ‖ optional value after
 *
 * where an optional value is a byte 0, or a byte 1 ‖ u32 BE length ‖ value.
 */
export function chainDigest(previous: Buffer, height: number, changes: readonly Change[]): Buffer {
  // Just large enough: blocks are many, and most of them small.
  const writer = new ByteWriter(changes.reduce((size, change) => size + encodedSize(change), HEAD_SIZE));
  writer.bytes(previous);
  writeU32(writer, height);
  for (const { table, key, before, after } of changes) {
    if (!table.consensus) continue;
    writeU32(writer, key.length + 1);
    writer.u8(table.prefix);
    writer.latin1(key);
    writeOptional(writer, before);
    writeOptional(writer, after);
  }
  return createHash('sha256').update(writer.finish()).digest();
}

/** Bytes of the digest before and the height. */
const HEAD_SIZE = 32 + 4;
/** Bytes of the sizes and marks around a key and two values, and of the table's prefix. */
const FRAME_SIZE = 4 + 1 + 2 * (1 + 4);

function encodedSize({ key, before, after }: Change): number {
  return FRAME_SIZE + key.length + (before?.length ?? 0) + (after?.length ?? 0);
}

function writeOptional(writer: ByteWriter, text: string | undefined): void {
  writer.u8(text === undefined ? 0 : 1);
  if (text === undefined) return;
  writeU32(writer, text.length);
  writer.latin1(text);
}

/** Big-endian, unlike the integers of the wire format, as in the other definitions of spec 08 §24. */
function writeU32(writer: ByteWriter, value: number): void {
  writer.u8(value >>> 24);
  writer.u8((value >>> 16) & 0xff);
  writer.u8((value >>> 8) & 0xff);
  writer.u8(value & 0xff);
}

/**
 * SHA-256 over all entries in the order of their keys (each u32 BE length ‖ key ‖ u32 BE length ‖
 * value): equal if and only if the states are, however they came about. Reads everything.
 */
export function fullDigest(entries: Iterable<readonly [key: Buffer, value: Buffer]>): Buffer {
  const hash = createHash('sha256');
  const sizes = Buffer.alloc(4);
  for (const entry of entries) {
    for (const part of entry) {
      sizes.writeUInt32BE(part.length);
      hash.update(sizes).update(part);
    }
  }
  return hash.digest();
}
