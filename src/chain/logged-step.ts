import type { WrittenBefore } from '../state/commit-queue.js';
import type { BatchOperation } from '../storage/key-value-store.js';
import type { RecordPlace } from '../storage/record-log/read-log.js';
import type { BlockLog, ChainEvent, LoggedStep } from './block-log.js';
import { LOG_POSITION_KEY, logPositionCodec, put } from './block-records.js';
import type { ExecutedBlock } from './executed-block.js';
import type { KeptRecords } from './index-operations.js';

/** A step on its way to the log and to the store. */
export interface StepToLog {
  readonly event: () => ChainEvent;
  /** Where it is in the log, if it has come from there. */
  readonly logged: LoggedStep | undefined;
  /** What the store keeps of its place in the log. */
  readonly placed?: (place: RecordPlace) => BatchOperation;
  /** What the store keeps in place of that without a log. */
  readonly unplaced?: () => BatchOperation;
}

/**
 * Puts a step into the log, unless it has come from there: what the store has to wait for.
 * @param log - undefined where the store is all there is
 */
export function logStep(
  log: BlockLog | undefined,
  { event, logged, placed, unplaced }: StepToLog,
): WrittenBefore {
  if (log === undefined) return { operations: unplaced ? [unplaced()] : [], done: undefined };
  const { place, end, written } =
    logged === undefined ? log.append(event()) : { ...logged, written: undefined };
  const operations: BatchOperation[] = placed ? [placed(place)] : [];
  return { operations: [...operations, put(LOG_POSITION_KEY, logPositionCodec, end)], done: written };
}

/** The step of a block that becomes the newest one. */
export function connectedEvent(
  { block, hash, raw, edits = [], failures }: ExecutedBlock,
  kept: KeptRecords,
): ChainEvent {
  const { height } = block.header;
  return { type: 'connected', height, hash, raw, edits, failures: kept.failures ? failures : [] };
}
