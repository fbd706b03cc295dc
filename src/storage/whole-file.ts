import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { requireWriting } from './read-only.js';

/*
 * Files that appear complete or not at all. What is not finished has a random name in the same directory, which
 * nobody can have put something at; it is made with O_EXCL, so that no link is followed and nothing is overwritten.
 */

/** Only the owner reads and writes. */
const OWNER_ONLY = 0o600;
const RANDOM_BYTES = 8;
/** Bytes of a file's name that fit in front of the random part: file systems take 255. */
const MAX_NAME_BYTES = 200;
/** Bytes of pieces that are written together. */
const WRITTEN_TOGETHER = 1 << 18;
/** What file systems without second names for a file answer. */
const CANNOT_LINK: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** What a file is to hold: a text, bytes, or pieces of either. */
export type FileContent =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/** Something is already at the path of a file that was to be made. */
export class FileExists extends Error {
  override readonly name = 'FileExists';

  constructor(path: string) {
    super(`${path} exists already, and nothing is overwritten; name a new file`);
  }
}

/**
 * Makes a file for its owner only. It is on the disk when the promise resolves.
 * @throws FileExists for whatever is at the path, a link to nowhere too; what the file system says
 */
export async function writeNewFile(path: string, content: FileContent): Promise<void> {
  await writeUnfinished(path, content, async unfinished => {
    try {
      await giveNewName(unfinished, path);
    } catch (error) {
      throw isCode(error, 'EEXIST') ? new FileExists(path) : error;
    }
  });
}

/**
 * Replaces a file in one step: after a crash at any moment the path holds the whole old content or
 * the whole new one. The content is on the disk when the promise resolves.
 *
 * @throws the file system's error; the old file is then untouched
 */
export async function replaceFile(path: string, content: FileContent): Promise<void> {
  await writeUnfinished(path, content, unfinished => rename(unfinished, path));
}

/** Removes what crashes have left of earlier writes to a path; nobody may be writing to it. */
export async function removeUnfinished(path: string): Promise<void> {
  await removeFrom(dirname(path), name => name.startsWith(unfinishedPrefix(path)));
}

/** Removes what crashes have left of earlier writes to any file of a directory; nobody may be writing there. */
export async function removeUnfinishedIn(directory: string): Promise<void> {
  await removeFrom(directory, () => true);
}

async function removeFrom(directory: string, isMeant: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(directory)) {
    if (/\.[0-9a-f]{16}\.new$/.test(name) && isMeant(name)) await unlink(join(directory, name));
  }
}

async function writeUnfinished(
  path: string,
  content: FileContent,
  finish: (unfinished: string) => Promise<void>,
): Promise<void> {
  requireWriting(`the file ${path}`);
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  const unfinished = join(dirname(path), `${unfinishedPrefix(path)}${random}.new`);
  const file = await open(unfinished, 'wx', OWNER_ONLY);
  try {
    await closing(file, async () => {
      await writeContent(file, content);
      await file.sync();
    });
    await finish(unfinished);
  } catch (error) {
    await unlink(unfinished).catch(ignoreMissing);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function writeContent(file: FileHandle, content: FileContent): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    await file.writeFile(content);
    return;
  }
  let gathered: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    await file.writeFile(Buffer.concat(gathered));
    [gathered, bytes] = [[], 0];
  };
  for await (const piece of content) {
    const next =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    gathered.push(next);
    bytes += next.length;
    if (bytes >= WRITTEN_TOGETHER) await flush();
  }
  await flush();
}

function unfinishedPrefix(path: string): string {
  const name = basename(path);
  return Buffer.byteLength(name) <= MAX_NAME_BYTES ? `${name}.` : 'unfinished.';
}

/** As a renaming that fails where something is at the new name. */
async function giveNewName(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // The name is taken by an empty file of our own, which is then replaced.
    await (await open(to, 'wx', OWNER_ONLY)).close();
    await rename(from, to);
    return;
  }
  await unlink(from);
}

/** Makes a change of names durable. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await closing(directory, () => directory.sync());
}

async function closing(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
