import { existsSync } from 'node:fs';
import { BlockLog, eventOf } from '../chain/block-log.js';
import { LOG_POSITION_KEY, logPositionCodec, put } from '../chain/block-records.js';
import { BlockStore } from '../chain/block-store.js';
import { ChainError } from '../chain/errors.js';
import { isLogOf, writeLogOf } from '../chain/log-of-store.js';
import { hasBlockBytes, moveBlocksToLog } from '../chain/move-to-log.js';
import { StaleBlocks } from '../chain/stale-blocks.js';
import { positionOf, prunedOf } from '../chain/stored-position.js';
import { fromDisplayHex } from '../crypto/hash.js';
import type { StateStore } from '../state/state-store.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { readLog, readSoundPart } from '../storage/record-log/read-log.js';
import { segmentNumbers } from '../storage/record-log/segment-files.js';
import type { WireRules } from '../tx/definition.js';

export interface OpenBlockLogParts {
  /** Of the log. */
  readonly directory: string;
  readonly genesisHash: string;
  /** The database that follows the log. */
  readonly store: KeyValueStore;
  /** Over the same store. */
  readonly state: StateStore;
  readonly rules: WireRules;
  /** Blocks after which a file of the log gets no further one; default: any number. */
  readonly blocksOfFile?: number | undefined;
  /** Is called with what the operator should know. */
  readonly onNote: (note: string) => void;
}

/**
 * Opens the log of blocks beside its database. A database that was made before there was a log gets one
 * from its blocks.
 * @throws StorageError `damaged`, `foreign-log`; ChainError `corrupt` where the two do not belong together
 */
export async function openBlockLog(parts: OpenBlockLogParts): Promise<BlockLog> {
  const { directory, genesisHash, store, state, rules, onNote } = parts;
  const reached = positionOf(store);
  const hasFiles = existsSync(directory) && (await segmentNumbers(directory)).length > 0;
  const height = state.height;
  if (height === undefined && hasFiles && (await hasSteps(directory, genesisHash))) {
    throw new ChainError(
      'corrupt',
      `the database is missing or empty, but ${directory} has a log of blocks. Nothing was changed. Put the ` +
        'database back, or start with -reindex, which makes it anew from the log',
    );
  }
  const needsLog = reached === undefined && height !== undefined && height > 0;
  if (needsLog && !hasFiles) {
    onNote(`the log of blocks is made from the ${height} blocks of the database`);
    await writeLogOf(chainWithoutLog(parts), { directory, genesisHash });
  }
  const { log, torn } = await BlockLog.open({
    directory,
    genesisHash,
    reached,
    first: prunedOf(store)?.segment ?? 0,
    ...(parts.blocksOfFile !== undefined && { blocksOfFile: parts.blocksOfFile }),
  });
  try {
    if (torn !== undefined) {
      onNote(
        `${torn.file} ended with ${torn.bytes.length} bytes of a block that was never acknowledged: they were cut ` +
          `off at byte ${torn.offset}, and are kept in ${torn.file}.torn-at-${torn.offset}`,
      );
    }
    if (needsLog) await acceptLog(parts, log);
    if (hasBlockBytes(store)) {
      onNote('the blocks of the database are left to the log of blocks, which has them as well');
      await moveBlocksToLog(store, log, rules);
    }
  } catch (error) {
    await log.close();
    throw error;
  }
  return log;
}

/** Whether a log has a step of the chain: without one, an earlier start has made it and went no further. */
async function hasSteps(directory: string, genesisHash: string): Promise<boolean> {
  let steps = 0;
  const { damage } = await readSoundPart({ directory, identity: fromDisplayHex(genesisHash) }, () => steps++);
  return steps > 0 || damage !== undefined;
}

/**
 * Checks that there is a log to make a database from, before the present one is moved away.
 * @throws StorageError `damaged`, `foreign-log`; ChainError `corrupt` where there is none, `pruned`
 */
export async function requireSoundLog(directory: string, genesisHash: string): Promise<void> {
  if (!existsSync(directory) || (await segmentNumbers(directory)).length === 0) {
    throw new ChainError(
      'corrupt',
      `there is no log of blocks in ${directory} to make the database from. Nothing was changed; start without -reindex`,
    );
  }
  await requireBeginning(directory, genesisHash);
  await readLog({ directory, identity: fromDisplayHex(genesisHash) });
}

/**
 * Checks that a log, which may be damaged further on, begins with the first block, or with a snapshot.
 * @throws ChainError `pruned`; StorageError `foreign-log`
 */
export async function requireBeginning(directory: string, genesisHash: string): Promise<void> {
  const [first = 0] = await segmentNumbers(directory);
  if (first !== 0) throw prunedLog(directory);
  let height: number | undefined;
  await readSoundPart({ directory, identity: fromDisplayHex(genesisHash) }, record => {
    const event = height === undefined ? eventOf(record) : undefined;
    if (event?.type === 'connected') height = event.height;
    if (event?.type === 'loaded') height = 1; // What is before it is in the snapshot.
  });
  if (height !== undefined && height > 1) throw prunedLog(directory);
}

function prunedLog(directory: string): ChainError {
  return new ChainError(
    'pruned',
    `the log of blocks in ${directory} does not begin with block 1: older blocks were pruned, or lost with a ` +
      'damaged file. A database cannot be made from it. Nothing was changed. Put a copy of the data directory back, ' +
      'or begin with a snapshot',
  );
}

function chainWithoutLog({ store, state, rules }: OpenBlockLogParts) {
  return {
    blocks: new BlockStore(store, rules, () => state.durableHeight ?? 0),
    tipHeight: state.durableHeight ?? 0,
    invalid: new StaleBlocks(store, rules).invalid,
  };
}

/** Lets a database follow the log that was made from it. @throws ChainError `corrupt` */
async function acceptLog(parts: OpenBlockLogParts, log: BlockLog): Promise<void> {
  if (!(await isLogOf(chainWithoutLog(parts), log))) {
    throw new ChainError(
      'corrupt',
      `the log of blocks in ${parts.directory} does not end with block ${parts.state.height} of the database, which ` +
        'has never followed a log. Nothing was changed. Put the log back that belongs here, or move it away: the ' +
        'next start makes one from the database',
    );
  }
  await parts.store.batch([put(LOG_POSITION_KEY, logPositionCodec, log.end)]);
}
