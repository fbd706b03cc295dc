import { byteString, type Codec, decode, encode, hash256, record, u32, vector } from '../codec/codec.js';
import { fromDisplayHex } from '../crypto/hash.js';
import type { LogPosition, TornTail } from '../storage/record-log/read-log.js';
import { recordsAfter } from '../storage/record-log/read-log.js';
import { type Appended, RecordLog } from '../storage/record-log/record-log.js';
import { failuresCodec } from './block-records.js';
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
  /** The newest block was taken back. */
  | { readonly type: 'disconnected'; readonly height: number; readonly hash: string }
  /** A block must not be connected (any more). */
  | { readonly type: 'marked'; readonly hash: string }
  /** Blocks may be connected again. */
  | { readonly type: 'unmarked'; readonly hashes: readonly string[] }
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
};

const TYPE_OF_KIND: ReadonlyMap<number, ChainEvent['type']> = new Map(
  Object.entries(FORMS).map(([type, [kind]]) => [kind, type as ChainEvent['type']]),
);

/** An event with the place behind it. */
export interface LoggedEvent {
  readonly event: ChainEvent;
  readonly end: LogPosition;
}

export interface OpenBlockLogOptions {
  readonly directory: string;
  /** Hash of block 0, which tells the logs of networks apart. */
  readonly genesisHash: string;
  /** Up to where the database has seen the log. */
  readonly reached: LogPosition | undefined;
}

/**
 * The log of blocks: the chain is what its events lead to. Everything else that the node stores of the
 * chain can be made from it again.
 */
export class BlockLog {
  readonly #log: RecordLog;
  readonly #directory: string;

  private constructor(log: RecordLog, directory: string) {
    this.#log = log;
    this.#directory = directory;
  }

  /**
   * Opens the log of a directory and proves it; an unfinished write at its end is cut off.
   * @throws StorageError `damaged`, `foreign-log`, `unwritable`
   */
  static async open(options: OpenBlockLogOptions): Promise<{ log: BlockLog; torn: TornTail | undefined }> {
    const { directory, genesisHash, reached } = options;
    const identity = fromDisplayHex(genesisHash);
    const { log, torn } = await RecordLog.open({ directory, identity, reached });
    return { log: new BlockLog(log, directory), torn };
  }

  /** The place behind the newest event, on the disk or on its way there. */
  get end(): LogPosition {
    return this.#log.end;
  }

  /** The place behind the newest event that is on the disk. */
  get durableEnd(): LogPosition {
    return this.#log.durableEnd;
  }

  /** Milliseconds that the slowest write took, to the disk, since this was last asked. */
  takeSlowestSync(): number {
    return this.#log.takeSlowestSync();
  }

  /** Adds an event. @throws StorageError `failed` */
  append(event: ChainEvent): Appended {
    const [kind, codec] = FORMS[event.type] as readonly [number, Codec<ChainEvent>];
    return this.#log.append({ kind, body: encode(codec, event) });
  }

  /** The events behind a place, or all of them, up to what is on the disk now. */
  async *eventsAfter(place: LogPosition | undefined): AsyncGenerator<LoggedEvent> {
    for await (const { kind, body, end } of recordsAfter(this.#directory, place, this.end)) {
      const type = TYPE_OF_KIND.get(kind);
      if (type === undefined) {
        throw new Error(`the log of blocks has a record of kind ${kind}, which this program does not know`);
      }
      const fields = decode(FORMS[type][1] as Codec<object>, body);
      yield { event: { type, ...fields } as ChainEvent, end };
    }
  }

  /** Waits for what is on its way, then closes the files. */
  close(): Promise<void> {
    return this.#log.close();
  }
}
