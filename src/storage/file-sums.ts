import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../crypto/hash.js';
import { StorageError } from './errors.js';

/*
 * The engines notice only some of what can happen to their files between two runs: LevelDB reads tables
 * without checking them, and both take a log that ends early for one that was written that far. So the
 * sums of all files are written when a database is closed, and compared before it is opened.
 */

/** Lines of `SHA-256 size name`; the last line is the SHA-256 of those before it. */
export const SUMS_FILE = 'SUMS';
const SUMS = SUMS_FILE;
/** The sums of the last closed state while the database is open, and after the process ended without closing it. */
const SUMS_BEFORE = 'SUMS.before';
/** Files that say nothing about the contents, or that are not the engine's. */
const LEFT_OUT = /^(LOCK|LOG(\.old(\.\d+)?)?|SUMS.*|.*\.(new|dbtmp))$/;
/** Files that are written once and never changed. */
const TABLE = /\.(sst|ldb)$/;
/** Bytes of files that are compared before a database is opened; the rest is left to the engine and to verifychain. */
const COMPARED_BYTES = 1024 ** 3;

interface FileSum {
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sum: string;
}

type Sums = ReadonlyMap<string, FileSum>;

/**
 * Compares the files of a closed database with what they were when it was closed. After the end of a process
 * that did not close it, only tables that are still there are compared.
 * @throws StorageError `damaged`, naming the file
 */
export async function compareFiles(directory: string): Promise<void> {
  const closed = await readSums(join(directory, SUMS));
  const sums = closed ?? (await readSums(join(directory, SUMS_BEFORE)));
  if (sums === undefined) return;
  const names = new Set(await readdir(directory));
  let left = COMPARED_BYTES;
  for (const [name, expected] of [...sums].reverse()) {
    const path = join(directory, name);
    if (!names.has(name)) {
      if (closed !== undefined) throw damaged(path, 'is missing');
      continue;
    }
    if (closed === undefined && !TABLE.test(name)) continue;
    const { size } = await stat(path);
    if (size !== expected.size) {
      throw damaged(path, `has ${size} bytes, but had ${expected.size} when the node stopped`);
    }
    left -= size;
    if (left >= 0 && (await sumOf(path)) !== expected.sum) {
      throw damaged(path, 'is not as it was when the node stopped');
    }
  }
  const known = closed === undefined ? [] : [...names].filter(name => TABLE.test(name) && !sums.has(name));
  if (known.length > 0) throw damaged(join(directory, known[0]!), 'was not there when the node stopped');
}

/**
 * Notes that a database is going to be opened: from now on its files change.
 * @returns takes that back, where the database could not be opened
 */
export async function beginChanging(directory: string): Promise<() => Promise<void>> {
  if (!(await readdir(directory)).includes(SUMS)) return async () => undefined;
  const [path, before] = [join(directory, SUMS), join(directory, SUMS_BEFORE)];
  await rename(path, before);
  return () => rename(before, path);
}

/** Writes the sums of the files of a database that was closed. */
export async function noteFiles(directory: string): Promise<void> {
  const before = (await readSums(join(directory, SUMS_BEFORE))) ?? new Map<string, FileSum>();
  const lines: string[] = [];
  for (const name of (await readdir(directory)).sort()) {
    if (LEFT_OUT.test(name)) continue;
    const path = join(directory, name);
    const { size } = await stat(path);
    const known = TABLE.test(name) ? before.get(name) : undefined;
    const sum = known?.size === size ? known.sum : await sumOf(path);
    lines.push(`${sum} ${size} ${name}\n`);
  }
  const text = lines.join('');
  const file = await open(join(directory, `${SUMS}.new`), 'w', 0o600);
  try {
    await file.writeFile(`${text}${sha256(Buffer.from(text)).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(join(directory, `${SUMS}.new`), join(directory, SUMS));
  await rm(join(directory, SUMS_BEFORE), { force: true });
}

/** The sums in a file; undefined where there is no such file, or one that is damaged itself. */
async function readSums(path: string): Promise<Sums | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n').slice(0, -1);
  const own = lines.pop();
  const body = lines.map(line => `${line}\n`).join('');
  if (own !== sha256(Buffer.from(body)).toString('hex')) return undefined;
  return new Map(
    lines.map(line => {
      const [sum = '', size, ...name] = line.split(' ');
      return [name.join(' '), { sum, size: Number(size) }];
    }),
  );
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece);
  return hash.digest('hex');
}

function damaged(path: string, what: string): StorageError {
  return new StorageError(
    'damaged',
    `${path} ${what}. Nothing was changed. Put back the file as it was, or start with -reindex, which makes the ` +
      'database anew from the log of blocks',
  );
}
