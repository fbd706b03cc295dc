import { hash256, vector } from '../../codec/codec.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { u32Key } from '../key-codecs.js';
import type { StateReader, StateWriter } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';

/** By height, the ids of a block's transactions, for the last blocks only (spec 07 §15). */
export const RECENT_TRANSACTIONS = defineTable({
  name: 'recent-transactions',
  prefix: TABLE_PREFIX.recentTransactions,
  key: u32Key,
  value: valueCodec(vector(hash256)),
  consensus: true,
});

/**
 * Stores the ids of a block's transactions and removes those of the block `depth` below.
 *
 * @param depth - the network's `transactionCacheDepth`
 */
export function rememberTransactions(
  state: StateWriter,
  height: number,
  txids: readonly string[],
  depth: number,
): void {
  state.put(RECENT_TRANSACTIONS, height, txids);
  if (height >= depth) state.delete(RECENT_TRANSACTIONS, height - depth);
}

/**
 * The ids of the recent transactions as a set in memory, kept in step with the state as blocks are
 * connected and disconnected. A block's own ids count once it is connected.
 */
export class RecentTransactionIndex {
  readonly #depth: number;
  readonly #byHeight = new Map<number, readonly string[]>();
  readonly #txids = new Set<string>();

  /** Builds the index from a state whose newest block is the tip. */
  constructor(state: StateReader, depth: number) {
    this.#depth = depth;
    for (const [height, txids] of state.iterate(RECENT_TRANSACTIONS)) this.#add(height, txids);
  }

  /** Number of ids. */
  get size(): number {
    return this.#txids.size;
  }

  /** Whether a transaction is in one of the last `depth` blocks. */
  has(txid: string): boolean {
    return this.#txids.has(txid);
  }

  /** Follows a block that was connected. */
  connect(height: number, txids: readonly string[]): void {
    this.#add(height, txids);
    this.#remove(height - this.#depth);
  }

  /**
   * Follows a block that was disconnected.
   *
   * @param state - as it was before that block
   */
  disconnect(height: number, state: StateReader): void {
    this.#remove(height);
    const oldest = height - this.#depth;
    const txids = oldest >= 0 ? state.get(RECENT_TRANSACTIONS, oldest) : undefined;
    if (txids !== undefined) this.#add(oldest, txids);
  }

  #add(height: number, txids: readonly string[]): void {
    this.#byHeight.set(height, txids);
    for (const txid of txids) this.#txids.add(txid);
  }

  #remove(height: number): void {
    for (const txid of this.#byHeight.get(height) ?? []) this.#txids.delete(txid);
    this.#byHeight.delete(height);
  }
}
