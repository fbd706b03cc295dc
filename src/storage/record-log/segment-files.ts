import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeHeader, type SegmentHeader } from './format.js';

const NAME = /^(\d{6})\.log$/;

/** The name of the file with a number. */
export function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.log`;
}

/** The numbers of the files in a directory, ascending; other files are left alone. */
export async function segmentNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap(name => NAME.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => a - b);
}

/** As {@link segmentNumbers}; none in a directory that does not exist. */
export async function existingSegments(directory: string): Promise<number[]> {
  return existsSync(directory) ? await segmentNumbers(directory) : [];
}

/** Makes a new file with its header, complete and on the disk before it has its name. */
export async function createSegment(directory: string, header: SegmentHeader): Promise<void> {
  const path = join(directory, segmentName(header.number));
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(encodeHeader(header));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncDirectory(directory);
}

/** Makes the names in a directory last: a new name is on the disk only when its directory is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the files before one, the oldest first. */
export async function removeSegmentsBefore(directory: string, number: number): Promise<void> {
  const old = (await segmentNumbers(directory)).filter(each => each < number);
  for (const each of old) await rm(join(directory, segmentName(each)));
  if (old.length > 0) await syncDirectory(directory);
}
