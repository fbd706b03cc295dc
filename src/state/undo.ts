import { ByteReader } from '../codec/reader.js';
import { ByteWriter } from '../codec/writer.js';
import type { KeyValueReader } from '../storage/key-value-store.js';
import { STATE_STORE_KEY } from '../storage/layout.js';
import type { Change } from './changes.js';
import type { AnyTable, Schema } from './table.js';
import { readTip, type Tip, writeTip } from './tip.js';

const UNDO_PREFIX = Buffer.from(STATE_STORE_KEY.undo, 'latin1');

/** The key of the undo record of the block at a height. */
export function undoKey(height: number): Buffer {
  const key = Buffer.concat([UNDO_PREFIX, Buffer.alloc(4)]);
  key.writeUInt32BE(height, UNDO_PREFIX.length);
  return key;
}

/** What taking back the block at a height would restore; undefined if its undo record is not kept, or not any more. */
export function undoRecordOf(store: KeyValueReader, height: number, schema: Schema): UndoRecord | undefined {
  const [record] = store.getMany([undoKey(height)]);
  return record && decodeUndo(record, schema);
}

/** What a block has overwritten: enough to take it back. */
export interface UndoRecord {
  /** The tip before the block; `undefined` if it was the first one. */
  readonly previous: Tip | undefined;
  readonly entries: readonly UndoEntry[];
}

export interface UndoEntry {
  readonly table: AnyTable;
  /** Encoded key. */
  readonly key: string;
  /** Encoded value before the block; `undefined`: there was no entry. */
  readonly before: string | undefined;
}

/**
 * What a block has overwritten as bytes: the tip before it, then of each change its table, its key and
 * the value before.
 */
export function encodeUndo(previous: Tip | undefined, changes: readonly Change[]): Buffer {
  // Just large enough: blocks are many, and most of them small.
  const writer = new ByteWriter(changes.reduce((size, change) => size + encodedSize(change), HEAD_SIZE));
  writer.u8(previous === undefined ? 0 : 1);
  if (previous !== undefined) writeTip(writer, previous);
  writer.u32(changes.length);
  for (const { table, key, before } of changes) {
    writer.u8(table.prefix);
    writeText(writer, key);
    writer.u8(before === undefined ? 0 : 1);
    if (before !== undefined) writeText(writer, before);
  }
  return writer.finish();
}

/** Bytes of the tip before, its mark and the number of entries. */
const HEAD_SIZE = 1 + 4 + 32 + 4;
/** Bytes of an entry's prefix, sizes and mark. */
const FRAME_SIZE = 1 + 4 + 1 + 4;

function encodedSize({ key, before }: Change): number {
  return FRAME_SIZE + key.length + (before?.length ?? 0);
}

/** The inverse of {@link encodeUndo}. @throws DecodeError, StateError for a table that is not in the schema */
export function decodeUndo(bytes: Buffer, schema: Schema): UndoRecord {
  const reader = new ByteReader(bytes);
  const previous = reader.u8() === 0 ? undefined : readTip(reader);
  const entries: UndoEntry[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const table = schema.tableOf(reader.u8());
    const key = readText(reader);
    entries.push({ table, key, before: reader.u8() === 0 ? undefined : readText(reader) });
  }
  return { previous, entries };
}

function writeText(writer: ByteWriter, text: string): void {
  writer.u32(text.length);
  writer.latin1(text);
}

function readText(reader: ByteReader): string {
  return reader.latin1(reader.u32());
}
