import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { GivenPath } from '../declaration/parameters/paths.js';
import { PathRefused } from './path-refused.js';
import { LUA_DIRECTORY, mayNameAnyFile, type PathRules } from './path-rules.js';

/** What may follow the name of a file of the node in names that belong to it too: unfinished, a lock, an older log. */
const OF_OWN_FILES = /^$|^(\..*)?\.new$|^\.lock-|^\.\d+(\.gz)?$/;

/**
 * Decides for every path that a caller gives whether it may be used, and where it leads. Whatever the caller: nothing
 * that exists is overwritten, the last step is no link, pipe or device, and the node's own files are left alone.
 * Directories on the way may be links; the rules hold for where they lead.
 */
export class PathGuard {
  readonly #rules: PathRules;

  constructor(rules: PathRules) {
    this.#rules = rules;
  }

  /**
   * Where a file or directory can be made. Nothing is there yet; make it with `writeNewFile` or `mkdir`, which fail
   * if something is by then.
   *
   * @param suffix - what is appended to the given text
   * @returns absolute, without links
   * @throws PathRefused
   */
  async newPath(
    given: GivenPath<'new-file' | 'new-directory' | 'prefix-of-new-files'>,
    suffix = '',
  ): Promise<string> {
    return await this.#newPath(given, `${given.text}${suffix}`);
  }

  /**
   * Where a file can be made: at the path, or under a name in the directory that it is.
   * @throws PathRefused
   */
  async newPathIn(given: GivenPath<'new-file-or-directory'>, name: string): Promise<string> {
    const text = given.text;
    if (text === '' || !(text.endsWith('/') || (await isDirectory(this.#absolute(text))))) {
      return await this.#newPath(given, text);
    }
    return await this.#newPath(given, join(text, name));
  }

  /**
   * Opens an ordinary file for reading, at once.
   * @throws PathRefused
   */
  async open(given: GivenPath<'file'>): Promise<{ readonly path: string; readonly file: FileHandle }> {
    const path = await this.#resolved(given.text);
    await this.#requireAllowed(path, given, [LUA_DIRECTORY]);
    try {
      // Not blocking: the other end of a pipe may never be opened.
      const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
      return { path, file: await ordinary(file, path) };
    } catch (error) {
      throw openingRefused(error, path);
    }
  }

  async #newPath(given: GivenPath, text: string): Promise<string> {
    if (text.endsWith('/') && given.use !== 'new-directory') throw notAPath(text);
    const path = await this.#resolved(text);
    await this.#requireAllowed(path, given, []);
    const { filesDirectory } = this.#rules;
    if (dirname(this.#absolute(text)) === filesDirectory) await makeDirectory(filesDirectory);
    if (!(await isDirectory(dirname(path)))) {
      throw new PathRefused('missing', `there is no directory ${dirname(path)}`);
    }
    const found = await lstat(path).catch(ifMissing);
    if (found !== undefined) {
      throw new PathRefused('exists', `${path} exists already, and nothing is overwritten; name a new one`);
    }
    return path;
  }

  #absolute(text: string): string {
    return resolve(this.#rules.filesDirectory, text);
  }

  /** Absolute, and without links but at the last step. */
  async #resolved(text: string): Promise<string> {
    if (text === '' || text.includes('\0')) throw notAPath(text);
    const path = this.#absolute(text);
    if (basename(path) === '') throw notAPath(text);
    return join(await canonical(dirname(path)), basename(path));
  }

  async #requireAllowed(path: string, { caller, text }: GivenPath, alsoIn: readonly string[]): Promise<void> {
    const { filesDirectory, otherDirectories } = this.#rules;
    const forFiles = await canonicalAll([filesDirectory, ...otherDirectories]);
    if (forFiles.includes(path)) throw notAPath(text);
    const holders = forFiles.filter(directory => isInside(directory, path));
    if (await this.#isOwn(path, holders)) throw ownRefused(path, filesDirectory);
    if (mayNameAnyFile(caller) || holders.length > 0) return;
    const allowed = await canonicalAll(alsoIn);
    if (allowed.some(directory => isInside(directory, path))) return;
    throw new PathRefused(
      'outside',
      `${text} is outside of ${[filesDirectory, ...otherDirectories].join(' and ')}, where this caller may use files ` +
        '(option filesdir)',
    );
  }

  /** @param holders - the directories for files that the path is in: one in a directory of the node is left to callers */
  async #isOwn(path: string, holders: readonly string[]): Promise<boolean> {
    for (const directory of await canonicalAll(this.#rules.ownDirectories)) {
      if (path === directory) return true;
      if (isInside(directory, path) && !holders.some(holder => isInside(directory, holder))) return true;
    }
    const ownFiles = await canonicalAll(this.#rules.ownFiles);
    return ownFiles.some(
      file => isInside(file, path) || (path.startsWith(file) && OF_OWN_FILES.test(path.slice(file.length))),
    );
  }
}

/** A path in a directory, at whatever depth; the directory itself is not. */
function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Both where a path is and, if it is a link, where that leads. */
async function canonicalAll(paths: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    paths.map(async path => [join(await canonical(dirname(path)), basename(path)), await canonical(path)]),
  );
  return [...new Set(all.flat())];
}

/** The path without links, as far as it exists. */
async function canonical(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Nothing is at what cannot be looked up, whatever the reason.
    return dirname(path) === path ? path : join(await canonical(dirname(path)), basename(path));
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return (await lstat(path).catch(ifMissing))?.isDirectory() === true;
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new PathRefused('unusable', `${path} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function ordinary(file: FileHandle, path: string): Promise<FileHandle> {
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notOrdinary(path);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw new PathRefused('unusable', `the path cannot be used (${error.code})`, { cause: error });
}

function openingRefused(error: unknown, path: string): unknown {
  if (error instanceof PathRefused) return error;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new PathRefused('missing', `there is no file ${path}`, { cause: error });
    case 'ELOOP':
    case 'ENXIO':
    case 'ENODEV':
      return notOrdinary(path, error);
    default:
      return new PathRefused('unusable', `${path} cannot be read: ${(error as Error).message}`, {
        cause: error,
      });
  }
}

function notAPath(text: string): PathRefused {
  return new PathRefused('unusable', `${JSON.stringify(text)} is no path of a file`);
}

function notOrdinary(path: string, cause?: unknown): PathRefused {
  return new PathRefused(
    'unusable',
    `${path} is not an ordinary file: links, pipes, devices and directories are not followed`,
    { cause },
  );
}

function ownRefused(path: string, files: string): PathRefused {
  return new PathRefused(
    'own',
    `${path} is among the files of this node, which methods leave alone; name one elsewhere, or below ${files}`,
  );
}
