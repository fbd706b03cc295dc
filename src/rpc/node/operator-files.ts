import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Whether a file would be in a directory, symbolic links resolved. Methods that write files at a
 * path given by the operator use this to keep the data directory safe (spec 02 O27).
 */
export async function isInside(directory: string, path: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([canonical(path), canonical(directory)]);
  const way = relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** The file that a destination means: itself, or in a directory a file of the given name. */
export async function destinationFile(path: string, name: string): Promise<string> {
  const isDirectory = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  return isDirectory || path.endsWith('/') ? join(path, name) : path;
}

/**
 * The path without symbolic links, as far as it exists. One that cannot be looked up for another
 * reason, such as its length, is left as it is: nothing can be written there either.
 */
async function canonical(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === absolute) return absolute;
    return join(await canonical(parent), basename(absolute));
  }
}
