import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fromDisplayHex, sha256 } from '../crypto/hash.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { readSoundPart } from '../storage/record-log/read-log.js';
import { existingSegments } from '../storage/record-log/segment-files.js';
import { waitingPositionOf } from '../wallet/logged-waiting.js';
import {
  LOG_OF_WAITING,
  type OpenedWaitingLog,
  type Waiting,
  WaitingLog,
  WaitingReader,
} from '../wallet/waiting-log.js';
import { unusedName } from './salvage.js';
import { waitingCopyIn } from './waiting-copy.js';

export interface WaitingLogRequest {
  readonly networkDirectory: string;
  readonly genesisHash: string;
  /** The index's part of the database that follows the log. */
  readonly store: KeyValueStore;
  /** Whether a damaged log is made anew from what is sound of it and from the database. */
  readonly salvage: boolean;
  /** Is called with what the operator should know. */
  readonly onNote: (note: string) => void;
}

function directoryIn(networkDirectory: string): string {
  return join(networkDirectory, 'waiting');
}

/** Another one than that of the log of blocks, whose files have the same names. */
function identityOf(genesisHash: string): Buffer {
  return sha256(Buffer.concat([fromDisplayHex(genesisHash), Buffer.from('waiting', 'latin1')]));
}

/** Whether a node keeps what waits in a log; earlier versions did not. */
export async function hasWaitingLog(networkDirectory: string): Promise<boolean> {
  return (await existingSegments(directoryIn(networkDirectory))).length > 0;
}

/**
 * Opens the log of the transactions that wait, beside the database that follows it.
 * @throws StorageError `damaged`, `foreign-log`
 */
export async function openWaitingLog(request: WaitingLogRequest): Promise<OpenedWaitingLog> {
  const { networkDirectory, genesisHash, store, salvage, onNote } = request;
  const log = {
    directory: directoryIn(networkDirectory),
    identity: identityOf(genesisHash),
    reached: waitingPositionOf(store),
  };
  if (log.reached !== undefined && !(await hasWaitingLog(networkDirectory))) {
    onNote(`${LOG_OF_WAITING} in ${log.directory} is missing: it is made anew from the database`);
  }
  const saved = salvage ? await soundPart(log, onNote) : undefined;
  const opened = await WaitingLog.open(log);
  if (opened.torn !== undefined) {
    const { file, offset, bytes } = opened.torn;
    onNote(
      `${file} ended with ${bytes.length} bytes that were never acknowledged: they were cut off at byte ${offset}, and ` +
        `are kept in ${basename(file)}.torn-at-${offset}`,
    );
  }
  // What an earlier version has left at its last stop is in the log by now.
  if (!opened.isUnfinished) await rm(waitingCopyIn(networkDirectory), { force: true });
  return saved === undefined ? opened : { ...opened, waiting: saved };
}

/**
 * Moves a damaged log away.
 * @returns what is sound of it; undefined where all of it is
 */
async function soundPart(
  log: Parameters<typeof WaitingLog.open>[0],
  onNote: (note: string) => void,
): Promise<Waiting | undefined> {
  const [first] = await existingSegments(log.directory);
  if (first === undefined) return undefined;
  const reading = new WaitingReader();
  const reached = log.reached !== undefined && log.reached.segment < first ? undefined : log.reached;
  const { damage } = await readSoundPart({ ...log, reached, first, name: LOG_OF_WAITING }, record =>
    reading.take(record),
  );
  if (damage === undefined && (first === 0 || reading.isComplete)) return undefined;
  const kept = unusedName(log.directory);
  await rename(log.directory, kept);
  onNote(
    `${damage?.message ?? `${log.directory} does not begin with what waited`} It is made anew from the database and ` +
      `what is before the damage; as it was found, it is kept in ${kept}`,
  );
  return reading.waiting;
}
