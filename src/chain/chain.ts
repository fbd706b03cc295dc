import { decode } from '../codec/codec.js';
import { NO_REGID } from '../codec/regid.js';
import { required } from '../codec/required.js';
import type { BlockContext, Ledger } from '../ledger/types.js';
import type { WrittenBefore } from '../state/commit-queue.js';
import type { Overlay, StateReader } from '../state/state.js';
import type { StateStore } from '../state/state-store.js';
import { RecentTransactionIndex } from '../state/tables/recent-transactions.js';
import type { UndoEntry, UndoRecord } from '../state/undo.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { requireWriting } from '../storage/read-only.js';
import type { LogPosition } from '../storage/record-log/read-log.js';
import { type Block, blockHash } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { BlockLog, ChainEvent, LoggedEvent, LoggedStep } from './block-log.js';
import type { BlockRecorder } from './block-recorder.js';
import {
  type BlockSummary,
  heightKey,
  PRUNED_KEY,
  type Pruned,
  placeCodec,
  prunedCodec,
  put,
  recordKey,
  SWITCHING_KEY,
  summaryOf,
} from './block-records.js';
import { BlockStore } from './block-store.js';
import type { ChainListener } from './chain-listener.js';
import { Checkpoints } from './checkpoints.js';
import { entriesWithoutLog } from './entries-without-log.js';
import { ChainError, notKept } from './errors.js';
import { ExclusiveTasks } from './exclusive-tasks.js';
import type { ExecutedBlock } from './executed-block.js';
import { BlockHistory, ChainPast } from './history.js';
import {
  ALL_RECORDS,
  type BlockBytes,
  bytesOperation,
  connectOperations,
  disconnectOperations,
  type KeptRecords,
  staleOperation,
} from './index-operations.js';
import { Listeners } from './listeners.js';
import { connectedEvent, logStep } from './logged-step.js';
import type { PendingChain } from './pending-chain.js';
import { prefetchNamed } from './prefetch.js';
import { StaleBlocks } from './stale-blocks.js';
import { editsCodec, type StateEdit } from './state-edits.js';

import { positionOf } from './stored-position.js';
import { type SwitchIntent, switchIntentCodec } from './switch-intent.js';

const THE_CHAIN = 'the chain';

export interface ChainParts {
  readonly store: KeyValueStore;
  /** Over the same store. */
  readonly state: StateStore;
  readonly ledger: Ledger;
  /** What is kept of blocks; default: everything. */
  readonly kept?: KeptRecords;
  /**
   * The log of blocks, which then is the truth: it has each step on the disk before the store gets it,
   * and the store is not synced for each block. Without one the store is all there is.
   */
  readonly log?: BlockLog | undefined;
}

/**
 * The chain of blocks and its two ends: `head` is the newest block, on whose state the next one can
 * be made at once; `tip` is the newest block that is on the disk, and the newest one that readers
 * see. Writing happens in the background, so the two differ for a few milliseconds.
 */
export class Chain implements PendingChain {
  readonly ledger: Ledger;
  readonly blocks: BlockStore;
  readonly stale: StaleBlocks;
  /** The log of blocks, if the chain has one. */
  readonly log: BlockLog | undefined;
  /** What is kept of new blocks. */
  readonly kept: KeptRecords;
  /**
   * Tasks that make, connect, disconnect or reconnect blocks, or need the chain to stay as it is. While one is
   * running no other code may connect a block, and nothing is admitted to the memory pool.
   */
  readonly exclusive = new ExclusiveTasks();
  readonly #store: KeyValueStore;
  readonly #state: StateStore;
  readonly #history: BlockHistory;
  #recent: ChainPast;
  readonly #listeners = new Listeners<ChainListener>();
  readonly #recorders = new Set<BlockRecorder>();
  readonly #checkpoints = new Checkpoints();
  /** Blocks that are being written, the oldest first. */
  readonly #unwritten: ExecutedBlock[] = [];
  #tip: BlockSummary;
  #head: BlockSummary;
  #nextContext: BlockContext | undefined;
  #intent: SwitchIntent | undefined;
  #failure: ChainError | undefined;

  /**
   * A chain whose store has at least block 0 and has been checked: see `openChain`.
   * @throws ChainError `corrupt`
   */
  constructor({ store, state, ledger, kept = ALL_RECORDS, log }: ChainParts) {
    this.ledger = ledger;
    this.kept = kept;
    this.#store = store;
    this.#state = state;
    this.log = log;
    const rules = wireRulesOf(ledger.network);
    this.blocks = new BlockStore(store, rules, () => state.durableHeight ?? 0, log);
    this.stale = new StaleBlocks(store, rules, log);
    this.#history = new BlockHistory(this.blocks, this.#unwritten);
    this.#recent = this.#readRecent();
    this.#tip = this.#summaryAt(state.height ?? 0);
    this.#head = this.#tip;
    const [intent] = store.getMany([SWITCHING_KEY]);
    this.#intent = intent && decode(switchIntentCodec, intent);
  }

  subscribe(listener: Partial<ChainListener>): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Registers a recorder that writes together with each block from now on. @returns ends that */
  record(recorder: BlockRecorder): () => void {
    this.#recorders.add(recorder);
    return () => {
      this.#recorders.delete(recorder);
    };
  }

  /** The newest block that is on the disk. */
  get tip(): BlockSummary {
    // The state store learns first what is on the disk; the tip must never lag behind the state.
    const durable = this.#state.durableHeight ?? 0;
    if (this.#tip.header.height === durable) return this.#tip;
    const written = this.#unwritten.find(({ block }) => block.header.height === durable);
    return written === undefined ? this.#summaryAt(durable) : summaryOf(written);
  }

  /** The newest block, on the disk or being written. */
  get head(): BlockSummary {
    return this.#head;
  }

  /** The state after the tip: what readers see. It moves on with the tip. */
  get state(): StateReader {
    return this.#state.durable;
  }

  /** What taking back the block at a height would restore; undefined where that is not kept (any more). */
  undoOf(height: number): readonly UndoEntry[] | undefined {
    return this.#state.undoOf(height);
  }

  /** As {@link undoOf}, with the tip before the block. */
  undoRecord(height: number): UndoRecord | undefined {
    return this.#state.undoRecord(height);
  }

  /**
   * Everything that is stored, once every block is on the disk (see `settled`), as a chain without a log of
   * blocks has it: with the bytes of the blocks.
   */
  stored(): Iterable<[Buffer, Buffer]> {
    const entries = this.#store.iterate({});
    return this.log === undefined ? entries : entriesWithoutLog(entries, this.log);
  }

  /** Digest of the state after the head (decision D41), 32 bytes. */
  get digest(): Buffer {
    return this.#state.digest;
  }

  /** Digest of the state after the head that does not depend on how it came about (spec 08 §24). */
  get stateDigest(): Buffer {
    return required(this.#state.stateDigest, 'the LtHash of the state');
  }

  /** The same digest as it is going to be after a block that follows the head. @throws StateError */
  stateDigestAfter(executed: Overlay): Buffer {
    return this.#state.stateDigestAfter(executed);
  }

  /** Up to where the store has followed the log of blocks, or undefined where it knows of none. */
  get logPosition(): LogPosition | undefined {
    return positionOf(this.#store);
  }

  get recent(): ChainPast {
    return this.#recent;
  }

  /** Builds the index of recent transactions from the state again (reloadtxcache). */
  reloadRecent(): void {
    this.#recent = this.#readRecent();
  }

  #readRecent(): ChainPast {
    const index = new RecentTransactionIndex(this.#state, this.ledger.network.transactionCacheDepth);
    return new ChainPast(index, this.#history);
  }

  /** Why no block can be written any more, if that is so. */
  get failure(): ChainError | undefined {
    return this.#failure;
  }

  overlay(): Overlay {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#state.overlay();
  }

  ready(): Promise<void> {
    return this.exclusive.idle();
  }

  prefetch(transactions: readonly PreparedTransaction[]): Promise<void> {
    return prefetchNamed(this.#state, transactions);
  }

  nextContext(): BlockContext {
    this.#nextContext ??= this.contextAt(this.#head.header.time);
    return this.#nextContext;
  }

  /** The next block if it is made for a time. The producer is `NO_REGID` while there are no delegates. */
  contextAt(time: number): BlockContext {
    const height = this.#head.header.height + 1;
    return {
      height,
      time,
      producer: this.ledger.producerAt(this.#state, height, time) ?? NO_REGID,
      fuelRate: this.ledger.nextFuelRate(this.#state),
    };
  }

  /**
   * Makes an executed block the newest one. The block becomes the head before this returns, so that
   * the next one can be made on it; the promise resolves when it is on the disk and the tip.
   * @param logged - where the block is in the log, if it has come from there
   * @throws ChainError `cannot-extend`, `write-failed` (rejects)
   */
  async connect(executed: ExecutedBlock, logged?: LoggedStep): Promise<void> {
    requireWriting(THE_CHAIN);
    if (this.#failure !== undefined) throw this.#failure;
    const { hash, block } = executed;
    const { header, transactions } = block;
    const expected = this.#head.header.height + 1;
    if (header.height !== expected || header.prevBlockHash !== this.#head.hash) {
      throw new ChainError(
        'cannot-extend',
        `block ${hash} of height ${header.height} on ${header.prevBlockHash} does not follow; ` +
          `expected height ${expected} on ${this.#head.hash}`,
      );
    }
    if (this.stale.isInvalid(hash)) {
      throw new ChainError('cannot-extend', `block ${hash} is marked as invalid; reconsider it first`);
    }
    const written: Promise<unknown> = this.#state.commit(executed.state, {
      height: header.height,
      extra: [
        ...connectOperations(executed, this.kept),
        ...[...this.#recorders].flatMap(recorder => recorder.connecting(executed)),
      ],
      before: () =>
        logStep(this.log, {
          event: () => connectedEvent(executed, this.kept),
          logged,
          placed: place => put(heightKey('place', header.height), placeCodec, place),
          unplaced: () => bytesOperation(executed),
        }),
      sync: this.log === undefined || this.#checkpoints.isDue(transactions.length),
    });
    if (this.#state.height !== header.height) {
      await written; // It was refused before it became visible, and rejects.
      return;
    }
    this.#unwritten.push(executed);
    this.#moveHead(summaryOf(executed));
    this.#recent.index.connect(
      header.height,
      transactions.map(({ txid }) => txid),
    );
    this.#listeners.notify(listener => listener.blockExecuted?.(executed));
    try {
      await written;
    } catch (error) {
      throw this.#abandon(error);
    }
    this.#unwritten.shift();
    this.#tip = summaryOf(executed);
    this.stale.connected(hash);
    this.#listeners.notify(listener => listener.blockConnected?.(executed));
  }

  /**
   * Disconnects the tip: state, indexes and receipts are as before it. It stays known as a stale block.
   * Nothing may be connected before the promise resolves.
   * @param logged - where this step is in the log, if it has come from there
   * @throws ChainError `cannot-disconnect`, `write-failed` (rejects)
   */
  async disconnectTip(logged?: LoggedStep): Promise<Block> {
    requireWriting(THE_CHAIN);
    // A caller that was about to connect a block when this began has done so by now.
    do await this.settled();
    while (this.#unwritten.length > 0);
    if (this.#failure !== undefined) throw this.#failure;
    const { hash, header } = this.tip;
    const { height } = header;
    if (height === 0) throw new ChainError('cannot-disconnect', 'block 0 cannot be disconnected');
    if (this.blocks.isPruned(height)) {
      throw new ChainError('cannot-disconnect', notKept(`block ${height}`, this.blocks.lowestKept).message);
    }
    const block = this.#stored(height, this.blocks.blockByHeight(height));
    const bytes = this.#bytesOf(height);
    const receipts = this.#stored(height, this.blocks.systemReceipts(height));
    try {
      await this.#state.disconnect(
        height,
        [
          ...disconnectOperations(block, hash, bytes, receipts),
          ...[...this.#recorders].flatMap(recorder => recorder.disconnecting(block, hash)),
        ],
        {
          before: () => logStep(this.log, { event: () => ({ type: 'disconnected', height, hash }), logged }),
          sync: this.log === undefined,
        },
      );
    } catch (error) {
      if (this.#state.height !== height) throw this.#abandon(error);
      throw new ChainError(
        'cannot-disconnect',
        `block ${height} cannot be disconnected: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    }
    this.blocks.forget(height);
    this.stale.disconnected(hash, header);
    this.#recent.index.disconnect(height, this.#state);
    this.#tip = this.#summaryAt(height - 1);
    this.#moveHead(this.#tip);
    this.#listeners.notify(listener => listener.blockDisconnected?.(block, hash));
    return block;
  }

  /** Marks a block as invalid, on the disk when the promise resolves: it must not be connected. */
  async mark(hash: string, logged?: LoggedStep): Promise<void> {
    await this.#writeStep({ type: 'marked', hash }, this.stale.markOperations(hash), logged);
    this.stale.marked(hash);
  }

  /** Takes marks off, on the disk when the promise resolves. */
  async unmark(hashes: readonly string[], logged?: LoggedStep): Promise<void> {
    if (hashes.length === 0) return;
    await this.#writeStep({ type: 'unmarked', hashes }, this.stale.unmarkOperations(hashes), logged);
    this.stale.unmarked(hashes);
  }

  /** Makes a block known that is not part of the chain, as if it had been disconnected. */
  async know(block: Block, edits: readonly StateEdit[], logged: LoggedEvent): Promise<void> {
    const { header } = block;
    const hash = blockHash(header);
    const operations = [
      staleOperation(hash, header, { place: logged.place }),
      { type: 'del', key: recordKey('stale', hash) } as const,
      ...(edits.length > 0 ? [put(recordKey('edits', hash), editsCodec, edits)] : []),
    ];
    await this.#writeStep(logged.event, operations, logged);
    this.stale.disconnected(hash, header);
  }

  /** Records how far the blocks are not kept any more, on the disk when the promise resolves. */
  async writePruned(pruned: Pruned): Promise<void> {
    await this.writeOperations([put(PRUNED_KEY, prunedCodec, pruned)], true);
    this.blocks.prunedTo(pruned);
  }

  /** Removes the undo records up to a height. */
  dropUndo(upTo: number): Promise<void> {
    requireWriting(THE_CHAIN);
    return this.#state.dropUndo(upTo);
  }

  /** Forgets stale blocks and the marks on them. */
  async forgetStale(hashes: readonly string[]): Promise<void> {
    await this.writeOperations(this.stale.forgetOperations(hashes));
    this.stale.forgotten(hashes);
  }

  /** Changes records of blocks that are no step of the chain. @throws ChainError `write-failed` (rejects) */
  async writeOperations(operations: readonly BatchOperation[], sync = false): Promise<void> {
    requireWriting('the records of the chain');
    try {
      await this.#state.write(operations, { sync });
    } catch (error) {
      throw this.#abandon(error);
    }
  }

  /** A switch of branches that has begun and is not complete. */
  get intent(): SwitchIntent | undefined {
    return this.#intent;
  }

  /** Records what is going to be done with the chain, on the disk when the promise resolves. */
  async beginSwitch(intent: SwitchIntent, logged?: LoggedStep): Promise<void> {
    const operation = put(SWITCHING_KEY, switchIntentCodec, intent);
    await this.#writeStep({ type: 'switching', intent }, [operation], logged);
    this.#intent = intent;
  }

  /** Records that it is done, on the disk when the promise resolves. */
  async endSwitch(logged?: LoggedStep): Promise<void> {
    await this.#writeStep({ type: 'switched' }, [{ type: 'del', key: SWITCHING_KEY }], logged);
    this.#intent = undefined;
  }

  async #writeStep(
    event: ChainEvent,
    operations: readonly BatchOperation[],
    logged: LoggedStep | undefined,
  ): Promise<void> {
    requireWriting(THE_CHAIN);
    const before = (): WrittenBefore => logStep(this.log, { event: () => event, logged });
    try {
      await this.#state.write(operations, { before, sync: this.log === undefined });
    } catch (error) {
      throw this.#abandon(error);
    }
  }

  /** Where the bytes of a block of the chain are. */
  #bytesOf(height: number): BlockBytes {
    const place = this.blocks.placeOf(height);
    return place === undefined ? { raw: this.#stored(height, this.blocks.rawBlock(height)) } : { place };
  }

  /** Resolves when every block so far is on the disk, or has failed to get there. */
  settled(): Promise<void> {
    return this.#state.settled();
  }

  /**
   * Resolves when every block that is connected by now is on the disk.
   * @throws ChainError `write-failed` (rejects)
   */
  async written(): Promise<void> {
    const newest = this.#unwritten.at(-1);
    while (newest !== undefined && this.#unwritten.includes(newest)) await this.settled();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #moveHead(summary: BlockSummary): void {
    this.#head = summary;
    this.#nextContext = undefined;
  }

  /** After a failed write: reports every block that is not on the disk, once. */
  #abandon(error: unknown): ChainError {
    if (this.#failure !== undefined) return this.#failure;
    const failure = new ChainError('write-failed', messageOf(error), { cause: error });
    this.#failure = failure;
    for (const lost of this.#unwritten.splice(0).reverse()) {
      this.#listeners.notify(listener => listener.blockAbandoned?.(lost, failure));
    }
    this.#listeners.notify(listener => listener.failed?.(failure));
    return failure;
  }

  #summaryAt(height: number): BlockSummary {
    return this.#stored(height, this.blocks.header(height));
  }

  /** What the store must have of a block of the chain. */
  #stored<T>(height: number, record: T | undefined): T {
    if (record !== undefined) return record;
    throw new ChainError('corrupt', `block ${height} belongs to the chain, but is not stored completely`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
