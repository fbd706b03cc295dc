import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of a file of an operator: a configuration, a password. */
const MAX_BYTES = 1 << 20;

/**
 * The text of a small file that an option names. A pipe or device is not waited for.
 * @throws Error that says what is wrong with the file; what the file system says
 */
export function readSmallFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not an ordinary file`);
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    let size = 0;
    for (;;) {
      const read = readSync(file, buffer, size, buffer.length - size, null);
      if (read === 0) break;
      size += read;
      if (size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES} bytes`);
    }
    return buffer.toString('utf8', 0, size);
  } finally {
    closeSync(file);
  }
}
