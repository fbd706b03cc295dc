import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../crypto/hash.js';
import { syncFile } from './durable-copy.js';
import { completeTables } from './engine-files/prove-database.js';
import { StorageError } from './errors.js';

/*
 * The engines notice only some of what can happen to their files between two runs: LevelDB reads tables
 * without checking them, and both take a log that ends early for one that was written that far. So the
 * sums of all files are written when a database is closed, and compared before it is opened. While it is open, the
 * sums of new tables are added to a file of their own: what a killed process leaves is compared too.
 */

/** Lines of `SHA-256 size name`; the last line is the SHA-256 of those before it. */
export const SUMS_FILE = 'SUMS';
const SUMS = SUMS_FILE;
/** The sums of the last closed state while the database is open, and after the process ended without closing it. */
const SUMS_BEFORE = 'SUMS.before';
/** Lines as those of {@link SUMS_FILE}, each with the beginning of the SHA-256 of the line: tables made since. */
const TABLE_SUMS = 'SUMS.tables';
const LINE_SUM_DIGITS = 16;
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
 * @returns whether it was closed
 * @throws StorageError `damaged`, naming the file
 */
export async function compareFiles(directory: string): Promise<boolean> {
  const closed = await readSums(join(directory, SUMS));
  const sums = closed ?? (await knownTables(directory));
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
  if (closed === undefined) return false;
  const strange = [...names].find(name => TABLE.test(name) && !sums.has(name));
  if (strange !== undefined) throw damaged(join(directory, strange), 'was not there when the node stopped');
  return true;
}

/**
 * Notes that a database is going to be opened: from now on its files change.
 * @returns takes that back, where the database could not be opened
 */
export async function beginChanging(directory: string): Promise<() => Promise<void>> {
  if (!(await readdir(directory)).includes(SUMS)) return async () => undefined;
  const [path, before] = [join(directory, SUMS), join(directory, SUMS_BEFORE)];
  await rename(path, before);
  await syncFile(directory);
  return () => rename(before, path);
}

/** Adds the sums of the tables of a database that is open which are not noted yet. */
export async function noteTables(directory: string): Promise<void> {
  const known = await knownTables(directory);
  let lines = '';
  for (const [name, size] of await completeTables(directory)) {
    if (known.has(name)) continue;
    const line = `${await sumOf(join(directory, name))} ${size} ${name}`;
    lines += `${line} ${lineSum(line)}\n`;
  }
  // Not synced: after a loss of power there may be less of it.
  if (lines !== '') await appendFile(join(directory, TABLE_SUMS), lines, { mode: 0o600 });
}

/** The sums of tables that are noted of a database that is open, or was not closed. */
async function knownTables(directory: string): Promise<Sums> {
  const before = (await readSums(join(directory, SUMS_BEFORE))) ?? new Map<string, FileSum>();
  const sums = new Map(before);
  for (const text of ((await readIfThere(join(directory, TABLE_SUMS))) ?? '').split('\n')) {
    const [, line = '', sum] = /^(\S+ \d+ \S+) (\S+)$/.exec(text) ?? [];
    if (sum === lineSum(line)) addLine(sums, line);
  }
  return sums;
}

function lineSum(line: string): string {
  return sha256(Buffer.from(line)).toString('hex').slice(0, LINE_SUM_DIGITS);
}

function addLine(sums: Map<string, FileSum>, line: string): void {
  const [sum = '', size, ...name] = line.split(' ');
  sums.set(name.join(' '), { sum, size: Number(size) });
}

/** Writes the sums of the files of a database that was closed. */
export async function noteFiles(directory: string): Promise<void> {
  const before = await knownTables(directory);
  const lines: string[] = [];
  for (const name of (await readdir(directory)).sort()) {
    if (LEFT_OUT.test(name)) continue;
    const path = join(directory, name);
    // An engine leaves its log as it was written: a loss of power must not make another file of it.
    if (!TABLE.test(name)) await syncFile(path);
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
  await syncFile(directory);
  await rm(join(directory, SUMS_BEFORE), { force: true });
  await rm(join(directory, TABLE_SUMS), { force: true });
}

/** The sums in a file; undefined where there is no such file, or one that is damaged itself. */
async function readSums(path: string): Promise<Sums | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const lines = text.split('\n').slice(0, -1);
  const own = lines.pop();
  const body = lines.map(line => `${line}\n`).join('');
  if (own !== sha256(Buffer.from(body)).toString('hex')) return undefined;
  const sums = new Map<string, FileSum>();
  for (const line of lines) addLine(sums, line);
  return sums;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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
