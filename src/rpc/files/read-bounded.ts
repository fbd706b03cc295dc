import type { FileHandle } from 'node:fs/promises';

/**
 * The content of an open file, which is closed.
 * @param limit - bytes; a file with more is not read any further, whatever it says of its size
 * @returns undefined for a larger file
 */
export async function readBounded(file: FileHandle, limit: number): Promise<Buffer | undefined> {
  try {
    const { size } = await file.stat();
    if (size > limit) return undefined;
    const pieces: Buffer[] = [];
    for (let total = 0; ; ) {
      // One byte more than is left: a file may grow meanwhile.
      const space = Math.min(limit - total + 1, Math.max(size - total + 1, 4096));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(space), 0, space, total);
      if (bytesRead === 0) return Buffer.concat(pieces);
      pieces.push(buffer.subarray(0, bytesRead));
      total += bytesRead;
      if (total > limit) return undefined;
    }
  } finally {
    await file.close();
  }
}
