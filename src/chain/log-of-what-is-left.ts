import { rm } from 'node:fs/promises';
import { decode } from '../codec/codec.js';
import { toDisplayHex } from '../crypto/hash.js';
import { StorageError } from '../storage/errors.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import type { LogPosition } from '../storage/record-log/read-log.js';
import { recordsAfter } from '../storage/record-log/read-log.js';
import { RecordReader } from '../storage/record-log/record-reader.js';
import type { WireRules } from '../tx/definition.js';
import { BlockLog, eventOf, type LoggedStep } from './block-log.js';
import {
  heightKey,
  heightOfKey,
  kindRange,
  LOG_POSITION_KEY,
  logPositionCodec,
  PRUNED_KEY,
  placeCodec,
  prunedCodec,
  put,
  recordKey,
  stalePlaceCodec,
} from './block-records.js';
import { BlockStore } from './block-store.js';
import { ChainError } from './errors.js';
import { pastOperations } from './past-operations.js';
import { positionOf } from './stored-position.js';

/** Blocks that wait for the disk together. */
const BATCH = 500;
/** Bytes in front of the hash in a key: prefix and kind. */
const HASH_OFFSET = 2;

/** A damaged log. */
export interface DamagedLog {
  readonly directory: string;
  readonly genesisHash: string;
  readonly rules: WireRules;
}

/**
 * Makes a log of the sound blocks of a damaged one: of those of the chain, those above the highest one that
 * cannot be read; the disconnected ones that can; and the events behind those that the database has seen. The
 * database follows it when this is done.
 *
 * @param store - sound, and ahead of the damage
 * @param target - where it is made; what is there is replaced
 * @returns height of the highest block that is not kept
 */
export async function logOfWhatIsLeft(
  store: KeyValueStore,
  { directory, genesisHash, rules }: DamagedLog,
  target: string,
): Promise<number> {
  const reader = new RecordReader(directory);
  const tipHeight = newestPlace(store);
  const rawBlock: BlockLog['rawBlock'] = place => {
    const event = eventOf(reader.read(place));
    return 'raw' in event ? Buffer.from(event.raw) : Buffer.alloc(0);
  };
  const blocks = new BlockStore(store, rules, () => tipHeight, { rawBlock });
  await rm(target, { recursive: true, force: true });
  const { log } = await BlockLog.open({ directory: target, genesisHash, reached: undefined });
  try {
    const operations: BatchOperation[] = [];
    const lost = highestUnreadable(blocks, tipHeight);
    for (let height = 1; height <= lost; height++) {
      operations.push({ type: 'del', key: heightKey('place', height) });
      const block = orUndefined(() => blocks.blockByHeight(height));
      if (block !== undefined) operations.push(...pastOperations(block));
    }
    let written: Promise<void> = Promise.resolve();
    for (let height = lost + 1; height <= tipHeight; height++) {
      const appended = appendBlock(log, blocks, height);
      operations.push(put(heightKey('place', height), placeCodec, appended.place));
      ({ written } = appended);
      if (height % BATCH === 0) await written;
    }
    for (const [key, value] of [...store.iterate(kindRange('stalePlace'))]) {
      const { header, place } = decode(stalePlaceCodec, value);
      const raw = orUndefined(() => rawBlock(place));
      const hash = toDisplayHex(key.subarray(HASH_OFFSET));
      if (raw === undefined) {
        operations.push({ type: 'del', key: Buffer.from(key) });
        continue;
      }
      const appended = log.append({ type: 'known', hash, raw, edits: blocks.editsOf(hash) });
      operations.push(put(recordKey('stalePlace', hash), stalePlaceCodec, { header, place: appended.place }));
      ({ written } = appended);
    }
    operations.push(
      put(LOG_POSITION_KEY, logPositionCodec, log.end),
      put(PRUNED_KEY, prunedCodec, { height: lost, segment: 0, lost }),
    );
    await written;
    const reached = positionOf(store);
    if (reached !== undefined) await appendUnseen(log, directory, reached);
    await store.batch(operations);
    return lost;
  } finally {
    await log.close();
    reader.close();
  }
}

/** Height of the newest block whose place is stored. */
function newestPlace(store: KeyValueStore): number {
  for (const [key] of store.iterate({ ...kindRange('place'), reverse: true, limit: 1 }))
    return heightOfKey(key);
  return 0;
}

function highestUnreadable(blocks: BlockStore, tipHeight: number): number {
  let height = tipHeight;
  while (height >= blocks.lowestKept && orUndefined(() => blocks.rawBlock(height)) !== undefined) height--;
  return height;
}

function appendBlock(
  log: BlockLog,
  blocks: BlockStore,
  height: number,
): LoggedStep & { written: Promise<void> } {
  const hash = blocks.header(height)?.hash;
  const raw = blocks.rawBlock(height);
  if (hash === undefined || raw === undefined) {
    throw new ChainError('corrupt', `block ${height} belongs to the chain, but is not stored completely`);
  }
  const [edits, failures] = [blocks.editsOf(hash), blocks.failures(height)];
  return log.append({ type: 'connected', height, hash, raw, edits, failures });
}

/** Adds the events of a damaged log behind a place to another one, up to where they are damaged or end. */
async function appendUnseen(log: BlockLog, directory: string, reached: LogPosition): Promise<void> {
  try {
    let written: Promise<void> = Promise.resolve();
    for await (const record of recordsAfter(directory, reached, undefined)) {
      ({ written } = log.append(eventOf(record)));
    }
    await written;
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'damaged') throw error;
  }
}

/** @returns undefined where the bytes cannot be read */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StorageError || error instanceof ChainError) return undefined;
    throw error;
  }
}
