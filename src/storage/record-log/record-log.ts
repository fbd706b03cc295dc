import { close, fdatasync, fdatasyncSync, open as openFile, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf, StorageError } from '../errors.js';
import { whenFilesAreFree } from '../spare-files.js';
import { TimeHistogram } from '../time-histogram.js';
import { makeWritable } from '../writable-directory.js';
import { truncateFile } from './cut-log.js';
import {
  encodeHeader,
  encodeRecord,
  FIRST_LINK,
  HEADER_BYTES,
  headerLink,
  LINK_BYTES,
  type LogRecord,
  type SegmentHeader,
} from './format.js';
import {
  LOG_OF_BLOCKS,
  type LogPosition,
  type PlacedRecord,
  type ReadOptions,
  type RecordPlace,
  readLog,
  type TornTail,
} from './read-log.js';
import { createSegment, segmentName, syncDirectory } from './segment-files.js';
import { SyncPace } from './sync-pace.js';

/** Upper bounds of the lengths by which writes to the disk are counted, in seconds. */
const SYNC_SECONDS: readonly number[] = [0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5];
/** A file that has reached this size gets no further record. */
const SEGMENT_BYTES = 32 * 1024 * 1024;

export interface OpenLogOptions extends ReadOptions {
  readonly segmentBytes?: number;
  /** Is called with each record that there is, in order. */
  readonly visit?: (record: PlacedRecord) => void;
}

/** A record on its way to the disk. */
export interface Appended {
  readonly place: RecordPlace;
  /** The place behind it. */
  readonly end: LogPosition;
  /** Resolves when it is on the disk, rejects when it cannot get there. */
  readonly written: Promise<void>;
}

interface Waiting {
  readonly bytes: Buffer;
  /** The place behind it. */
  readonly end: LogPosition;
  /** The file that begins with this record. */
  readonly segment: SegmentHeader | undefined;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Records in files to which is only added. What `written` has resolved for survives the loss of power.
 * Records that come while the disk is busy are written and synced together.
 */
export class RecordLog {
  readonly #directory: string;
  readonly #name: string;
  readonly #identity: Buffer;
  readonly #segmentBytes: number;
  #file: number;
  #end: LogPosition;
  #durableEnd: LogPosition;
  /** How long writes took, to the disk. */
  readonly syncs = new TimeHistogram(SYNC_SECONDS);
  /** Milliseconds. */
  #slowestSync = 0;
  readonly #pace = new SyncPace();
  /** Records that nobody has begun to write. */
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #failure: StorageError | undefined;

  private constructor(options: OpenLogOptions, file: number, end: LogPosition) {
    this.#directory = options.directory;
    this.#name = options.name ?? LOG_OF_BLOCKS;
    this.#identity = options.identity;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#file = file;
    this.#end = end;
    this.#durableEnd = end;
  }

  /**
   * Opens the log of a directory, which is made if it is missing. A torn tail is cut off the file after
   * its bytes were copied to a file beside it.
   * @returns the log, and the tail that was cut off
   * @throws StorageError `damaged`, `foreign-log`, `unwritable`
   */
  static async open(options: OpenLogOptions): Promise<{ log: RecordLog; torn: TornTail | undefined }> {
    const { directory, identity } = options;
    await makeWritable(directory);
    const { end: found, torn } = await readLog(options, options.visit);
    if (torn !== undefined) await cutOff(directory, torn);
    const end = found ?? (await begin(directory, identity));
    const file = await openSegment(directory, end.segment);
    return { log: new RecordLog(options, file, end), torn };
  }

  /** The place behind the newest record, on the disk or on its way there. */
  get end(): LogPosition {
    return this.#end;
  }

  /** The place behind the newest record that is on the disk. */
  get durableEnd(): LogPosition {
    return this.#durableEnd;
  }

  /** Milliseconds that the slowest write took, to the disk, since this was last asked. */
  takeSlowestSync(): number {
    const slowest = this.#slowestSync;
    this.#slowestSync = 0;
    return slowest;
  }

  /**
   * Adds a record. It counts only if it gets to the disk: see `written`.
   * @param beginsFile - whether it must be the first of a file
   * @throws StorageError `failed` after an earlier record could not be written
   */
  append(record: LogRecord, beginsFile = false): Appended {
    if (this.#failure !== undefined) throw this.#failure;
    const segment = beginsFile || this.#end.offset >= this.#segmentBytes ? this.#nextSegment() : undefined;
    if (segment !== undefined) this.#end = beginningOf(segment);
    const bytes = encodeRecord(this.#end.link, record);
    const place = { segment: this.#end.segment, offset: this.#end.offset, size: bytes.length };
    this.#end = {
      segment: place.segment,
      offset: place.offset + bytes.length,
      link: Buffer.from(bytes.subarray(bytes.length - LINK_BYTES)),
    };
    const end = this.#end;
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ bytes, end, segment, resolve, reject });
    });
    this.#working ??= this.#work();
    return { place, end, written };
  }

  /** Waits for what is on its way, then closes the file. */
  async close(): Promise<void> {
    await this.#working;
    this.#failure ??= new StorageError('closed', `${this.#name} is closed`);
    await promisify(close)(this.#file);
  }

  async #work(): Promise<void> {
    // Records of the same turn go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#takeOfOneFile();
      try {
        if (batch[0]!.segment !== undefined) await this.#begin(batch[0]!.segment);
        await this.#write(Buffer.concat(batch.map(({ bytes }) => bytes)));
        this.#durableEnd = batch[batch.length - 1]!.end;
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#fail(error, batch);
      }
    }
    this.#working = undefined;
  }

  /** The records that wait, up to the first one that begins another file. */
  #takeOfOneFile(): Waiting[] {
    const next = this.#waiting.findIndex(({ segment }, i) => i > 0 && segment !== undefined);
    return this.#waiting.splice(0, next === -1 ? this.#waiting.length : next);
  }

  #nextSegment(): SegmentHeader {
    return { number: this.#end.segment + 1, identity: this.#identity, linkBefore: this.#end.link };
  }

  async #begin(segment: SegmentHeader): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    // A record that has no file yet can wait for one; the log could not go on after a failure.
    await whenFilesAreFree(() => createSegment(this.#directory, segment));
    const full = this.#file;
    this.#file = await whenFilesAreFree(() => openSegment(this.#directory, segment.number));
    await promisify(close)(full);
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const began = performance.now();
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    if (this.#pace.isQuick(bytes.length)) {
      const writtenAt = performance.now();
      fdatasyncSync(this.#file);
      this.#pace.took(performance.now() - writtenAt);
    } else {
      await promisify(fdatasync)(this.#file);
    }
    const took = performance.now() - began;
    this.syncs.add(took);
    this.#slowestSync = Math.max(this.#slowestSync, took);
  }

  /** Nothing may follow a record that is not on the disk. */
  #fail(error: unknown, batch: readonly Waiting[]): void {
    this.#failure ??= new StorageError(
      'failed',
      `${this.#name} in ${this.#directory} cannot be written: ${messageOf(error)}`,
      { cause: error },
    );
    for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(this.#failure);
  }
}

/** The place behind the header of a file. */
function beginningOf(segment: SegmentHeader): LogPosition {
  return { segment: segment.number, offset: HEADER_BYTES, link: headerLink(encodeHeader(segment)) };
}

/** Makes the first file of a log. */
async function begin(directory: string, identity: Buffer): Promise<LogPosition> {
  const first: SegmentHeader = { number: 0, identity, linkBefore: FIRST_LINK };
  await createSegment(directory, first);
  return beginningOf(first);
}

async function openSegment(directory: string, number: number): Promise<number> {
  return await promisify(openFile)(join(directory, segmentName(number)), 'a', 0o600);
}

/** Cuts a torn tail off its file, after a copy of it is on the disk. */
async function cutOff(directory: string, { file, offset, bytes }: TornTail): Promise<void> {
  const copy = await open(`${file}.torn-at-${offset}`, 'w', 0o600);
  try {
    await copy.writeFile(bytes);
    await copy.sync();
  } finally {
    await copy.close();
  }
  await syncDirectory(directory);
  await truncateFile(file, offset);
}
