import { sha256 } from '../../crypto/hash.js';

/*
 * The bytes of a segment file: a header, then records without gaps.
 *
 *   header   magic 8 | version u16 | zero u16 | number u32 | identity 32 | link before 16 | link 16
 *   record   mark 4 | size of the body u32 | kind u8 | body | link 16
 *
 * Integers are big-endian. A link is the beginning of SHA-256 over the link before it and everything of
 * the record (or header) before the link. So each record proves itself and everything before it: a record
 * that was changed, left out, moved, or taken from another file does not fit.
 */

export const LINK_BYTES = 16;
const IDENTITY_BYTES = 32;
const MAGIC = Buffer.from('coindlog', 'latin1');
const VERSION = 1;
/** Begins each record: by it a sound record is found behind a damaged one. */
const MARK = Buffer.from([0xc0, 0x1d, 0x10, 0x60]);
const LINK_BEFORE_AT = 16 + IDENTITY_BYTES;
export const HEADER_BYTES = LINK_BEFORE_AT + 2 * LINK_BYTES;
/** Mark, size of the body, and kind. */
const PREFIX_BYTES = 9;
/** The least that a record takes. */
const FRAME_BYTES = PREFIX_BYTES + LINK_BYTES;
/** No body is longer; a size above it is damage. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The link before the first record of a log. */
export const FIRST_LINK: Buffer = Buffer.alloc(LINK_BYTES);

/** A record: what it is (1 to 255) and its bytes. */
export interface LogRecord {
  readonly kind: number;
  readonly body: Buffer;
}

export interface SegmentHeader {
  /** Of the file among the files of the log, from 0. */
  readonly number: number;
  /** Whose log it is, such as the hash of the first block: files of different logs are told apart by it. */
  readonly identity: Buffer;
  /** Link of the last record of the file before. */
  readonly linkBefore: Buffer;
}

/** The link of bytes that follow a link. */
function linkOf(before: Buffer, bytes: Buffer): Buffer {
  return sha256(Buffer.concat([before, bytes])).subarray(0, LINK_BYTES);
}

export function encodeHeader({ number, identity, linkBefore }: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt16BE(VERSION, 8);
  bytes.writeUInt32BE(number, 12);
  identity.copy(bytes, 16);
  linkBefore.copy(bytes, LINK_BEFORE_AT);
  linkOf(FIRST_LINK, bytes.subarray(0, HEADER_BYTES - LINK_BYTES)).copy(bytes, HEADER_BYTES - LINK_BYTES);
  return bytes;
}

/** The header that a file begins with, or undefined where its bytes are none. */
export function decodeHeader(file: Buffer): SegmentHeader | undefined {
  if (file.length < HEADER_BYTES) return undefined;
  const header: SegmentHeader = {
    number: file.readUInt32BE(12),
    identity: Buffer.from(file.subarray(16, LINK_BEFORE_AT)),
    linkBefore: Buffer.from(file.subarray(LINK_BEFORE_AT, LINK_BEFORE_AT + LINK_BYTES)),
  };
  return encodeHeader(header).equals(file.subarray(0, HEADER_BYTES)) ? header : undefined;
}

/** The link that the first record of a file follows. */
export function headerLink(file: Buffer): Buffer {
  return Buffer.from(file.subarray(HEADER_BYTES - LINK_BYTES, HEADER_BYTES));
}

/** @returns the bytes of a record, which end with its link */
export function encodeRecord(before: Buffer, { kind, body }: LogRecord): Buffer {
  if (kind < 1 || kind > 255) throw new RangeError(`a record has a kind from 1 to 255, not ${kind}`);
  if (body.length > MAX_BODY_BYTES) {
    throw new RangeError(`a record has at most ${MAX_BODY_BYTES} bytes, not ${body.length}`);
  }
  const bytes = Buffer.allocUnsafe(FRAME_BYTES + body.length);
  MARK.copy(bytes);
  bytes.writeUInt32BE(body.length, 4);
  bytes[8] = kind;
  body.copy(bytes, PREFIX_BYTES);
  const end = PREFIX_BYTES + body.length;
  linkOf(before, bytes.subarray(0, end)).copy(bytes, end);
  return bytes;
}

/** A record in a file, with what the next one follows. */
export interface FoundRecord extends LogRecord {
  /** Where the next record begins. */
  readonly end: number;
  readonly link: Buffer;
}

/** The record that stands at an offset of a file, or undefined where the bytes are no sound record. */
export function decodeRecord(file: Buffer, offset: number, before: Buffer): FoundRecord | undefined {
  if (offset + FRAME_BYTES > file.length) return undefined;
  if (MARK.compare(file, offset, offset + MARK.length) !== 0) return undefined;
  const size = file.readUInt32BE(offset + 4);
  const kind = file[offset + 8]!;
  const bodyEnd = offset + PREFIX_BYTES + size;
  if (kind === 0 || size > MAX_BODY_BYTES || bodyEnd + LINK_BYTES > file.length) return undefined;
  const link = linkOf(before, file.subarray(offset, bodyEnd));
  const stored = file.subarray(bodyEnd, bodyEnd + LINK_BYTES);
  if (!link.equals(stored)) return undefined;
  const body = file.subarray(offset + PREFIX_BYTES, bodyEnd);
  return { kind, body, end: bodyEnd + LINK_BYTES, link: Buffer.from(stored) };
}

/** Places that are tried in the search for a sound record: bodies may hold the mark as well. */
const MAX_CANDIDATES = 10_000;

/**
 * Where a sound record begins after an offset, if there is one: then what does not fit before it was
 * written completely once, and was damaged later.
 */
export function nextSoundRecord(file: Buffer, after: number): number | undefined {
  let at = after;
  for (let tried = 0; tried < MAX_CANDIDATES; tried++) {
    at = file.indexOf(MARK, at + 1);
    if (at === -1) return undefined;
    if (decodeRecord(file, at, file.subarray(at - LINK_BYTES, at)) !== undefined) return at;
  }
  return undefined;
}
