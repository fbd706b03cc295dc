import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../errors.js';
import { type EngineLog, readEngineLog } from './engine-log.js';
import { type DatabaseVersion, versionOf } from './version-edit.js';

/** Names the manifest that counts. */
const CURRENT = 'CURRENT';
const MANIFEST = /^MANIFEST-\d+$/;
const NOT_SOUND = 'the record there does not fit its checksum';
const LOG = /^(\d+)\.log$/;
const TABLE = /^(\d+)\.(sst|ldb)$/;
/** What a record of a log begins with: its number among all operations, and how many operations it has. */
const BATCH_PREFIX_BYTES = 12;

/**
 * Proves the files of a database whose process ended without closing it, before an engine opens them: RocksDB ends its
 * log silently at the first bad record and forgets what follows, LevelDB leaves that record out. What does not fit at
 * the end of the newest log was not written completely, and nothing that was acknowledged depends on it.
 * @throws StorageError `damaged`, naming file and place
 */
export async function proveDatabase(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (!names.includes(CURRENT)) return;
  const current = await readFile(join(directory, CURRENT), 'latin1');
  const manifest = current.trimEnd();
  if (!MANIFEST.test(manifest) || !current.endsWith('\n') || !names.includes(manifest)) {
    const found = JSON.stringify(current.slice(0, 40));
    throw damaged(join(directory, CURRENT), `it is to name a manifest, but has ${found}`);
  }
  const path = join(directory, manifest);
  const edits = readEngineLog(await readFile(path));
  if (isDamaged(edits, false)) throw damaged(path, NOT_SOUND, edits.bad);
  const version = versionOf(edits.records);
  if (version === undefined) return;
  await requireTables(directory, names, version, manifest);
  await requireLogs(directory, names, version, path);
}

/** The tables of a database that is open, by name, with their sizes: those that are complete. */
export async function completeTables(directory: string): Promise<ReadonlyMap<string, number>> {
  const manifest = (await readFile(join(directory, CURRENT), 'latin1')).trimEnd();
  const version = versionOf(readEngineLog(await readFile(join(directory, manifest))).records);
  const tables = new Map<string, number>();
  for (const name of await readdir(directory)) {
    const size = version?.tables.get(Number(TABLE.exec(name)?.[1]));
    if (size !== undefined) tables.set(name, size);
  }
  return tables;
}

async function requireTables(
  directory: string,
  names: readonly string[],
  { tables }: DatabaseVersion,
  manifest: string,
): Promise<void> {
  const found = new Map(names.flatMap(name => (TABLE.test(name) ? [[Number.parseInt(name, 10), name]] : [])));
  for (const [number, size] of tables) {
    const name = found.get(number);
    if (name === undefined) {
      // One of the two was changed: the end of a manifest, once cut off, can be that of an earlier moment.
      const why = `the file is missing, unless ${manifest} was cut off, which names it`;
      throw damaged(join(directory, tableName(number, names)), why);
    }
    const { size: present } = await stat(join(directory, name));
    if (present !== size) throw damaged(join(directory, name), `it has ${present} bytes, but had ${size}`);
  }
}

function tableName(number: number, names: readonly string[]): string {
  const ending = names.some(name => name.startsWith('OPTIONS-')) ? 'sst' : 'ldb';
  return `${String(number).padStart(6, '0')}.${ending}`;
}

/** Each log follows the one before it without a gap, and the first one what is in tables. */
async function requireLogs(
  directory: string,
  names: readonly string[],
  { firstLog, lastSequence }: DatabaseVersion,
  manifest: string,
): Promise<void> {
  const live = numbersOf(names).filter(number => number >= firstLog);
  if (live.length === 0 && firstLog > 0) {
    throw damaged(join(directory, logName(firstLog)), 'the file is missing');
  }
  let next: bigint | undefined;
  for (const [i, number] of live.entries()) {
    const path = join(directory, logName(number));
    const log = readEngineLog(await readFile(path));
    if (isDamaged(log, i < live.length - 1)) throw new DamagedLog(path, number, NOT_SOUND, log.bad);
    const { records } = log;
    for (const { offset, body } of records) {
      if (body.length < BATCH_PREFIX_BYTES)
        throw new DamagedLog(path, number, 'a record there is too short', offset);
      const sequence = body.readBigUInt64LE(0);
      if (next === undefined ? sequence > lastSequence + 1n : sequence !== next) {
        const what = `operation ${sequence} stands there, but ${next ?? lastSequence + 1n} has to come next`;
        throw next === undefined
          ? damaged(manifest, `it ends with operation ${lastSequence}, but ${path} begins with ${sequence}`)
          : new DamagedLog(path, number, what, offset);
      }
      next = sequence + BigInt(body.readUInt32LE(8));
    }
  }
}

/** @param isFollowed - by a newer file: then it has no end that was cut off */
function isDamaged({ bad, isDamaged: hasSoundRest }: EngineLog, isFollowed: boolean): boolean {
  return bad !== undefined && (hasSoundRest || isFollowed);
}

/** The numbers of the logs among files, ascending. */
export function numbersOf(names: readonly string[]): number[] {
  return names.flatMap(name => LOG.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => a - b);
}

/** The name of the log with a number. */
export function logName(number: number): string {
  return `${String(number).padStart(6, '0')}.log`;
}

function damaged(path: string, what: string, offset?: number): StorageError {
  return new StorageError(
    'damaged',
    `${path}${placeText(offset)}: ${what}. Nothing was changed. Put back the file as it was, or start with -reindex, ` +
      'which makes the database anew from the log of blocks',
  );
}

function placeText(offset: number | undefined): string {
  return offset === undefined ? ' is damaged' : ` is damaged at byte ${offset}`;
}

/** A log of an engine is damaged at a place: what is before it is sound. */
export class DamagedLog extends StorageError {
  constructor(
    path: string,
    readonly number: number,
    what: string,
    readonly offset = 0,
  ) {
    super(
      'damaged',
      `${path}${placeText(offset)}: ${what}. Nothing was changed. Put back the file as it was, or start with -salvage, ` +
        'which goes on from there with the log of blocks, or with -reindex, which makes the database anew from that',
    );
  }
}
