import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, StorageError } from '../errors.js';
import { decodeRecord, LINK_BYTES, type LogRecord } from './format.js';
import { damaged, type RecordPlace } from './read-log.js';
import { segmentName } from './segment-files.js';

/** Files that are kept open; the one that was not used for longest is closed first. */
const OPEN_FILES = 16;

/**
 * Reads single records of a log, synchronously. Each is proven by its link, which is over the link that
 * stands before it: so what is returned is what was written.
 */
export class RecordReader {
  readonly #directory: string;
  /** Descriptors by the number of the file; the one that was used last is the last. */
  readonly #files = new Map<number, number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws StorageError `damaged`, naming file and place; `failed` where the file cannot be read */
  read({ segment, offset, size }: RecordPlace): LogRecord {
    const bytes = Buffer.allocUnsafe(LINK_BYTES + size);
    const path = join(this.#directory, segmentName(segment));
    let length: number;
    try {
      length = readAll(this.#file(segment, path), bytes, offset - LINK_BYTES);
    } catch (error) {
      throw new StorageError('failed', `${path} cannot be read: ${messageOf(error)}`, { cause: error });
    }
    const found = decodeRecord(bytes.subarray(0, length), LINK_BYTES, bytes.subarray(0, LINK_BYTES));
    if (found === undefined || found.end !== bytes.length) {
      throw damaged(path, offset, 'the record there does not prove itself');
    }
    return found;
  }

  /** Closes files below a number, which are going to be removed. */
  closeBelow(segment: number): void {
    for (const number of [...this.#files.keys()]) if (number < segment) this.#close(number);
  }

  close(): void {
    this.closeBelow(Number.POSITIVE_INFINITY);
  }

  #file(segment: number, path: string): number {
    const open = this.#files.get(segment);
    const file = open ?? openSync(path, 'r');
    this.#files.delete(segment);
    this.#files.set(segment, file);
    if (this.#files.size > OPEN_FILES) this.#close(this.#files.keys().next().value as number);
    return file;
  }

  #close(segment: number): void {
    const file = this.#files.get(segment);
    this.#files.delete(segment);
    if (file !== undefined) closeSync(file);
  }
}

/** @returns how many bytes there were */
function readAll(file: number, bytes: Buffer, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    const read = readSync(file, bytes, done, bytes.length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}
