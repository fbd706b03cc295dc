import { LRUCache } from 'lru-cache';
import { decode } from '../codec/codec.js';
import { parseJson } from '../codec/json.js';
import type { Json } from '../codec/json-value.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { type Block, decodeBlock } from '../tx/block.js';
import type { WireRules } from '../tx/definition.js';
import type { Receipt } from '../tx/receipt.js';
import {
  type BlockSummary,
  blockSummaryCodec,
  failuresCodec,
  heightCodec,
  heightKey,
  receiptsCodec,
  recordKey,
  type SystemReceipts,
  systemReceiptsCodec,
  type TransactionLocation,
  type TransactionRecord,
  transactionRecordCodec,
} from './block-records.js';
import { ChainError } from './errors.js';
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
  readonly #store: KeyValueStore;
  readonly #rules: WireRules;
  readonly #tipHeight: () => number;
  readonly #blocks = new LRUCache<number, Block>({ maxSize: CACHED_BLOCK_BYTES });

  /**
   * @param tipHeight - height of the tip: a block above it may have reached the disk already, but
   *   it is not visible before the tip has moved
   */
  constructor(store: KeyValueStore, rules: WireRules, tipHeight: () => number) {
    this.#store = store;
    this.#rules = rules;
    this.#tipHeight = tipHeight;
  }

  /** The block at a height. @throws ChainError `corrupt` when its bytes do not decode */
  blockByHeight(height: number): Block | undefined {
    const cached = this.#blocks.get(height);
    if (cached !== undefined && this.#isVisible(height)) return cached;
    const raw = this.rawBlock(height);
    if (raw === undefined) return undefined;
    const block = this.#decode(raw, height);
    this.#blocks.set(height, block, { size: raw.length });
    return block;
  }

  /** The encoded block at a height. */
  rawBlock(height: number): Buffer | undefined {
    return this.#isVisible(height) ? this.#get(heightKey('block', height)) : undefined;
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
