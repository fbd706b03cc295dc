import { rename, rm } from 'node:fs/promises';
import { BlockLog } from './block-log.js';
import type { BlockStore } from './block-store.js';
import { ChainError } from './errors.js';

/** Blocks that wait for the disk together. */
const BATCH = 500;

/** A chain whose database was made without a log. */
export interface ChainWithoutLog {
  readonly blocks: BlockStore;
  readonly tipHeight: number;
  /** Hashes of the blocks that are marked as invalid. */
  readonly invalid: Iterable<string>;
}

/**
 * Writes the log of a chain whose database was made without one: all its blocks, then the marks on invalid
 * ones. Blocks that were taken back are not in it. The directory has its name only when the log is complete.
 * @throws ChainError `corrupt`, StorageError
 */
export async function writeLogOf(
  { blocks, tipHeight, invalid }: ChainWithoutLog,
  { directory, genesisHash }: { readonly directory: string; readonly genesisHash: string },
): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const { log } = await BlockLog.open({ directory: unfinished, genesisHash, reached: undefined });
  try {
    let written: Promise<void> = Promise.resolve();
    for (let height = 1; height <= tipHeight; height++) {
      const hash = blocks.header(height)?.hash;
      const raw = blocks.rawBlock(height);
      if (hash === undefined || raw === undefined) {
        throw new ChainError('corrupt', `block ${height} belongs to the chain, but is not stored completely`);
      }
      const [edits, failures] = [blocks.editsOf(hash), blocks.failures(height)];
      ({ written } = log.append({ type: 'connected', height, hash, raw, edits, failures }));
      if (height % BATCH === 0) await written;
    }
    for (const hash of invalid) ({ written } = log.append({ type: 'marked', hash }));
    await written;
  } finally {
    await log.close();
  }
  await rename(unfinished, directory);
}

/** Whether a log ends with the newest block of a chain: then it was made from it. */
export async function isLogOf({ blocks, tipHeight }: ChainWithoutLog, log: BlockLog): Promise<boolean> {
  let last: string | undefined;
  for await (const { event } of log.eventsAfter(undefined)) {
    if (event.type === 'connected') last = event.hash;
  }
  return last !== undefined && last === blocks.header(tipHeight)?.hash;
}
