import { required } from '../codec/required.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { definitionOf, type Transaction } from '../tx/transactions.js';
import { LoggedWaiting, type LoggedWaitingParts, operationsOf } from './logged-waiting.js';
import {
  CONFIRMED_RANGE,
  confirmedKey,
  decodePending,
  decodeProgress,
  encodePending,
  encodeProgress,
  heightOfKey,
  heightRange,
  PROGRESS_KEY,
  type Progress,
  type StoredPending,
  txidOfKey,
  UNCONFIRMED_RANGE,
  unconfirmedKey,
} from './transaction-index-keys.js';
import type { OpenedWaitingLog } from './waiting-log.js';

const NOTHING = Buffer.alloc(0);

/** A block as the index sees it. */
export interface IndexedBlock {
  readonly height: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly transactions: readonly PreparedTransaction[];
}

/** A transaction of this node in a block: where it is in the list. */
export interface ConfirmedPlace {
  readonly height: number;
  readonly txid: string;
}

/** A stored transaction of this node that is in no block. */
export interface WaitingTransaction extends StoredPending {
  readonly txid: string;
}

/** Waiting transactions whose entries are going to be changed in one batch. */
interface NextWrite {
  /** Ids of those whose entries are stored. */
  readonly kept: string[];
  /** Ids of those whose entries go. */
  readonly forgotten: string[];
}

/** Whether the key of a transaction's sender is in the wallet. */
export type OwnsTransaction = (tx: Transaction) => boolean;

/** A step along the chain that the index takes when the chain has taken it. */
interface Step {
  readonly progress: Progress;
  /** Ids that wait no longer. */
  readonly confirmed: readonly string[];
  /** What waits again. */
  readonly returned: readonly WaitingTransaction[];
}

/**
 * Which transactions are this node's: those whose sender's key is in the wallet, and those that
 * were submitted through this node (spec 02 §5.5, listtx; decision D39). It follows the chain block
 * by block: what a block changes is written in the same batch as the block. The block it has
 * reached is stored too, so that it can catch up with a chain that has grown without it.
 */
export class TransactionIndex {
  /** The last write of the index's own; after one has failed it rejects, and nothing more is written. */
  #written: Promise<void> = Promise.resolve();
  /** What the next write will have; it begins when the one before is done. */
  #next: NextWrite | undefined;
  /** Undefined where the database is all there is. */
  #logged: LoggedWaiting | undefined;
  #progress: Progress;
  #step: Step | undefined;
  /** Transactions that were submitted here and are in no block yet, with their bytes once they are stored. */
  readonly #waiting = new Map<string, StoredPending | undefined>();
  /** Why stored transactions are not in the memory pool: they may become valid again. */
  readonly #refusals = new Map<string, string>();
  /** The order of the one that arrived last, and of the one before all others. */
  #lastOrder = 0;
  #firstOrder = 0;

  /**
   * Opens the index; what is stored is read at once.
   * @param store holds nothing but this index
   * @param owns for pending transactions, and for blocks where nothing else is given
   */
  constructor(
    private readonly store: KeyValueStore,
    private readonly owns: OwnsTransaction,
  ) {
    const [progress] = store.getMany([PROGRESS_KEY]);
    this.#progress = decodeProgress(progress);
    for (const [key, value] of store.iterate(UNCONFIRMED_RANGE)) {
      this.#addStored(txidOfKey(key), decodePending(Buffer.from(value)));
    }
  }

  /**
   * Keeps what waits in a log from now on. What that has and the database does not waits too, unless a block has it.
   * Called once, before anything else.
   * @param opened - the log, and what was read of it
   * @param isInChain - whether a transaction is in a block that the database has
   */
  async keepIn(
    opened: Pick<OpenedWaitingLog, 'log' | 'waiting' | 'isUnfinished'>,
    parts: Omit<LoggedWaitingParts, 'log' | 'store'>,
    isInChain: (txid: string) => boolean,
  ): Promise<void> {
    const { log, waiting: logged } = opened;
    const stored = [...this.#waiting.keys()];
    const missing = [...logged.keys()].filter(txid => !this.#waiting.has(txid) && !isInChain(txid));
    for (const txid of missing) this.#addStored(txid, required(logged.get(txid), 'what the log has'));
    this.#logged = new LoggedWaiting({ ...parts, log, store: this.store });
    if (opened.isUnfinished) {
      await this.store.batch(operationsOf(missing, [], this.#waiting));
      await this.#logged.restate(this.#waiting);
      return;
    }
    const unlogged = stored.filter(txid => !logged.has(txid));
    if (missing.length + unlogged.length > 0) {
      await this.#logged.write([...missing, ...unlogged], [], this.#waiting);
    }
  }

  /** Waits for what was written so far, and closes the log. */
  async close(): Promise<void> {
    await this.#written.finally(() => this.#logged?.close(this.#waiting));
  }

  #addStored(txid: string, pending: StoredPending): void {
    this.#waiting.set(txid, pending);
    this.#lastOrder = Math.max(this.#lastOrder, pending.order);
    this.#firstOrder = Math.min(this.#firstOrder, pending.order);
  }

  /** The last block that was taken in; undefined before the first one. */
  get tip(): { readonly height: number; readonly hash: string } | undefined {
    return this.#progress.height === 0 ? undefined : this.#progress;
  }

  /** Number of this node's transactions in blocks. */
  get confirmedCount(): number {
    return this.#progress.count;
  }

  /**
   * This node's transactions in blocks: the newest block first, inside a block by the bytes of the txid.
   * @param count how many at most
   * @param from how many to leave out at the start
   */
  async confirmed(count = Number.POSITIVE_INFINITY, from = 0): Promise<string[]> {
    await this.#written;
    if (count <= 0) return [];
    const limit = from + count;
    const range = Number.isFinite(limit) ? { ...CONFIRMED_RANGE, limit } : CONFIRMED_RANGE;
    const txids: string[] = [];
    let position = 0;
    for (const [key] of this.store.iterate(range)) {
      if (position++ >= from) txids.push(txidOfKey(key));
    }
    return txids;
  }

  /**
   * As {@link confirmed}, from behind a place in the list on, at the same cost wherever that is.
   * @param after - the last transaction of the page before; undefined for the first page
   */
  async confirmedAfter(after: ConfirmedPlace | undefined, count: number): Promise<ConfirmedPlace[]> {
    await this.#written;
    const behind = after && { gt: confirmedKey(after.height, after.txid) };
    return Array.from(this.store.iterate({ ...CONFIRMED_RANGE, ...behind, limit: count }), ([key]) => ({
      height: heightOfKey(key),
      txid: txidOfKey(key),
    }));
  }

  /** Transactions that were submitted here, are in no block and are stored, in the order of arrival. */
  waiting(): WaitingTransaction[] {
    return [...this.#waiting]
      .flatMap(([txid, pending]) => (pending ? [{ txid, ...pending }] : []))
      .sort((a, b) => a.order - b.order);
  }

  /** The stored transactions that are not valid at present, with the reason of each. */
  get refusals(): ReadonlyMap<string, string> {
    return this.#refusals;
  }

  /** Records that a stored transaction is not valid at present. It stays stored: it may become valid again. */
  refuse(txid: string, reason: string): void {
    if (this.#waiting.get(txid) !== undefined) this.#refusals.set(txid, reason);
  }

  /** Records that a transaction is in the memory pool. */
  accepted(txid: string): void {
    this.#refusals.delete(txid);
  }

  /** Whether a pending transaction is this node's. */
  isOwn(prepared: PreparedTransaction, owns: OwnsTransaction = this.owns): boolean {
    if (definitionOf(prepared.tx.type).system) return false;
    return this.#waiting.has(prepared.txid) || owns(prepared.tx);
  }

  /**
   * Records before a transaction is submitted that it comes from this node, whoever its sender is.
   * @returns whether that was not known yet
   */
  expect(txid: string): boolean {
    if (this.#waiting.has(txid)) return false;
    this.#waiting.set(txid, undefined);
    return true;
  }

  /** Forgets a transaction that was refused, or that the memory pool has dropped. */
  forget(txid: string): Promise<void> {
    const stored = this.#waiting.get(txid) !== undefined;
    this.#waiting.delete(txid);
    this.#refusals.delete(txid);
    if (!stored) return this.#written;
    this.#nextWrite().forgotten.push(txid);
    return this.#written;
  }

  /**
   * Stores an accepted transaction that is in no block yet, so that it survives a restart.
   * @param time - when it arrived, seconds since 1970
   */
  keep({ txid, raw }: PreparedTransaction, time: number): Promise<void> {
    if (this.#waiting.get(txid) === undefined) {
      this.#waiting.set(txid, { order: ++this.#lastOrder, time, raw });
    }
    this.#nextWrite().kept.push(txid);
    return this.#written;
  }

  /**
   * What to write together with the next block. The index itself advances when it is notified of
   * the block: see `follow`.
   * @param owns as the state after the block has it
   */
  connectOperations(
    { height, hash, transactions }: IndexedBlock,
    owns: OwnsTransaction = this.owns,
  ): BatchOperation[] {
    const confirmed = transactions.filter(prepared => this.isOwn(prepared, owns)).map(({ txid }) => txid);
    const count = this.#progress.count + confirmed.length;
    const operations: BatchOperation[] = [];
    for (const txid of confirmed) {
      operations.push({ type: 'put', key: confirmedKey(height, txid), value: NOTHING });
      if (this.#waiting.get(txid)) operations.push({ type: 'del', key: unconfirmedKey(txid) });
    }
    return this.#take({ progress: { height, hash, count }, confirmed, returned: [] }, operations);
  }

  /**
   * What to write when the newest block is disconnected: its transactions are pending again, until
   * a block contains them or the memory pool drops them. The index itself changes when it is
   * notified: see `follow`.
   */
  disconnectOperations({ height, previousHash, transactions }: IndexedBlock): BatchOperation[] {
    this.#step = undefined;
    if (height !== this.#progress.height) return []; // the index never came that far
    const own = new Set<string>();
    for (const [key] of this.store.iterate(heightRange(height))) own.add(txidOfKey(key));
    const returned = transactions.filter(({ txid }) => own.has(txid));
    const count = this.#progress.count - returned.length;
    const operations: BatchOperation[] = [];
    // They were in a block, so they arrived before all that are pending.
    this.#firstOrder -= returned.length;
    const pending = returned.map(({ txid, raw }, i) => ({ txid, order: this.#firstOrder + i, time: 0, raw }));
    for (const { txid, ...stored } of pending) {
      operations.push({ type: 'del', key: confirmedKey(height, txid) });
      operations.push({ type: 'put', key: unconfirmedKey(txid), value: encodePending(stored) });
    }
    const progress = { height: height - 1, hash: previousHash, count };
    return this.#take({ progress, confirmed: [], returned: pending }, operations);
  }

  /** The chain has taken the step whose operations were asked for last. */
  follow(): void {
    if (this.#step === undefined) return;
    const { progress, confirmed, returned } = this.#step;
    this.#step = undefined;
    this.#progress = progress;
    for (const txid of confirmed) {
      this.#waiting.delete(txid);
      this.#refusals.delete(txid);
    }
    for (const { txid, ...pending } of returned) {
      this.#waiting.set(txid, pending);
      if (this.#logged !== undefined) this.#nextWrite().kept.push(txid);
    }
  }

  /** Goes on behind a block without having read the blocks up to it, which are not there. */
  async begin(height: number, hash: string): Promise<void> {
    const progress = { height, hash, count: this.#progress.count };
    await this.store.batch(this.#take({ progress, confirmed: [], returned: [] }, []));
    this.follow();
  }

  /** Adds a block that is in the chain already. */
  async catchUpWith(block: IndexedBlock): Promise<void> {
    await this.store.batch(this.connectOperations(block), { sync: false });
    this.follow();
  }

  /**
   * Adds what is this node's in a block that was taken in when some keys were not in the wallet yet. No block may be
   * connected or disconnected meanwhile.
   * @returns how many were added
   */
  async addFound({ height, transactions }: IndexedBlock): Promise<number> {
    if (height > this.#progress.height) return 0;
    const known = new Set<string>();
    for (const [key] of this.store.iterate(heightRange(height))) known.add(txidOfKey(key));
    const found = transactions.filter(prepared => this.isOwn(prepared) && !known.has(prepared.txid));
    if (found.length === 0) return 0;
    const progress = { ...this.#progress, count: this.#progress.count + found.length };
    await this.store.batch([
      ...found.map(({ txid }) => ({ type: 'put', key: confirmedKey(height, txid), value: NOTHING }) as const),
      { type: 'put', key: PROGRESS_KEY, value: encodeProgress(progress) },
    ]);
    this.#progress = progress;
    return found.length;
  }

  /** Empties the list of confirmed transactions, so that the chain can be read again from the start. */
  async reset(): Promise<void> {
    await this.#written;
    const operations: BatchOperation[] = [];
    for (const [key] of this.store.iterate(CONFIRMED_RANGE)) operations.push({ type: 'del', key });
    const progress = { height: 0, hash: '', count: 0 };
    await this.store.batch(this.#take({ progress, confirmed: [], returned: [] }, operations));
    this.follow();
  }

  /** Waits for what was written so far. */
  settled(): Promise<void> {
    return this.#written;
  }

  /** Stores a step for `follow`. @returns its operations */
  #take(step: Step, operations: BatchOperation[]): BatchOperation[] {
    this.#step = step;
    operations.push({ type: 'put', key: PROGRESS_KEY, value: encodeProgress(step.progress) });
    return operations;
  }

  /**
   * What comes while something is being written is written together: a disk takes as long for one
   * transaction as for a hundred.
   */
  #nextWrite(): NextWrite {
    if (this.#next === undefined) {
      this.#next = { kept: [], forgotten: [] };
      this.#written = this.#written.then(() => this.#writeNext());
    }
    return this.#next;
  }

  async #writeNext(): Promise<void> {
    const { kept, forgotten } = required(this.#next, 'the next write');
    this.#next = undefined;
    if (this.#logged !== undefined) {
      await this.#logged.write(kept, forgotten, this.#waiting);
      return;
    }
    const operations = operationsOf(kept, forgotten, this.#waiting);
    // A pending transaction is stored nowhere else, so this has to be on the disk.
    if (operations.length > 0) await this.store.batch(operations);
  }
}
