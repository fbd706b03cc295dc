import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../errors.js';
import {
  decodeHeader,
  decodeRecord,
  FIRST_LINK,
  HEADER_BYTES,
  headerLink,
  type LogRecord,
  nextSoundRecord,
} from './format.js';
import { segmentName, segmentNumbers } from './segment-files.js';

/** How messages name a log. */
export const LOG_OF_BLOCKS = 'the log of blocks';

/** A place between two records: everything before it is proven by `link`. */
export interface LogPosition {
  /** Number of the file. */
  readonly segment: number;
  /** Byte in the file. */
  readonly offset: number;
  /** Link of the record that ends here. */
  readonly link: Buffer;
}

/** Where a record is, for those who read it alone: see `RecordReader`. */
export interface RecordPlace {
  /** Number of the file. */
  readonly segment: number;
  /** Its first byte in the file. */
  readonly offset: number;
  /** All its bytes, from its mark to its link. */
  readonly size: number;
}

/** A record, its place, and the place behind it. */
export interface PlacedRecord extends LogRecord {
  readonly place: RecordPlace;
  readonly end: LogPosition;
}

/** What does not fit at the end of the newest file: a write that was cut off. */
export interface TornTail {
  readonly file: string;
  /** Where it begins. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/** What the files of a log say. */
export interface LogContents {
  /** The place behind the last sound record; undefined where there is no file. */
  readonly end: LogPosition | undefined;
  readonly torn: TornTail | undefined;
}

export interface ReadOptions {
  readonly directory: string;
  /** 32 bytes that the headers of all files must have. */
  readonly identity: Buffer;
  /** A place that is known to have been reached: a log that ends before it, or never came by, is damaged. */
  readonly reached?: LogPosition | undefined;
  /** Number of the first file that is kept; those before it are left alone. Default 0. */
  readonly first?: number;
  /** Names the log in messages; default: the log of blocks. */
  readonly name?: string;
}

/**
 * Reads and proves a whole log, record by record, in order.
 *
 * A tail that does not fit is a torn write if no sound record follows it and `reached` lies before it.
 * Anything else that does not fit is damage.
 *
 * @param visit - is called with each record; its body is a view of the file, valid during the call
 * @throws StorageError `damaged`, naming file and place; `foreign-log`
 */
export async function readLog(
  options: ReadOptions,
  visit: (record: PlacedRecord) => void = () => undefined,
): Promise<LogContents> {
  const { damage, ...contents } = await readSoundPart(options, visit);
  if (damage !== undefined) throw damage;
  return contents;
}

/** What the files of a log say up to the first damage. */
export interface SoundPart extends LogContents {
  /** Why the rest cannot be read, if there is a rest. */
  readonly damage: StorageError | undefined;
}

/** As {@link readLog}; what is before a damage is read, and the damage returned. @throws StorageError `foreign-log` */
export async function readSoundPart(
  options: ReadOptions,
  visit: (record: PlacedRecord) => void = () => undefined,
): Promise<SoundPart> {
  const place: { end: LogPosition | undefined } = { end: undefined };
  try {
    return { ...(await readFiles(options, visit, place)), damage: undefined };
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'damaged') throw error;
    return { end: place.end, torn: undefined, damage: error };
  }
}

/** @param place - follows the place behind the newest record that was read */
async function readFiles(
  { directory, identity, reached, first = 0, name = LOG_OF_BLOCKS }: ReadOptions,
  visit: (record: PlacedRecord) => void,
  place: { end: LogPosition | undefined },
): Promise<LogContents> {
  const numbers = (await segmentNumbers(directory)).filter(number => number >= first);
  if (numbers.length === 0) {
    if (reached !== undefined) throw tooShort(name, directory, reached);
    return { end: undefined, torn: undefined };
  }
  let link: Buffer | undefined;
  let torn: TornTail | undefined;
  /** What has to be reached and was not yet. */
  let ahead = reached;
  for (const [i, number] of numbers.entries()) {
    const path = join(directory, segmentName(number));
    if (number !== first + i) {
      throw damaged(join(directory, segmentName(first + i)), 0, 'the file is missing');
    }
    const file = await readFile(path);
    let newest = requireHeader({ file, path, number, identity, link });
    let offset = HEADER_BYTES;
    const pass = (): LogPosition => {
      const end = { segment: number, offset, link: newest };
      place.end = end;
      if (ahead !== undefined && samePlace(ahead, end)) ahead = undefined;
      return end;
    };
    pass();
    for (;;) {
      const record = decodeRecord(file, offset, newest);
      if (record === undefined) break;
      const place = { segment: number, offset, size: record.end - offset };
      ({ end: offset, link: newest } = record);
      visit({ kind: record.kind, body: record.body, place, end: pass() });
    }
    link = newest;
    if (offset === file.length) continue;
    const isNewest = i === numbers.length - 1;
    if (!isNewest || ahead !== undefined || nextSoundRecord(file, offset) !== undefined) {
      throw damaged(path, offset, 'the record there does not prove itself');
    }
    torn = { file: path, offset, bytes: Buffer.from(file.subarray(offset)) };
  }
  if (ahead !== undefined) throw tooShort(name, directory, ahead);
  return { end: place.end, torn };
}

/**
 * The records of a log that has been read and proven before, from a place on and up to another one.
 * @param from - undefined: from the beginning
 * @param until - undefined: to the end
 * @throws StorageError `damaged` when it has changed meanwhile
 */
export async function* recordsAfter(
  directory: string,
  from: LogPosition | undefined,
  until: LogPosition | undefined,
): AsyncGenerator<PlacedRecord> {
  for (const number of await segmentNumbers(directory)) {
    if (number < (from?.segment ?? 0) || number > (until?.segment ?? number)) continue;
    const path = join(directory, segmentName(number));
    const file = await readFile(path);
    const begins = from !== undefined && number === from.segment;
    let offset = begins ? from.offset : HEADER_BYTES;
    let link = begins ? from.link : headerLink(file);
    const limit = number === until?.segment ? until.offset : file.length;
    while (offset < limit) {
      const found = decodeRecord(file, offset, link);
      if (found === undefined) throw damaged(path, offset, 'the record there does not prove itself');
      const place = { segment: number, offset, size: found.end - offset };
      ({ end: offset, link } = found);
      yield { kind: found.kind, body: found.body, place, end: { segment: number, offset, link } };
    }
  }
}

/** Checks the header of a file. @returns the link that its first record follows */
function requireHeader(parts: {
  readonly file: Buffer;
  readonly path: string;
  readonly number: number;
  readonly identity: Buffer;
  /** Link of the last record of the file before, undefined for the first file. */
  readonly link: Buffer | undefined;
}): Buffer {
  const { file, path, number, identity, link } = parts;
  const header = decodeHeader(file);
  if (header === undefined) throw damaged(path, 0, 'the header of the file does not prove itself');
  if (!header.identity.equals(identity)) {
    throw new StorageError(
      'foreign-log',
      `${path} belongs to another chain (${header.identity.toString('hex')}) than this one ` +
        `(${identity.toString('hex')}); put the file back that belongs here, or use another data directory`,
    );
  }
  if (header.number !== number) {
    throw damaged(path, 0, `the file says that it is ${segmentName(header.number)}`);
  }
  const expected = link ?? (number === 0 ? FIRST_LINK : header.linkBefore);
  if (!header.linkBefore.equals(expected)) {
    throw damaged(path, 0, `the file does not follow ${segmentName(number - 1)}`);
  }
  return headerLink(file);
}

function samePlace(a: LogPosition, b: LogPosition): boolean {
  return a.segment === b.segment && a.offset === b.offset && a.link.equals(b.link);
}

/** The error of bytes in a file of the log that are not what was written. */
export function damaged(path: string, offset: number, what: string): StorageError {
  return new StorageError(
    'damaged',
    `${path} is damaged at byte ${offset}: ${what}. Nothing was changed. Put a sound copy of the file in its ` +
      'place; without one, -salvage keeps everything before the damage and a copy of the rest',
  );
}

function tooShort(name: string, directory: string, { segment, offset }: LogPosition): StorageError {
  return new StorageError(
    'damaged',
    `${name} in ${directory} does not lead to byte ${offset} of ${segmentName(segment)}, up to which ` +
      'the database has seen it: a file is older than the database, shorter, or from elsewhere. Nothing was ' +
      'changed. Put back the file that belongs here. Without it, -salvage makes the log anew from the database, and ' +
      '-reindex the database from what there is of the log',
  );
}
