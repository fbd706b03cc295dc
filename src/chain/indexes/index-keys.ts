import type { IndexName } from '../../config/index-names.js';
import { INDEX_KIND, INDEX_PREFIX } from '../../storage/layout.js';

/*
 * Keys of the indexes. Those about what happened are: prefix and kind, the subject, height and position in the block
 * as u32 each, so that what belongs to a subject lies together, in the order of the chain.
 */

/** A place in the chain: that of a transaction, or of an event in its block. */
export interface IndexPlace {
  readonly height: number;
  readonly position: number;
}

const PLACE_SIZE = 8;

/** What every key of an index begins with. */
export function indexPrefix(name: IndexName): Buffer {
  return Buffer.from(INDEX_PREFIX + INDEX_KIND[name], 'latin1');
}

/** The key of how far an index is. */
export function progressKey(name: IndexName): Buffer {
  return Buffer.from(INDEX_PREFIX + INDEX_KIND.progress + INDEX_KIND[name], 'latin1');
}

/** All keys of an index. */
export function indexRange(name: IndexName): { gte: Buffer; lt: Buffer } {
  const gte = indexPrefix(name);
  const lt = Buffer.from(gte);
  lt[lt.length - 1]! += 1;
  return { gte, lt };
}

/** @param subject - what is asked about, of the same size throughout an index */
export function entryKey(name: IndexName, subject: Buffer, { height, position }: IndexPlace): Buffer {
  const prefix = indexPrefix(name);
  const key = Buffer.allocUnsafe(prefix.length + subject.length + PLACE_SIZE);
  prefix.copy(key, 0);
  subject.copy(key, prefix.length);
  key.writeUInt32BE(height, key.length - PLACE_SIZE);
  key.writeUInt32BE(position, key.length - PLACE_SIZE + 4);
  return key;
}

/** The place in a key of {@link entryKey}. */
export function placeOfKey(key: Buffer): IndexPlace {
  return { height: key.readUInt32BE(key.length - PLACE_SIZE), position: key.readUInt32BE(key.length - 4) };
}

/**
 * The keys of a subject before a place, up to a height.
 * @param before - where the page before ended
 */
export function subjectRange(
  name: IndexName,
  subject: Buffer,
  { tipHeight, before }: { readonly tipHeight: number; readonly before?: IndexPlace | undefined },
): { gte: Buffer; lt: Buffer } {
  const end = { height: tipHeight + 1, position: 0 };
  const isWithin = before !== undefined && before.height <= tipHeight;
  return {
    gte: entryKey(name, subject, { height: 0, position: 0 }),
    lt: entryKey(name, subject, isWithin ? before : end),
  };
}
