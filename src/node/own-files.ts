import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cookiePath } from '../config/cookie.js';
import type { Options } from '../config/load-options.js';
import { pathsOfOptions } from '../config/option-paths.js';
import { OptionError } from '../config/option-types.js';

/**
 * Checks the files that options name and this node writes: each is an ordinary file or not there yet, and no two are
 * the same file. A link would be replaced by a file, or lead two nodes to one file under two names; opening a pipe
 * would wait for its other end.
 *
 * @throws OptionError
 */
export async function requireOwnFiles(options: Options): Promise<void> {
  const named = pathsOfOptions(options);
  const files = [
    ...named.filter(({ use }) => use === 'own-file'),
    { option: 'conf', path: options.configFile },
    { option: 'the cookie', path: cookiePath(options.networkDirectory) },
  ];
  const takenBy = new Map<string, string>();
  for (const { option, path } of files) {
    if (option !== 'conf') requireOrdinary(option, path);
    const place = await placeOf(path);
    const other = takenBy.get(place);
    if (other !== undefined) {
      throw new OptionError(`option ${option}: ${path} is also the file of ${other}; name another one`);
    }
    takenBy.set(place, option);
  }
}

function requireOrdinary(option: string, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a link: name the file that it leads to' : 'not an ordinary file';
  throw new OptionError(`option ${option}: ${path} is ${what}`);
}

/** Where a file is, links on the way resolved. */
async function placeOf(path: string): Promise<string> {
  const directory = await realpath(dirname(path)).catch(() => dirname(path));
  return join(directory, basename(path));
}
