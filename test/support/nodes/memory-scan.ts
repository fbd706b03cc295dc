import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Larger mappings are reserved address space. */
const LARGEST_MAPPING = 2 ** 31;
const PIECE = 1 << 24;
/** Bytes in front of what was found that are shown. */
const BEFORE = 48;

/** A mapping that a process can write to; others have no secrets of it. */
interface Mapping {
  readonly start: number;
  readonly size: number;
}

/** Whether the memory of another process can be read here. */
export const canScanMemory = process.platform === 'linux';

/**
 * Looks for bytes in the memory of a process.
 * @returns what stands in front of each place where they are, up to 48 bytes, as Latin-1
 */
export function placesInMemory(pid: number, wanted: Uint8Array): string[] {
  const places: string[] = [];
  const file = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const mapping of writable(pid)) {
      const bytes = contentOf(file, mapping);
      for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
        places.push(bytes.toString('latin1', Math.max(0, at - BEFORE), at));
      }
    }
  } finally {
    closeSync(file);
  }
  return places;
}

function writable(pid: number): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, start = '', end = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    const size = Number.parseInt(end, 16) - Number.parseInt(start, 16);
    if (size <= LARGEST_MAPPING) mappings.push({ start: Number.parseInt(start, 16), size });
  }
  return mappings;
}

/** As far as it can be read: a mapping can go while it is read. */
function contentOf(file: number, { start, size }: Mapping): Buffer {
  const bytes = Buffer.alloc(size);
  let done = 0;
  try {
    while (done < size) {
      const read = readSync(file, bytes, done, Math.min(size - done, PIECE), start + done);
      if (read === 0) break;
      done += read;
    }
  } catch (error) {
    if (!['EIO', 'EFAULT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return bytes.subarray(0, done);
}
