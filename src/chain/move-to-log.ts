import { decode } from '../codec/codec.js';
import { toDisplayHex } from '../crypto/hash.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { decodeBlock } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import type { BlockLog, LoggedEvent } from './block-log.js';
import {
  blockSummaryCodec,
  heightKey,
  heightOfKey,
  kindRange,
  placeCodec,
  put,
  recordKey,
} from './block-records.js';
import { BlockStore } from './block-store.js';
import { ChainError } from './errors.js';
import { staleOperation } from './index-operations.js';

/** Blocks whose records are changed in one batch. */
const BATCH = 1_000;
/** Bytes in front of the hash in a key: prefix and kind. */
const HASH_OFFSET = 2;

/** Whether a store has the bytes of blocks, which stores that follow a log of blocks leave to it. */
export function hasBlockBytes(store: KeyValueStore): boolean {
  const first = { ...kindRange('block'), gte: heightKey('block', 1), limit: 1 };
  for (const _ of store.iterate(first)) return true;
  for (const _ of store.iterate({ ...kindRange('stale'), limit: 1 })) return true;
  return false;
}

/**
 * Puts the places of the blocks in the log into a store that has their bytes, as those of earlier versions
 * do. Disconnected blocks that are not in the log are added to it; whoever catches up with the log takes
 * their places over. Can be repeated after it was cut off.
 * @throws ChainError `corrupt` where a block of the chain is not in the log; StorageError
 */
export async function moveBlocksToLog(store: KeyValueStore, log: BlockLog, rules: WireRules): Promise<void> {
  let operations: BatchOperation[] = [];
  for await (const logged of log.eventsAfter(undefined)) {
    operations.push(...movedBy(logged, store, rules));
    if (operations.length < BATCH) continue;
    await store.batch(operations);
    operations = [];
  }
  await store.batch(operations);
  for (const [key] of store.iterate({ ...kindRange('block'), gte: heightKey('block', 1), limit: 1 })) {
    throw new ChainError(
      'corrupt',
      `block ${heightOfKey(key)} of the database is not in the log of blocks. Nothing is lost: put back the files ` +
        'of the log that belong here, or move the folder of the log away: the next start makes it from the database',
    );
  }
  await logStaleBlocks(store, log, rules);
}

/** What changes in a store by a block of the log whose bytes it has. */
function movedBy(
  { event, place }: LoggedEvent,
  store: KeyValueStore,
  rules: WireRules,
): readonly BatchOperation[] {
  if (event.type !== 'connected' && event.type !== 'known') return [];
  const { hash, raw } = event;
  const [stale] = store.getMany([recordKey('stale', hash)]);
  if (stale !== undefined) {
    const { header } = decodeBlock(Buffer.from(raw), rules);
    return [staleOperation(hash, header, { place }), { type: 'del', key: recordKey('stale', hash) }];
  }
  if (event.type === 'known') return [];
  const [summary] = store.getMany([heightKey('summary', event.height)]);
  if (summary === undefined || decode(blockSummaryCodec, summary).hash !== hash) return [];
  return [
    put(heightKey('place', event.height), placeCodec, place),
    { type: 'del', key: heightKey('block', event.height) },
  ];
}

async function logStaleBlocks(store: KeyValueStore, log: BlockLog, rules: WireRules): Promise<void> {
  const edits = new BlockStore(store, rules, () => 0);
  let written: Promise<void> = Promise.resolve();
  let waiting = 0;
  for (const [key, raw] of store.iterate(kindRange('stale'))) {
    const hash = toDisplayHex(key.subarray(HASH_OFFSET));
    ({ written } = log.append({ type: 'known', hash, raw: Buffer.from(raw), edits: edits.editsOf(hash) }));
    if (++waiting % BATCH === 0) await written;
  }
  await written;
}
