import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { LOG_POSITION_KEY } from '../chain/block-records.js';
import { fromDisplayHex } from '../crypto/hash.js';
import { messageOf, StorageError } from '../storage/errors.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { cutLog } from '../storage/record-log/cut-log.js';
import { type LogPosition, readSoundPart } from '../storage/record-log/read-log.js';
import { positionOf } from './open-block-log.js';

export interface SalvageParts {
  /** Of the log of blocks. */
  readonly directory: string;
  readonly genesisHash: string;
  /** Opens the database. */
  readonly openDatabase: () => Promise<KeyValueStore>;
  /** Is called with what was found and done. */
  readonly onNote: (note: string) => void;
}

/** A name under which nothing is kept yet: for the log as it was found. */
function unusedName(directory: string): string {
  for (let n = 1; ; n++) {
    const name = `${directory}.before-salvage-${n}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Repairs a damaged log of blocks. A sound database has all blocks of the chain: then the log is made from it,
 * and nothing is lost. Otherwise the log ends before the damage. In both cases the files are kept as they
 * were found.
 * @returns whether the database has to be made anew from what is left of the log
 * @throws StorageError `foreign-log`, `locked`
 */
export async function salvageLog(parts: SalvageParts): Promise<boolean> {
  const { directory, genesisHash, onNote } = parts;
  if (!existsSync(directory)) return false;
  const reached = await withDatabase(parts, positionOf);
  const identity = fromDisplayHex(genesisHash);
  const { damage, end } = await readSoundPart({ directory, identity, reached });
  if (damage === undefined) {
    onNote('the log of blocks is sound, there is nothing to salvage');
    return false;
  }
  onNote(damage.message);
  const kept = unusedName(directory);
  if (reached !== undefined && !isBefore(reached, end)) {
    await withDatabase(parts, store => store.batch([{ type: 'del', key: LOG_POSITION_KEY }]));
    await rename(directory, kept);
    onNote(`the log of blocks is made anew from the database; the damaged one is kept in ${kept}`);
    return false;
  }
  await cp(directory, kept, { recursive: true });
  await cutLog(directory, end);
  onNote(`the log of blocks ends before the damage now; as it was found, it is kept in ${kept}`);
  return true;
}

/** Does something with the database. @returns undefined where it cannot be read */
async function withDatabase<T>(
  { openDatabase, onNote }: SalvageParts,
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
