import { decode } from '../codec/codec.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import type { LogPosition } from '../storage/record-log/read-log.js';
import { LOG_POSITION_KEY, logPositionCodec, PRUNED_KEY, type Pruned, prunedCodec } from './block-records.js';

/** Up to where a database has followed the log of blocks, or undefined where it knows of none. */
export function positionOf(store: KeyValueStore): LogPosition | undefined {
  const [bytes] = store.getMany([LOG_POSITION_KEY]);
  return bytes && decode(logPositionCodec, bytes);
}

/** How far the blocks of a database are not kept any more. */
export function prunedOf(store: KeyValueStore): Pruned | undefined {
  const [bytes] = store.getMany([PRUNED_KEY]);
  return bytes && decode(prunedCodec, bytes);
}
