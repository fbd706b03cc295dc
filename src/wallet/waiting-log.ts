import { join } from 'node:path';
import { byteString, decode, encode, hash256, record, u32, vector } from '../codec/codec.js';
import { StorageError } from '../storage/errors.js';
import type { LogRecord } from '../storage/record-log/format.js';
import { damaged, type LogPosition, type TornTail } from '../storage/record-log/read-log.js';
import { RecordLog } from '../storage/record-log/record-log.js';
import { existingSegments, removeSegmentsBefore, segmentName } from '../storage/record-log/segment-files.js';
import { decodePending, encodePending, type StoredPending } from './transaction-index-keys.js';

/*
 * No block leads to the transactions that wait for one, and they were acknowledged: so they are in a log of their
 * own, proven as the log of blocks is, before they are in the database. What a block has taken is not written
 * down here: the chain has it. When the log has grown, what waits is stated again in a new file, and the files
 * before are removed.
 *
 *   kept       transactions that wait
 *   forgotten  transactions that do not wait any more, and are in no block
 *   restated   the next so many transactions are all that wait: what is before is void when the last of them is there
 */

const KEPT = 1;
const FORGOTTEN = 2;
const RESTATED = 3;

const keptCodec = vector(record({ txid: hash256, value: byteString }));
const forgottenCodec = vector(hash256);
const restatedCodec = record({ count: u32 });

export const LOG_OF_WAITING = 'the log of waiting transactions';
/** The log is stated anew when it is longer than this and than twice what it began with. */
const LONG_BYTES = 4 * 1024 * 1024;
/** Bytes of transactions that are restated in one record. */
const RECORD_BYTES = 1024 * 1024;

/** Transactions that wait, by txid. */
export type Waiting = ReadonlyMap<string, StoredPending>;

export interface OpenWaitingLog {
  readonly directory: string;
  /** 32 bytes: whose log it is. */
  readonly identity: Buffer;
  /** Up to where the database has followed the log. */
  readonly reached: LogPosition | undefined;
}

export interface OpenedWaitingLog {
  readonly log: WaitingLog;
  /** What the log says: those that waited, and those that blocks have taken since. */
  readonly waiting: Waiting;
  /** Whether it has to be stated anew before it is added to: there was none, or the end of the process cut that off. */
  readonly isUnfinished: boolean;
  /** An unfinished write that was cut off. */
  readonly torn: TornTail | undefined;
}

/** The transactions of this node that wait for a block, in files to which is only added. */
export class WaitingLog {
  readonly #log: RecordLog;
  readonly #directory: string;
  /** Ids of the transactions in it. */
  readonly #held: Set<string>;
  #bytes: number;
  #mostBytes = LONG_BYTES;

  private constructor(log: RecordLog, directory: string, held: Iterable<string>, bytes: number) {
    this.#log = log;
    this.#directory = directory;
    this.#held = new Set(held);
    this.#bytes = bytes;
  }

  /** Opens the log of a directory, which is made if it is missing. @throws StorageError `damaged`, `foreign-log` */
  static async open({ directory, identity, reached }: OpenWaitingLog): Promise<OpenedWaitingLog> {
    const numbers = await existingSegments(directory);
    const [first = 0] = numbers;
    const isNew = numbers.length === 0;
    const reading = new WaitingReader();
    let bytes = 0;
    const { log, torn } = await RecordLog.open({
      directory,
      identity,
      first,
      name: LOG_OF_WAITING,
      // A file that states everything anew does not need those that the database has seen before it.
      reached: isNew || (reached !== undefined && reached.segment < first) ? undefined : reached,
      visit: record => {
        bytes += record.place.size;
        reading.take(record);
      },
    });
    if (first > 0 && !reading.isComplete) {
      await log.close();
      throw damaged(join(directory, segmentName(first - 1)), 0, 'the file is missing');
    }
    const { waiting } = reading;
    return {
      log: new WaitingLog(log, directory, waiting.keys(), bytes),
      waiting,
      isUnfinished: isNew || reading.isCutOff,
      torn,
    };
  }

  /** The place behind the newest record that is on the disk. */
  get end(): LogPosition {
    return this.#log.durableEnd;
  }

  /** How many transactions it has, with those that blocks have taken. */
  get held(): number {
    return this.#held.size;
  }

  /** Whether it has grown so long that what waits should be stated anew. */
  get isLong(): boolean {
    return this.#bytes > this.#mostBytes;
  }

  /** Adds to it; what was added is on the disk when the promise resolves. @throws StorageError `failed` */
  async add(kept: Waiting, forgotten: readonly string[]): Promise<void> {
    const known = forgotten.filter(txid => this.#held.has(txid));
    const written: Promise<void>[] = [];
    if (known.length > 0) written.push(this.#append(FORGOTTEN, encode(forgottenCodec, known)));
    if (kept.size > 0) written.push(this.#append(KEPT, encodeKept([...kept])));
    for (const txid of known) this.#held.delete(txid);
    for (const txid of kept.keys()) this.#held.add(txid);
    await Promise.all(written);
  }

  /**
   * States everything that waits in a new file. The files before stay until {@link removeRestated}.
   * @throws StorageError `failed`
   */
  async restate(waiting: Waiting): Promise<void> {
    this.#bytes = 0;
    const written = [this.#append(RESTATED, encode(restatedCodec, { count: waiting.size }), true)];
    for (const piece of pieces(waiting)) written.push(this.#append(KEPT, encodeKept(piece)));
    this.#mostBytes = LONG_BYTES + 2 * this.#bytes;
    this.#held.clear();
    for (const txid of waiting.keys()) this.#held.add(txid);
    await Promise.all(written);
  }

  /** Removes what is before the newest file, when the database has seen that. */
  async removeRestated(): Promise<void> {
    await removeSegmentsBefore(this.#directory, this.#log.durableEnd.segment);
  }

  /** Waits for what is on its way, then closes the files. */
  async close(): Promise<void> {
    await this.#log.close();
  }

  #append(kind: number, body: Buffer, beginsFile = false): Promise<void> {
    this.#bytes += body.length;
    const { written } = this.#log.append({ kind, body }, beginsFile);
    written.catch(() => undefined); // It is awaited with the others.
    return written;
  }
}

/** Follows the records of a log. */
export class WaitingReader {
  #waiting = new Map<string, StoredPending>();
  /** What is being stated anew, and how much is still to come. */
  #anew: { readonly waiting: Map<string, StoredPending>; left: number } | undefined;
  #isComplete = false;

  /** What waits after the records that were taken. */
  get waiting(): Waiting {
    return this.#waiting;
  }

  /** Whether some record has stated everything. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether the records end within what is being stated anew. */
  get isCutOff(): boolean {
    return this.#anew !== undefined;
  }

  /** @throws StorageError `failed` for a record of a newer program */
  take({ kind, body }: LogRecord): void {
    if (kind === RESTATED) {
      this.#anew = { waiting: new Map(), left: decode(restatedCodec, body).count };
    } else if (kind === FORGOTTEN) {
      for (const txid of decode(forgottenCodec, body)) this.#waiting.delete(txid);
    } else if (kind === KEPT) {
      for (const { txid, value } of decode(keptCodec, body))
        this.#keep(txid, decodePending(Buffer.from(value)));
    } else {
      throw new StorageError(
        'failed',
        `${LOG_OF_WAITING} has a record of kind ${kind}, which this program does not know: a newer one wrote it`,
      );
    }
    if (this.#anew?.left === 0) {
      this.#waiting = this.#anew.waiting;
      this.#anew = undefined;
      this.#isComplete = true;
    }
  }

  #keep(txid: string, pending: StoredPending): void {
    this.#waiting.set(txid, pending);
    if (this.#anew === undefined) return;
    this.#anew.waiting.set(txid, pending);
    this.#anew.left--;
  }
}

function encodeKept(waiting: readonly (readonly [string, StoredPending])[]): Buffer {
  return encode(
    keptCodec,
    waiting.map(([txid, pending]) => ({ txid, value: encodePending(pending) })),
  );
}

function* pieces(waiting: Waiting): Generator<(readonly [string, StoredPending])[]> {
  let piece: (readonly [string, StoredPending])[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    piece.push(entry);
    bytes += entry[1].raw.length;
    if (bytes < RECORD_BYTES) continue;
    yield piece;
    [piece, bytes] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}
