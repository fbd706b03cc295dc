import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import type { SealedTransaction } from '../tx/envelope.js';
import { definitionOf, type Transaction } from '../tx/transactions.js';
import {
  CONFIRMED_RANGE,
  confirmedKey,
  decodeProgress,
  encodeProgress,
  heightRange,
  PROGRESS_KEY,
  type Progress,
  txidOfKey,
  UNCONFIRMED_RANGE,
  unconfirmedKey,
} from './transaction-index-keys.js';

/** A block as the index sees it. */
export interface IndexedBlock {
  readonly height: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly transactions: readonly SealedTransaction[];
}

/** A transaction of this node that waits for a block. */
export interface WaitingTransaction {
  readonly txid: string;
  readonly raw: Buffer;
}

/** Operations that are going to be one batch. */
interface NextWrite {
  readonly operations: BatchOperation[];
  /** Whether somebody waits until they are on the disk. */
  sync: boolean;
}

/**
 * Which transactions are this node's: those whose sender's key is in the wallet, and those that were
 * submitted through this node (spec 02 §5.5, listtx; decision D39). It follows the chain block by
 * block and stores how far it is, so that after a crash it goes on from there.
 */
export class TransactionIndex {
  /** The write that all readers wait for; after one has failed it rejects, and nothing more is written. */
  #written: Promise<void> = Promise.resolve();
  /** What the next write will have; it begins when the one before is done. */
  #next: NextWrite | undefined;
  #progress: Progress;
  /** Transactions that were submitted here and are in no block yet, with their bytes once they are stored. */
  readonly #waiting = new Map<string, Buffer | undefined>();

  /**
   * Opens the index; what is stored is read at once.
   * @param store keeps nothing but this index
   * @param owns whether the key of a transaction's sender is in the wallet
   */
  constructor(
    private readonly store: KeyValueStore,
    private readonly owns: (tx: Transaction) => boolean,
  ) {
    const [progress] = store.getMany([PROGRESS_KEY]);
    this.#progress = decodeProgress(progress);
    for (const [key, raw] of store.iterate(UNCONFIRMED_RANGE)) this.#waiting.set(txidOfKey(key), raw);
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

  /** Transactions that were submitted here and are stored because they wait for a block. */
  waiting(): WaitingTransaction[] {
    return [...this.#waiting].flatMap(([txid, raw]) => (raw ? [{ txid, raw }] : []));
  }

  /** Whether a pending transaction is this node's. */
  isOwn(sealed: SealedTransaction): boolean {
    if (definitionOf(sealed.tx.type).system) return false;
    return this.#waiting.has(sealed.txid) || this.owns(sealed.tx);
  }

  /**
   * Notes before a transaction is submitted that it comes from here, whoever sends it.
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
    return stored ? this.#write([{ type: 'del', key: unconfirmedKey(txid) }]) : this.#written;
  }

  /** Stores an accepted transaction that is in no block yet, so that it survives a restart. */
  keep({ txid, raw }: SealedTransaction): Promise<void> {
    this.#waiting.set(txid, raw);
    return this.#write([{ type: 'put', key: unconfirmedKey(txid), value: raw }], true);
  }

  /** Takes a block in. Blocks come in the order of the chain. */
  connect(block: IndexedBlock): Promise<void> {
    const operations: BatchOperation[] = [];
    let { count } = this.#progress;
    for (const sealed of block.transactions) {
      if (!this.isOwn(sealed)) continue;
      count++;
      operations.push({ type: 'put', key: confirmedKey(block.height, sealed.txid), value: Buffer.alloc(0) });
      if (this.#waiting.get(sealed.txid)) operations.push({ type: 'del', key: unconfirmedKey(sealed.txid) });
      this.#waiting.delete(sealed.txid);
    }
    return this.#advance({ height: block.height, hash: block.hash, count }, operations);
  }

  /** Takes the newest block back. Its transactions wait again, until a block has them or the memory pool drops them. */
  async disconnect(block: IndexedBlock): Promise<void> {
    await this.#written;
    if (block.height !== this.#progress.height) return; // the index never came that far
    const ownTxids = new Set<string>();
    for (const [key] of this.store.iterate(heightRange(block.height))) ownTxids.add(txidOfKey(key));
    const operations: BatchOperation[] = [];
    for (const { txid, raw } of block.transactions) {
      if (!ownTxids.has(txid)) continue;
      operations.push({ type: 'del', key: confirmedKey(block.height, txid) });
      operations.push({ type: 'put', key: unconfirmedKey(txid), value: raw });
      this.#waiting.set(txid, raw);
    }
    const count = this.#progress.count - ownTxids.size;
    await this.#advance({ height: block.height - 1, hash: block.previousHash, count }, operations);
  }

  /** Empties the list of confirmed transactions, so that the chain can be read again from the start. */
  async reset(): Promise<void> {
    await this.#written;
    const operations: BatchOperation[] = [];
    for (const [key] of this.store.iterate(CONFIRMED_RANGE)) operations.push({ type: 'del', key });
    await this.#advance({ height: 0, hash: '', count: 0 }, operations);
  }

  /** Waits for what was written so far. */
  settled(): Promise<void> {
    return this.#written;
  }

  #advance(progress: Progress, operations: BatchOperation[]): Promise<void> {
    this.#progress = progress;
    operations.push({ type: 'put', key: PROGRESS_KEY, value: encodeProgress(progress) });
    return this.#write(operations);
  }

  /**
   * What comes while something is being written is written together: a disk takes as long for one
   * transaction as for a hundred. Blocks can be read again, so that their entries need not wait for
   * the disk; a transaction that waits for a block is nowhere else.
   */
  #write(operations: readonly BatchOperation[], sync = false): Promise<void> {
    if (this.#next === undefined) {
      this.#next = { operations: [], sync: false };
      this.#written = this.#written.then(() => this.#writeNext());
    }
    this.#next.operations.push(...operations);
    this.#next.sync ||= sync;
    return this.#written;
  }

  #writeNext(): Promise<void> {
    const { operations, sync } = this.#next!;
    this.#next = undefined;
    return this.store.batch(operations, { sync });
  }
}
