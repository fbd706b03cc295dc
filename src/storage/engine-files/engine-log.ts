import { maskedCrc32c } from './crc32c.js';

/*
 * The files to which both engines add records, as LevelDB has begun them: their logs and their manifests. A file is
 * a row of blocks of 32 KiB; a record is in one piece or in several, none of which goes over the end of a block.
 *
 *   piece   masked CRC-32C of what follows u32 | size of the bytes u16 | kind u8 | (number of the log u32) | bytes
 *
 * Integers are little-endian. What is left of a block and too short for a piece is not used.
 */

const BLOCK_BYTES = 32_768;
const PREFIX_BYTES = 7;
const NUMBER_BYTES = 4;
/** How far behind damage a piece is looked for at every byte; further on only where blocks begin. */
const SEARCHED_BYTES = 4 * BLOCK_BYTES;

/** Where a piece is in its record, by its kind; from 5 on RocksDB's, which have the number of the log. */
const PARTS: readonly (Part | undefined)[] = [
  undefined,
  'whole',
  'first',
  'middle',
  'last',
  'whole',
  'first',
  'middle',
  'last',
];
type Part = 'whole' | 'first' | 'middle' | 'last';
const FIRST_NUMBERED = 5;
const LAST_NUMBERED = 8;
/** Kinds above say something of the log, and are no records: how it is compressed, and others. */
const LAST_OF_RECORDS = 8;

/** A record of an engine, put together from its pieces. */
export interface EngineRecord {
  /** Its first byte in the file. */
  readonly offset: number;
  readonly body: Buffer;
}

/** What the file of an engine says. */
export interface EngineLog {
  readonly records: readonly EngineRecord[];
  /** The first byte that belongs to no record, where there is one. */
  readonly bad: number | undefined;
  /** Whether something that was written completely follows it: then it was, too, and was damaged later. */
  readonly isDamaged: boolean;
}

interface Piece {
  readonly kind: number;
  readonly body: Buffer;
  readonly end: number;
}

/** Reads a file of an engine as far as it is sound. */
export function readEngineLog(file: Buffer): EngineLog {
  const records: EngineRecord[] = [];
  let begun: { readonly offset: number; readonly pieces: Buffer[] } | undefined;
  let at = 0;
  for (;;) {
    at = skipRest(at);
    if (at >= file.length) break;
    const piece = pieceAt(file, at);
    if (piece === undefined || !follows(piece.kind, begun !== undefined)) {
      const bad = begun?.offset ?? at;
      return { records, bad, isDamaged: piece !== undefined || hasPieceAfter(file, at) };
    }
    const part = PARTS[piece.kind];
    if (part === 'whole') {
      records.push({ offset: at, body: piece.body });
    } else if (part !== undefined) {
      begun ??= { offset: at, pieces: [] };
      begun.pieces.push(piece.body);
      if (part === 'last') {
        records.push({ offset: begun.offset, body: Buffer.concat(begun.pieces) });
        begun = undefined;
      }
    }
    at = piece.end;
  }
  return { records, bad: begun?.offset, isDamaged: false };
}

/** Whether a piece can stand where it is. */
function follows(kind: number, isWithinRecord: boolean): boolean {
  const part = PARTS[kind];
  return part === undefined || (part === 'middle' || part === 'last') === isWithinRecord;
}

/** The next place at which a piece can begin. */
function skipRest(at: number): number {
  const left = BLOCK_BYTES - (at % BLOCK_BYTES);
  return left < PREFIX_BYTES ? at + left : at;
}

/** The piece that stands at a place, or undefined where the bytes are no sound piece. */
function pieceAt(file: Buffer, at: number): Piece | undefined {
  const blockEnd = at - (at % BLOCK_BYTES) + BLOCK_BYTES;
  if (at + PREFIX_BYTES > Math.min(file.length, blockEnd)) return undefined;
  const kind = file.readUInt8(at + 6);
  if (kind === 0) return undefined; // Space that was reserved.
  const isNumbered = kind >= FIRST_NUMBERED && kind <= LAST_NUMBERED;
  const begins = at + PREFIX_BYTES + (isNumbered ? NUMBER_BYTES : 0);
  const end = begins + file.readUInt16LE(at + 4);
  if (end > Math.min(file.length, blockEnd)) return undefined;
  if (maskedCrc32c(file, at + 6, end) !== file.readUInt32LE(at)) return undefined;
  return { kind, body: file.subarray(begins, end), end };
}

/** Whether a sound piece of a record stands somewhere behind a place. */
function hasPieceAfter(file: Buffer, after: number): boolean {
  const isRecord = (at: number): boolean =>
    file.readUInt8(at + 6) <= LAST_OF_RECORDS && pieceAt(file, at) !== undefined;
  const searched = Math.min(after + SEARCHED_BYTES, file.length - PREFIX_BYTES);
  for (let at = after + 1; at <= searched; at++) if (isRecord(at)) return true;
  const firstBlock = Math.ceil((searched + 1) / BLOCK_BYTES) * BLOCK_BYTES;
  for (let at = firstBlock; at + PREFIX_BYTES <= file.length; at += BLOCK_BYTES)
    if (isRecord(at)) return true;
  return false;
}
