import { LRUCache } from 'lru-cache';
import { decode } from '../codec/codec.js';
import { parseJson } from '../codec/json.js';
import type { Json } from '../codec/json-value.js';
import type { BatchOperation, KeyValueReader } from '../storage/key-value-store.js';
import type { RecordPlace } from '../storage/record-log/read-log.js';
import { type Block, decodeBlock } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import { decodeTransaction } from '../tx/envelope.js';
import type { Receipt } from '../tx/receipt.js';
import type { Transaction } from '../tx/transactions.js';
import type { BlockLog } from './block-log.js';
import {
  type BlockSummary,
  blockSummaryCodec,
  failuresCodec,
  heightCodec,
  heightKey,
  heightOfKey,
  PRUNED_KEY,
  type Pruned,
  placeCodec,
  prunedCodec,
  receiptsCodec,
  recordKey,
  type SystemReceipts,
  systemReceiptsCodec,
  type TransactionLocation,
  type TransactionRecord,
  transactionRecordCodec,
} from './block-records.js';
import { ChainError, notKept } from './errors.js';
import type { BlockFailure } from './executed-block.js';
import { editsCodec, type StateEdit } from './state-edits.js';

/**
 * Bound of the cache of decoded blocks, in bytes of their encoding: decoded they take about fifteen times
 * that.
 */
const CACHED_BLOCK_BYTES = 2 * 1024 * 1024;

/**
 * The blocks of the chain and the indexes over them, as they are on the disk. Nothing of it is part
 * of consensus. Hashes are in display order; what does not exist is `undefined`.
 */
export class BlockStore {
  readonly #store: KeyValueReader;
  readonly #rules: WireRules;
  readonly #tipHeight: () => number;
  readonly #log: Pick<BlockLog, 'rawBlock'> | undefined;
  #pruned: Pruned | undefined;
  readonly #blocks: LRUCache<number, Block>;

  /**
   * @param tipHeight - height of the tip: a block above it may have reached the disk already, but
   *   it is not visible before the tip has moved
   * @param log - has the blocks whose places are stored
   * @param cachedBytes - bound of the cache of decoded blocks, in bytes of their encoding
   */
  constructor(
    store: KeyValueReader,
    rules: WireRules,
    tipHeight: () => number,
    log?: Pick<BlockLog, 'rawBlock'>,
    cachedBytes = CACHED_BLOCK_BYTES,
  ) {
    this.#store = store;
    this.#rules = rules;
    this.#tipHeight = tipHeight;
    this.#log = log;
    this.#blocks = new LRUCache({ maxSize: cachedBytes });
    const pruned = this.#get(PRUNED_KEY);
    this.#pruned = pruned && decode(prunedCodec, pruned);
  }

  /** How far the chain was pruned, if it was. */
  get pruned(): Pruned | undefined {
    return this.#pruned;
  }

  /** Follows a record of {@link PRUNED_KEY} that was written. */
  prunedTo(pruned: Pruned): void {
    this.#pruned = pruned;
  }

  /** Height of the lowest block after block 0 whose bytes, trace and undo record can be there. */
  get lowestKept(): number {
    return (this.#pruned?.height ?? 0) + 1;
  }

  /** Whether the block at a height is not kept any more. */
  isPruned(height: number): boolean {
    return height > 0 && height < this.lowestKept;
  }

  /**
   * The block at a height.
   * @throws ChainError `corrupt` when its bytes do not decode, `pruned`; StorageError `damaged`
   */
  blockByHeight(height: number): Block | undefined {
    const cached = this.#blocks.get(height);
    if (cached !== undefined && this.#isVisible(height)) return cached;
    const raw = this.rawBlock(height);
    if (raw === undefined) return undefined;
    const block = this.#decode(raw, height);
    this.#blocks.set(height, block, { size: raw.length });
    return block;
  }

  /** The encoded block at a height. @throws ChainError `pruned`; StorageError `damaged` */
  rawBlock(height: number): Buffer | undefined {
    if (!this.#isVisible(height)) return undefined;
    if (this.isPruned(height)) throw notKept(`block ${height}`, this.lowestKept);
    return this.storedBytes(height);
  }

  /** As {@link rawBlock}, also of a pruned block while it has not been removed. */
  storedBytes(height: number): Buffer | undefined {
    const place = this.placeOf(height);
    return place === undefined || this.#log === undefined
      ? this.#get(heightKey('block', height))
      : this.#log.rawBlock(place);
  }

  /** Heights of blocks after block 0 whose bytes are there, up to one, the lowest first. */
  keptHeights(upTo: number, limit: number): number[] {
    const heights: number[] = [];
    for (const kind of ['place', 'block'] as const) {
      const range = { gte: heightKey(kind, 1), lt: heightKey(kind, upTo + 1), limit };
      for (const [key] of this.#store.iterate(range)) heights.push(heightOfKey(key));
    }
    return heights;
  }

  /** Where the block at a height is in the log of blocks, if it is there. */
  placeOf(height: number): RecordPlace | undefined {
    const bytes = this.#get(heightKey('place', height));
    return bytes && decode(placeCodec, bytes);
  }

  /**
   * A transaction whose block is not kept any more, if contracts can ask about more of it than its height.
   * @throws ChainError `pruned` where it was lost with a damaged file
   */
  pastTransaction(txid: string, height: number): Transaction | undefined {
    const bytes = this.#get(recordKey('past', txid));
    if (bytes === undefined && height <= (this.#pruned?.lost ?? 0)) {
      // An answer without it would be another one than on every other node.
      throw notKept(`transaction ${txid}, which a contract asks about,`, this.lowestKept);
    }
    return bytes && decodeTransaction(bytes, this.#rules).tx;
  }

  /** Hash, header and size of the block at a height. */
  header(height: number): BlockSummary | undefined {
    const bytes = this.#isVisible(height) ? this.#get(heightKey('summary', height)) : undefined;
    return (
      bytes && requireDecodable(() => decode(blockSummaryCodec, bytes), `the summary of block ${height}`)
    );
  }

  /** The height of a block of the chain. */
  heightOf(hash: string): number | undefined {
    const bytes = this.#get(recordKey('height', hash));
    const height = bytes && decode(heightCodec, bytes);
    return height !== undefined && this.#isVisible(height) ? height : undefined;
  }

  transactionLocation(txid: string): TransactionLocation | undefined {
    return this.#transaction(txid);
  }

  /** The receipts of a transaction of the chain; those of a reward appear when it is paid (spec 08, C9). */
  receiptsOf(txid: string): readonly Receipt[] | undefined {
    const paid = this.#get(recordKey('payment', txid));
    return paid === undefined ? this.#transaction(txid)?.receipts : decode(receiptsCodec, paid);
  }

  /** The receipts that a transaction had when its block was made: without those of a later payment. */
  receiptsInBlock(txid: string): readonly Receipt[] | undefined {
    return this.#transaction(txid)?.receipts;
  }

  /** The receipts of the payment of a reward; none where they are not kept. */
  receiptsOfPayment(txid: string): readonly Receipt[] {
    const bytes = this.#get(recordKey('payment', txid));
    return bytes === undefined ? [] : decode(receiptsCodec, bytes);
  }

  /** The receipts of a block that belong to none of its transactions. */
  blockReceipts(height: number): readonly Receipt[] | undefined {
    return this.systemReceipts(height)?.receipts;
  }

  systemReceipts(height: number): SystemReceipts | undefined {
    const bytes = this.#isVisible(height) ? this.#get(heightKey('systemReceipts', height)) : undefined;
    return bytes && decode(systemReceiptsCodec, bytes);
  }

  /** The call tree of a universal transaction. */
  traceOf(txid: string): Json | undefined {
    const bytes = this.#get(recordKey('trace', txid));
    return bytes && parseJson(bytes.toString('utf8'));
  }

  /** What was set in a block without a transaction, also in one that was disconnected. */
  editsOf(hash: string): readonly StateEdit[] {
    const bytes = this.#get(recordKey('edits', hash));
    return bytes === undefined ? [] : decode(editsCodec, bytes);
  }

  /** The transactions that were tried for the block at a height and skipped; none for unknown heights. */
  failures(height: number): readonly BlockFailure[] {
    const bytes = this.#get(heightKey('failures', height));
    return bytes === undefined ? [] : decode(failuresCodec, bytes);
  }

  /** The key of the first operation whose effect is not what is stored; undefined if all of them agree. */
  firstDifference(operations: readonly BatchOperation[]): Buffer | undefined {
    const stored = this.#store.getMany(operations.map(({ key }) => key));
    return operations.find((operation, i) => {
      const expected = operation.type === 'put' ? operation.value : undefined;
      return expected === undefined ? stored[i] !== undefined : !stored[i]?.equals(expected);
    })?.key;
  }

  /** Drops what is remembered of a height, whose block was disconnected. */
  forget(height: number): void {
    this.#blocks.delete(height);
  }

  #transaction(txid: string): TransactionRecord | undefined {
    const bytes = this.#get(recordKey('transaction', txid));
    const found = bytes && decode(transactionRecordCodec, bytes);
    return found !== undefined && this.#isVisible(found.height) ? found : undefined;
  }

  #isVisible(height: number): boolean {
    return height <= this.#tipHeight();
  }

  #decode(raw: Buffer, height: number): Block {
    return requireDecodable(() => decodeBlock(raw, this.#rules), `block ${height}`);
  }

  #get(key: Buffer): Buffer | undefined {
    return this.#store.getMany([key])[0];
  }
}

/** @throws ChainError `corrupt` */
function requireDecodable<T>(read: () => T, what: string): T {
  try {
    return read();
  } catch (error) {
    throw new ChainError('corrupt', `${what} is stored in bytes that do not decode`, { cause: error });
  }
}
