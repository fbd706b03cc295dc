import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeHeader, decodeRecord, HEADER_BYTES, headerLink } from './format.js';
import { damaged, type LogPosition } from './read-log.js';
import { segmentName, segmentNumbers } from './segment-files.js';

export interface ProveLogOptions {
  readonly directory: string;
  /** The place up to which it is proven: further records may be added meanwhile. */
  readonly end: LogPosition;
  /** Files below it may be removed meanwhile. */
  readonly first: () => number;
  /** Is awaited after each record. @param bytes - that were proven since it was called last */
  readonly onRecord: (bytes: number) => Promise<void>;
}

/**
 * Proves the files of a log that is in use, record by record.
 * @throws StorageError `damaged`, naming file and place
 */
export async function proveLog({ directory, end, first, onRecord }: ProveLogOptions): Promise<void> {
  let before: Buffer | undefined;
  for (const number of await segmentNumbers(directory)) {
    if (number > end.segment) return;
    const path = join(directory, segmentName(number));
    const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && number < first()) return undefined;
      throw error;
    });
    if (file === undefined) continue;
    const header = decodeHeader(file);
    if (header === undefined) throw damaged(path, 0, 'the header of the file does not prove itself');
    if (before !== undefined && !header.linkBefore.equals(before)) {
      throw damaged(path, 0, `the file does not follow ${segmentName(number - 1)}`);
    }
    let link = headerLink(file);
    const limit = number === end.segment ? end.offset : file.length;
    for (let offset = HEADER_BYTES; offset < limit; ) {
      const record = decodeRecord(file, offset, link);
      if (record === undefined) throw damaged(path, offset, 'the record there does not prove itself');
      const size = record.end - offset;
      ({ end: offset, link } = record);
      await onRecord(size);
    }
    before = link;
  }
}
