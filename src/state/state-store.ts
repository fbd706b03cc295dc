import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { STATE_STORE_KEY, STATE_STORE_PREFIX } from '../storage/layout.js';
import type { Change } from './changes.js';
import { CommitQueue, type WriteOptions } from './commit-queue.js';
import { CommittedLayers, type PendingBlock } from './committed-layers.js';
import { entriesOf, mergeCursors } from './cursors.js';
import { chainDigest, INITIAL_DIGEST } from './digest.js';
import { DurableState } from './durable-state.js';
import { StateError } from './errors.js';
import { type KeyRange, textBoundsOf } from './key-range.js';
import { DELETED, Layer } from './layer.js';
import { LtHash } from './lthash.js';
import { StateOverlay } from './overlay.js';
import type { Overlay, StateReader } from './state.js';
import { Stored } from './stored.js';
import { type AnyTable, diskKey, type Schema, type Table } from './table.js';
import { decodeTip, encodeTip, TIP_KEY, type Tip } from './tip.js';
import { decodeUndo, encodeUndo, type UndoEntry, type UndoRecord, undoKey, undoRecordOf } from './undo.js';

export interface StateStoreOptions {
  /** Bound of the cache of decoded values; default 64 MiB. */
  cacheBytes?: number;
  /** How many of the last blocks can be taken back; 0: all of them. Default 1000. */
  undoBlocks?: number;
  /** Keep the LtHash of the state (decision D41); default false. */
  ltHash?: boolean;
}

export interface CommitOptions extends WriteOptions {
  /** One more than that of the block before; the first block of a store may have any. */
  height: number;
  /** Operations for the same batch, on keys that are no state: blocks, receipts, indexes. */
  extra?: readonly BatchOperation[];
}

export interface CommitResult {
  readonly height: number;
  /** Digest chain up to this block, 32 bytes. */
  readonly digest: Buffer;
  /** SHA-256 of the LtHash (spec 08 §24), if that is kept. */
  readonly stateDigest: Buffer | undefined;
  /** Number of entries that differ from the block before. */
  readonly changes: number;
}

/** A state: the last block and the LtHash, if that is kept. */
interface Head {
  readonly tip: Tip | undefined;
  readonly ltHash: LtHash | undefined;
}

const LTHASH_KEY = Buffer.from(STATE_STORE_KEY.ltHash, 'latin1');
/** Undo records that are removed in one batch. */
const DROPPED_TOGETHER = 1000;

/**
 * The committed state over a key-value store. Overlays are made here and committed here, block by
 * block: each block is one atomic batch of the changed entries, its undo record, the digests and
 * whatever the caller adds. Reads see a block from the call of `commit` on; its promise resolves
 * when the block is on the disk.
 */
export class StateStore implements StateReader {
  /** The state after the last block that is on the disk; it moves on as blocks get there. */
  readonly durable: StateReader;
  /** The tables of this state. */
  readonly schema: Schema;
  readonly #store: KeyValueStore;
  readonly #committed: CommittedLayers;
  readonly #queue: CommitQueue;
  readonly #undoBlocks: number;
  readonly #keepsLtHash: boolean;
  #head: Head;
  #durableTip: Tip | undefined;
  /** Counts every change of the committed state; an overlay can be committed to the version it was made on only. */
  #version = 0;
  readonly #versionOf = new WeakMap<Overlay, number>();
  /** What the LtHash is going to be after overlays that were asked about. */
  readonly #ltHashAfter = new WeakMap<Overlay, LtHash>();

  /**
   * The state that `store` holds in the tables of `schema`. If the LtHash is asked for and the store has been written without
   * it, this reads the whole state to compute it.
   */
  constructor(store: KeyValueStore, schema: Schema, options: StateStoreOptions = {}) {
    this.#store = store;
    this.schema = schema;
    this.#committed = new CommittedLayers(store, options.cacheBytes ?? 64 * 1024 * 1024);
    this.durable = new DurableState(this.#committed);
    this.#queue = new CommitQueue(store);
    this.#undoBlocks = options.undoBlocks ?? 1000;
    this.#keepsLtHash = options.ltHash ?? false;
    const [tip, sum] = store.getMany([TIP_KEY, LTHASH_KEY]);
    this.#durableTip = tip === undefined ? undefined : decodeTip(tip);
    this.#head = { tip: this.#durableTip, ltHash: undefined };
    if (this.#keepsLtHash) {
      const ltHash = sum === undefined ? LtHash.of(this.consensusEntries()) : new LtHash(sum);
      this.#head = { tip: this.#durableTip, ltHash };
    }
  }

  /** Height of the last committed block, on the disk or being written; `undefined` before the first. */
  get height(): number | undefined {
    return this.#head.tip?.height;
  }

  /** Height of the last block that is on the disk. */
  get durableHeight(): number | undefined {
    return this.#durableTip?.height;
  }

  /** Digest chain up to the last committed block. */
  get digest(): Buffer {
    return this.#head.tip?.digest ?? INITIAL_DIGEST;
  }

  /** SHA-256 of the LtHash of the committed state, if that is kept. */
  get stateDigest(): Buffer | undefined {
    return this.#head.ltHash?.digest();
  }

  get<K, V>(table: Table<K, V>, key: K): V | undefined {
    return this.#committed.find(table as AnyTable, table.key.encode(key))?.value as V | undefined;
  }

  iterate<K, V>(table: Table<K, V>, range: KeyRange<K> = {}): Iterable<[K, V]> {
    const reverse = range.reverse ?? false;
    const cursors = this.#committed.cursors(table as AnyTable, textBoundsOf(table.key, range), reverse);
    return entriesOf(table, cursors, range);
  }

  /** What taking back a block would restore; undefined if its undo record is not kept, or not any more. */
  undoOf(height: number): readonly UndoEntry[] | undefined {
    return this.undoRecord(height)?.entries;
  }

  /** As {@link undoOf}, with the tip before the block. */
  undoRecord(height: number): UndoRecord | undefined {
    return undoRecordOf(this.#store, height, this.schema);
  }

  /** All entries of consensus tables as they are on the disk, in the order of their keys. */
  *consensusEntries(): Generator<[key: Buffer, value: Buffer]> {
    for (const table of this.schema.tables) {
      if (!table.consensus) continue;
      const cursors = this.#committed.cursors(table, { lower: '', upper: undefined }, false);
      for (const [key, value] of mergeCursors(cursors, false, Number.POSITIVE_INFINITY)) {
        yield [diskKey(table, key), Buffer.from((value as Stored).text, 'latin1')];
      }
    }
  }

  /**
   * Reads what is going to be needed in one multi-get, off the calling thread where the engine can do
   * that; keys that are known already cost nothing.
   */
  prefetch<K, V>(table: Table<K, V>, keys: Iterable<K>): Promise<void> {
    const texts = new Set<string>();
    for (const key of keys) texts.add(table.key.encode(key));
    return this.#committed.loadAhead(table as AnyTable, texts);
  }

  /** A new overlay on the committed state as it is now. */
  overlay(): Overlay {
    const overlay = new StateOverlay(this.#committed);
    this.#versionOf.set(overlay, this.#version);
    return overlay;
  }

  /**
   * The state digest that there will be when an overlay is committed, which is not changed any more until then.
   * @throws StateError where the LtHash of the state is not kept
   */
  stateDigestAfter(overlay: Overlay): Buffer {
    const changes = overlay.changes();
    const ltHash = this.#requireLtHash().after(changes);
    this.#ltHashAfter.set(overlay, ltHash);
    return ltHash.digest();
  }

  #requireLtHash(): LtHash {
    if (this.#head.ltHash !== undefined) return this.#head.ltHash;
    throw new StateError(
      'the LtHash of the state is not kept; begin a new database with the option statehash',
    );
  }

  /**
   * Commits an overlay that was made by `overlay()` after the last commit. Rejects if that is not
   * so, if the height does not follow, or if this or an earlier write failed.
   */
  async commit(overlay: Overlay, { height, extra = [], ...writing }: CommitOptions): Promise<CommitResult> {
    this.#requireNoFailure();
    requireForeignKeys(extra);
    this.#requireNext(overlay, height);
    const changes = overlay.changes();
    for (const { table } of changes) this.schema.require(table);
    overlay.end();
    const { tip, ltHash } = this.#head;
    const digest = chainDigest(this.digest, height, changes);
    const head: Head = {
      tip: { height, digest },
      ltHash: this.#ltHashAfter.get(overlay) ?? ltHash?.after(changes),
    };

    const operations = changes.map(({ table, key, after }) => operationFor(table, key, after));
    operations.push({ type: 'put', key: undoKey(height), value: encodeUndo(tip, changes) });
    if (this.#undoBlocks > 0 && height >= this.#undoBlocks) {
      operations.push({ type: 'del', key: undoKey(height - this.#undoBlocks) });
    }
    await this.#write(changes, head, [...operations, ...extra], writing);
    return { height, digest, stateDigest: head.ltHash?.digest(), changes: changes.length };
  }

  /**
   * Disconnects the last block, which must be `height`, in one batch together with `extra`. Waits
   * for blocks that are being written. Rejects if the undo record is not kept any more.
   */
  async disconnect(
    height: number,
    extra: readonly BatchOperation[] = [],
    writing: WriteOptions = {},
  ): Promise<void> {
    requireForeignKeys(extra);
    await this.#queue.settled();
    this.#requireNoFailure();
    if (this.height !== height || this.durableHeight !== height) {
      throw new StateError(`only the last block can be taken back: that is ${this.height}, not ${height}`);
    }
    const [record] = this.#store.getMany([undoKey(height)]);
    if (record === undefined) {
      throw new StateError(`block ${height} cannot be taken back: its undo record is not kept any more`);
    }
    const { previous, entries } = decodeUndo(record, this.schema);
    const operations: BatchOperation[] = [{ type: 'del', key: undoKey(height) }];
    const changes: Change[] = [];
    for (const { table, key, before: restored } of entries) {
      const before = this.#committed.find(table, key)?.text;
      changes.push({ table, key, before, after: restored, value: undefined });
      operations.push(operationFor(table, key, restored));
    }
    const head: Head = { tip: previous, ltHash: this.#head.ltHash?.after(changes) };
    await this.#write(changes, head, [...operations, ...extra], writing);
  }

  /**
   * Writes operations on keys that are no state, after every commit so far. Rejects if this or an earlier
   * write failed.
   */
  async write(operations: readonly BatchOperation[], writing: WriteOptions = {}): Promise<void> {
    this.#requireNoFailure();
    requireForeignKeys(operations);
    await this.#queue.write(operations, writing, () => undefined);
  }

  /** Removes the undo records up to a height: those blocks cannot be taken back any more. */
  async dropUndo(upTo: number): Promise<void> {
    const keys = [...this.#store.iterate({ gte: undoKey(0), lt: undoKey(upTo + 1) })].map(([key]) =>
      Buffer.from(key),
    );
    for (let from = 0; from < keys.length; from += DROPPED_TOGETHER) {
      const some = keys.slice(from, from + DROPPED_TOGETHER);
      await this.#queue.write(
        some.map(key => ({ type: 'del', key })),
        { sync: false },
        () => undefined,
      );
    }
  }

  /** Resolves when every commit so far is on the disk or has failed. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Waits for commits in progress, then closes the key-value store. */
  async close(): Promise<void> {
    await this.#queue.settled();
    await this.#store.close();
  }

  #requireNext(overlay: Overlay, height: number): asserts overlay is StateOverlay {
    if (!(overlay instanceof StateOverlay) || !this.#versionOf.has(overlay)) {
      throw new StateError('only an overlay that overlay() of this store has made can be committed');
    }
    if (this.#versionOf.get(overlay) !== this.#version) {
      throw new StateError(
        'another block was committed since this overlay was made; execute the block on a new overlay',
      );
    }
    const { tip } = this.#head;
    const expected = tip === undefined ? height : tip.height + 1;
    if (height !== expected || height >>> 0 !== height) {
      throw new StateError(`a block of height ${height} cannot follow; expected height ${expected}`);
    }
  }

  /** Shows a new state at once and writes it with the operations. */
  async #write(
    changes: readonly Change[],
    head: Head,
    operations: BatchOperation[],
    writing: WriteOptions,
  ): Promise<void> {
    operations.push(
      head.tip === undefined
        ? { type: 'del', key: TIP_KEY }
        : { type: 'put', key: TIP_KEY, value: encodeTip(head.tip) },
      // Without the option an LtHash of earlier blocks would be wrong from now on.
      head.ltHash === undefined
        ? { type: 'del', key: LTHASH_KEY }
        : { type: 'put', key: LTHASH_KEY, value: head.ltHash.toBytes() },
    );
    this.#head = head;
    this.#version++;
    const block = pendingBlock(changes);
    this.#committed.show(block);
    await this.#queue.write(operations, writing, () => {
      this.#committed.written(block);
      this.#durableTip = head.tip;
    });
  }

  #requireNoFailure(): void {
    if (this.#queue.failure !== undefined) throw this.#queue.failure;
  }
}

/** What makes a state that was put into an empty store the one after a block. */
export function tipOperations(tip: Tip, ltHash: LtHash | undefined): BatchOperation[] {
  const operations: BatchOperation[] = [{ type: 'put', key: TIP_KEY, value: encodeTip(tip) }];
  if (ltHash !== undefined) operations.push({ type: 'put', key: LTHASH_KEY, value: ltHash.toBytes() });
  return operations;
}

function pendingBlock(changes: readonly Change[]): PendingBlock {
  const block = { after: new Layer(), before: new Layer() };
  for (const { table, key, before, after, value } of changes) {
    block.after.set(table, key, after === undefined ? DELETED : new Stored(table, after, value));
    block.before.set(table, key, before === undefined ? DELETED : new Stored(table, before));
  }
  return block;
}

function operationFor(table: AnyTable, key: string, value: string | undefined): BatchOperation {
  return value === undefined
    ? { type: 'del', key: diskKey(table, key) }
    : { type: 'put', key: diskKey(table, key), value: Buffer.from(value, 'latin1') };
}

function requireForeignKeys(extra: readonly BatchOperation[]): void {
  for (const { key } of extra) {
    if (key[0] === STATE_STORE_PREFIX)
      throw new StateError('keys that begin with a zero byte belong to the state store');
  }
}
