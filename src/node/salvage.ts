import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { logOfWhatIsLeft } from '../chain/log-of-what-is-left.js';
import { positionOf, prunedOf } from '../chain/stored-position.js';
import { fromDisplayHex } from '../crypto/hash.js';
import { TIP_KEY } from '../state/tip.js';
import { syncFile, syncTree } from '../storage/durable-copy.js';
import { cutDamagedLogs } from '../storage/engine-files/cut-logs.js';
import { messageOf, StorageError } from '../storage/errors.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { cutLog } from '../storage/record-log/cut-log.js';
import { type LogPosition, readSoundPart } from '../storage/record-log/read-log.js';
import { segmentNumbers } from '../storage/record-log/segment-files.js';
import type { WireRules } from '../tx/definition.js';
import { requireBeginning } from './open-block-log.js';

export interface SalvageParts {
  /** Of the log of blocks. */
  readonly directory: string;
  readonly genesisHash: string;
  readonly rules: WireRules;
  /** Opens the database. */
  readonly openDatabase: () => Promise<KeyValueStore>;
  /** Is called with what was found and done. */
  readonly onNote: (note: string) => void;
}

/**
 * Repairs a damaged log of blocks; the files are kept as they were found.
 *
 * Where the database is sound and has seen the log beyond the damage, the chain goes on as it is: what was
 * executed is in the database. The log is made anew from the blocks behind the damage, and the node does not
 * have the bytes of the blocks up to there any more, as if they had been pruned. Otherwise the log ends before
 * the damage.
 * @returns whether the database has to be made anew from what is left of the log
 * @throws StorageError `foreign-log`, `locked`; ChainError `pruned` where nothing can be made from what is left
 */
export async function salvageLog(parts: SalvageParts): Promise<boolean> {
  const { directory, genesisHash, onNote } = parts;
  if (await finishExchange(parts)) return false;
  if (!existsSync(directory)) return false;
  const seen = await withDatabase(parts, store => ({ reached: positionOf(store), pruned: prunedOf(store) }));
  const [firstFile = 0] = await segmentNumbers(directory);
  const first = seen?.pruned?.segment ?? firstFile;
  const log = { directory, identity: fromDisplayHex(genesisHash), reached: seen?.reached, first };
  const { damage, end } = await readSoundPart(log);
  if (damage === undefined) {
    onNote('the log of blocks is sound, there is nothing to salvage');
    return false;
  }
  onNote(damage.message);
  if (seen?.reached !== undefined && !isBefore(seen.reached, end)) {
    const lost = await withDatabase(parts, store => logOfWhatIsLeft(store, parts, unfinishedOf(directory)));
    await finishExchange(parts);
    onNote(
      `the chain goes on as the database has it. The blocks up to ${lost} were lost with the damage, and are ` +
        'treated as if they had been pruned: the node does not have their bytes, and -reindex is not possible',
    );
    return false;
  }
  if (seen === undefined) await requireBeginning(directory, genesisHash);
  const kept = unusedName(directory);
  await cp(directory, kept, { recursive: true });
  await syncTree(kept);
  await syncFile(dirname(kept));
  await cutLog(directory, end);
  onNote(`the log of blocks ends before the damage now; as it was found, it is kept in ${kept}`);
  return seen?.reached === undefined;
}

/**
 * Cuts off the damaged logs of a database whose process was killed, so that it can be opened and catches up with the
 * log of blocks.
 * @returns whether it has to be made anew, as nothing is left of it
 */
export async function salvageDatabase(
  path: string,
  parts: Pick<SalvageParts, 'openDatabase' | 'onNote'>,
): Promise<boolean> {
  if (!existsSync(path)) return false;
  const kept = unusedName(path);
  const damage = await cutDamagedLogs(path, kept);
  if (damage === undefined) return false;
  parts.onNote(damage);
  parts.onNote(`the database ends before the damage now; its logs as they were found are kept in ${kept}`);
  const hasState = await withDatabase(parts, store => store.getMany([TIP_KEY])[0] !== undefined);
  return hasState === false;
}

/** Where a log is made that takes the place of a damaged one. */
function unfinishedOf(directory: string): string {
  return `${directory}.salvaged`;
}

/** A name under which nothing is kept yet: for a log as it was found. */
export function unusedName(directory: string): string {
  for (let n = 1; ; n++) {
    const name = `${directory}.before-salvage-${n}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Puts a log that was made anew in the place of the damaged one, if the database follows it: also after a
 * repair that was cut off.
 * @returns whether there was one
 */
async function finishExchange(parts: SalvageParts): Promise<boolean> {
  const { directory, genesisHash, onNote } = parts;
  const unfinished = unfinishedOf(directory);
  if (!existsSync(unfinished)) return false;
  const reached = await withDatabase(parts, positionOf);
  const identity = fromDisplayHex(genesisHash);
  const { damage } = await readSoundPart({ directory: unfinished, identity, reached });
  if (reached === undefined || damage !== undefined) return false;
  if (existsSync(directory)) {
    const kept = unusedName(directory);
    await rename(directory, kept);
    onNote(`the damaged log of blocks is kept in ${kept}`);
  }
  await rename(unfinished, directory);
  await syncFile(dirname(directory));
  return true;
}

/** Does something with the database. @returns undefined where it cannot be read */
async function withDatabase<T>(
  { openDatabase, onNote }: Pick<SalvageParts, 'openDatabase' | 'onNote'>,
  use: (store: KeyValueStore) => T | Promise<T>,
): Promise<T | undefined> {
  let store: KeyValueStore;
  try {
    store = await openDatabase();
  } catch (error) {
    if (!(error instanceof StorageError) || error.code === 'locked') throw error;
    onNote(`the database cannot help: ${messageOf(error)}`);
    return undefined;
  }
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function isBefore(place: LogPosition, other: LogPosition | undefined): boolean {
  if (other === undefined) return false;
  return place.segment < other.segment || (place.segment === other.segment && place.offset < other.offset);
}
