import { byteString, type Codec, decode, encode, hash256, record, u32, vector } from '../codec/codec.js';
import { fromDisplayHex } from '../crypto/hash.js';
import type { LogRecord } from '../storage/record-log/format.js';
import {
  type LogPosition,
  type PlacedRecord,
  type RecordPlace,
  recordsAfter,
  type TornTail,
} from '../storage/record-log/read-log.js';
import { type Appended, RecordLog } from '../storage/record-log/record-log.js';
import { RecordReader } from '../storage/record-log/record-reader.js';
import { removeSegmentsBefore } from '../storage/record-log/segment-files.js';
import type { TimeHistogram } from '../storage/time-histogram.js';
import { failuresCodec } from './block-records.js';
import { ChainError } from './errors.js';
import type { BlockFailure } from './executed-block.js';
import { editsCodec, type StateEdit } from './state-edits.js';
import { type SwitchIntent, switchIntentCodec } from './switch-intent.js';

/** A step of the chain: everything that cannot be found out again by executing blocks. */
export type ChainEvent =
  | {
      /** A block was made the newest one. */
      readonly type: 'connected';
      readonly height: number;
      readonly hash: string;
      /** The encoded block. */
      readonly raw: Uint8Array;
      /** What was set in it without a transaction. */
      readonly edits: readonly StateEdit[];
      /** What was tried for it and left out. */
      readonly failures: readonly BlockFailure[];
    }
  /** A block that is not part of the chain is known. */
  | {
      readonly type: 'known';
      readonly hash: string;
      readonly raw: Uint8Array;
      readonly edits: readonly StateEdit[];
    }
  /** The newest block was taken back. */
  | { readonly type: 'disconnected'; readonly height: number; readonly hash: string }
  /** A block must not be connected (any more). */
  | { readonly type: 'marked'; readonly hash: string }
  /** Blocks may be connected again. */
  | { readonly type: 'unmarked'; readonly hashes: readonly string[] }
  /** The chain begins with a snapshot; its block comes next, as a known one. */
  | {
      readonly type: 'loaded';
      readonly height: number;
      readonly hash: string;
      /** Of the snapshot, 32 bytes. */
      readonly id: Uint8Array;
    }
  /** A sequence of steps begins, which the next start completes or takes back if it is cut off. */
  | { readonly type: 'switching'; readonly intent: SwitchIntent }
  /** The sequence is complete. */
  | { readonly type: 'switched' };

type Fields<T extends ChainEvent['type']> = Omit<Extract<ChainEvent, { type: T }>, 'type'>;

/** How each event is written: the kind of its record, and its fields. */
const FORMS: { readonly [T in ChainEvent['type']]: readonly [kind: number, codec: Codec<Fields<T>>] } = {
  connected: [
    1,
    record({ height: u32, hash: hash256, raw: byteString, edits: editsCodec, failures: failuresCodec }),
  ],
  disconnected: [2, record({ height: u32, hash: hash256 })],
  marked: [3, record({ hash: hash256 })],
  unmarked: [4, record({ hashes: vector(hash256) })],
  switching: [5, record({ intent: switchIntentCodec })],
  switched: [6, record({})],
  loaded: [16, record({ height: u32, hash: hash256, id: byteString })],
  known: [7, record({ hash: hash256, raw: byteString, edits: editsCodec })],
};

const TYPE_OF_KIND: ReadonlyMap<number, ChainEvent['type']> = new Map(
  Object.entries(FORMS).map(([type, [kind]]) => [kind, type as ChainEvent['type']]),
);

/** Where a step is in the log: its record, and the place behind that. */
export type LoggedStep = Pick<Appended, 'place' | 'end'>;

export interface LoggedEvent extends LoggedStep {
  readonly event: ChainEvent;
}

export interface OpenBlockLogOptions {
  readonly directory: string;
  /** Hash of block 0, which tells the logs of networks apart. */
  readonly genesisHash: string;
  /** Up to where the database has seen the log. */
  readonly reached: LogPosition | undefined;
  /** Number of the first file that was not pruned; default 0. */
  readonly first?: number;
  /** Blocks after which a file gets no further one; default: any number, up to the size of a file. */
  readonly blocksOfFile?: number;
}

/** Reads blocks of a log that is open, in this thread or in another one. */
export class LoggedBlocks {
  readonly #reader: RecordReader;

  /** @param directory - of the log */
  constructor(directory: string) {
    this.#reader = new RecordReader(directory);
  }

  /**
   * The encoded block of an event `connected` or `known`, which is on the disk.
   * @throws StorageError `damaged`, naming file and place
   */
  rawBlock(place: RecordPlace): Buffer {
    const event = eventOf(this.#reader.read(place));
    if (event.type !== 'connected' && event.type !== 'known') {
      throw new ChainError(
        'corrupt',
        `the record at byte ${place.offset} of file ${place.segment} is no block`,
      );
    }
    const { buffer, byteOffset, length } = event.raw;
    return Buffer.from(buffer, byteOffset, length);
  }

  /** Closes files below a number, which are going to be removed. */
  closeBelow(segment: number): void {
    this.#reader.closeBelow(segment);
  }

  close(): void {
    this.#reader.close();
  }
}

/**
 * The log of blocks: the chain is what its events lead to. Everything else that the node stores of the
 * chain can be made from it again.
 */
export class BlockLog {
  readonly #log: RecordLog;
  readonly #directory: string;
  readonly #blocks: LoggedBlocks;
  readonly #mostBlocks: number;
  /** Number of the newest file, and of blocks in it. */
  #file: number;
  #blocksOfFile: number;

  private constructor(log: RecordLog, directory: string, mostBlocks: number, blocksOfFile: number) {
    this.#log = log;
    this.#mostBlocks = mostBlocks;
    this.#blocksOfFile = blocksOfFile;
    this.#file = log.end.segment;
    this.#directory = directory;
    this.#blocks = new LoggedBlocks(directory);
  }

  /**
   * Opens the log of a directory and proves it; an unfinished write at its end is cut off.
   * @throws StorageError `damaged`, `foreign-log`, `unwritable`
   */
  static async open(options: OpenBlockLogOptions): Promise<{ log: BlockLog; torn: TornTail | undefined }> {
    const { directory, genesisHash, blocksOfFile = Number.POSITIVE_INFINITY, ...more } = options;
    let [file, blocks] = [0, 0];
    const visit = ({ kind, place: { segment } }: PlacedRecord): void => {
      if (segment !== file) [file, blocks] = [segment, 0];
      if (kind === FORMS.connected[0]) blocks++;
    };
    const identity = fromDisplayHex(genesisHash);
    const { log, torn } = await RecordLog.open({ ...more, directory, identity, visit });
    return { log: new BlockLog(log, directory, blocksOfFile, blocks), torn };
  }

  /** The place behind the newest event, on the disk or on its way there. */
  get end(): LogPosition {
    return this.#log.end;
  }

  /** The place behind the newest event that is on the disk. */
  get durableEnd(): LogPosition {
    return this.#log.durableEnd;
  }

  /** How long writes took, to the disk. */
  get syncs(): TimeHistogram {
    return this.#log.syncs;
  }

  /** Milliseconds that the slowest write took, to the disk, since this was last asked. */
  takeSlowestSync(): number {
    return this.#log.takeSlowestSync();
  }

  /** Adds an event. @throws StorageError `failed` */
  append(event: ChainEvent): Appended {
    const [kind, codec] = FORMS[event.type] as readonly [number, Codec<ChainEvent>];
    const record = { kind, body: encode(codec, event) };
    const isFull = event.type === 'connected' && ++this.#blocksOfFile > this.#mostBlocks;
    const appended = this.#log.append(record, isFull);
    if (appended.place.segment !== this.#file) {
      this.#file = appended.place.segment;
      this.#blocksOfFile = event.type === 'connected' ? 1 : 0;
    }
    return appended;
  }

  /** The events behind a place, or all of them, up to what is on the disk now. */
  async *eventsAfter(place: LogPosition | undefined): AsyncGenerator<LoggedEvent> {
    for await (const { kind, body, place: at, end } of recordsAfter(this.#directory, place, this.end)) {
      yield { event: eventOf({ kind, body }), place: at, end };
    }
  }

  /**
   * The encoded block of an event `connected` or `known`, which is on the disk.
   * @throws StorageError `damaged`, naming file and place
   */
  rawBlock(place: RecordPlace): Buffer {
    return this.#blocks.rawBlock(place);
  }

  /**
   * Removes the files before one, the oldest first: what is left after a crash is a row of files without gaps.
   */
  async removeBefore(segment: number): Promise<void> {
    this.#blocks.closeBelow(segment);
    await removeSegmentsBefore(this.#directory, segment);
  }

  /** Waits for what is on its way, then closes the files. */
  async close(): Promise<void> {
    await this.#log.close();
    this.#blocks.close();
  }
}

/** The event of a record. */
export function eventOf({ kind, body }: LogRecord): ChainEvent {
  const type = TYPE_OF_KIND.get(kind);
  if (type === undefined) {
    throw new ChainError(
      'corrupt',
      `the log of blocks has a record of kind ${kind}, which this program does not know: a newer one wrote it`,
    );
  }
  return { type, ...decode(FORMS[type][1] as Codec<object>, body) } as ChainEvent;
}
