import { logPositionCodec, put } from '../chain/block-records.js';
import { decode } from '../codec/codec.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import type { LogPosition } from '../storage/record-log/read-log.js';
import { encodePending, LOGGED_KEY, type StoredPending, unconfirmedKey } from './transaction-index-keys.js';
import type { Waiting, WaitingLog } from './waiting-log.js';

export interface LoggedWaitingParts {
  readonly log: WaitingLog;
  /** The index's part of the database. */
  readonly store: KeyValueStore;
  /** Resolves when the blocks that were executed so far are on the disk. */
  readonly chainWritten: () => Promise<void>;
  /** Is called when the log cannot be written: nothing can be acknowledged any more. */
  readonly onFailure: (error: Error) => void;
}

/** What waits now; those whose entry is undefined are not accepted yet. */
type Entries = ReadonlyMap<string, StoredPending | undefined>;

/**
 * Keeps what waits for a block: first in the log, where it is on the disk when it is acknowledged, then in the
 * database, which follows without a sync of its own.
 */
export class LoggedWaiting {
  readonly #parts: LoggedWaitingParts;

  constructor(parts: LoggedWaitingParts) {
    this.#parts = parts;
  }

  /** @param entries - may change until the promise resolves: a block may take what is being written */
  async write(kept: readonly string[], forgotten: readonly string[], entries: Entries): Promise<void> {
    const { log, store, onFailure } = this.#parts;
    try {
      await log.add(stored(entries, kept), forgotten);
      const operations = operationsOf(kept, forgotten, entries);
      await store.batch([...operations, positionOperation(log.end)], { sync: false });
      if (log.isLong) await this.restate(entries);
    } catch (error) {
      onFailure(error as Error);
      throw error;
    }
  }

  /** States what waits in a new file of the log, and removes those before it. */
  async restate(entries: Entries): Promise<void> {
    const { log, store, chainWritten } = this.#parts;
    // What a block has taken that is not on the disk yet is not among it.
    const waiting = stored(entries, entries.keys());
    await chainWritten();
    await log.restate(waiting);
    await store.batch([positionOperation(log.end)]);
    await log.removeRestated();
  }

  /** Leaves a log that has what waits and nothing else, and closes it. */
  async close(entries: Entries): Promise<void> {
    const { log } = this.#parts;
    try {
      if (log.held !== stored(entries, entries.keys()).size) await this.restate(entries);
    } finally {
      await log.close();
    }
  }
}

function stored(entries: Entries, txids: Iterable<string>): Waiting {
  const found = new Map<string, StoredPending>();
  for (const txid of txids) {
    const pending = entries.get(txid);
    if (pending !== undefined) found.set(txid, pending);
  }
  return found;
}

/** What the database is told. A transaction that is in a block by now is not pending any more. */
export function operationsOf(
  kept: readonly string[],
  forgotten: readonly string[],
  entries: Entries,
): BatchOperation[] {
  return [
    ...forgotten.map(txid => ({ type: 'del', key: unconfirmedKey(txid) }) as const),
    ...[...stored(entries, kept)].map(
      ([txid, pending]) =>
        ({ type: 'put', key: unconfirmedKey(txid), value: encodePending(pending) }) as const,
    ),
  ];
}

/** Up to where a database has followed the log of waiting transactions, or undefined where it knows of none. */
export function waitingPositionOf(store: KeyValueStore): LogPosition | undefined {
  const [bytes] = store.getMany([LOGGED_KEY]);
  return bytes && decode(logPositionCodec, bytes);
}

function positionOperation(position: LogPosition): BatchOperation {
  return put(LOGGED_KEY, logPositionCodec, position);
}
