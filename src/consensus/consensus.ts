import type { BlockSummary } from '../chain/block-records.js';
import type { Chain } from '../chain/chain.js';
import type { MempoolEntry } from '../chain/mempool-entry.js';
import type { StateWriter } from '../state/state.js';
import type { Block } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';

/** What became of a submitted transaction. */
export interface Submission {
  readonly txid: string;
  /** The block on the disk that contains it; undefined while it is pending. */
  readonly block: { readonly hash: string; readonly height: number; readonly index: number } | undefined;
}

/** Another node of the network. */
export interface Peer {
  readonly id: string;
  readonly address: string;
  readonly inbound: boolean;
}

/** Work of the start during which nothing may change the chain or the pool, but what does that work. */
export interface HeldConsensus {
  /** The work is done: whoever waits goes on. */
  release(): void;
  /** The node stops before the work is done: whoever waits is told so. */
  abandon(): void;
}

/**
 * Decides the order of transactions (spec 08 §16.1). This is all that the rest of the node knows of
 * consensus.
 */
export interface Consensus {
  start(): Promise<void>;
  /** Accepts no more transactions, and resolves when everything in progress is on the disk. */
  stop(): Promise<void>;
  /**
   * From now on no block is made, and transactions that are submitted and blocks that are asked for wait, while
   * requests that only read are answered.
   */
  hold(): HeldConsensus;
  /**
   * Resolves when consensus is not held any more; undefined where it is not held.
   * @throws ProductionError `stopped` when the node stops instead (rejects)
   */
  released(): Promise<void> | undefined;
  /**
   * Submits a transaction. Resolves when it is in the memory pool; where a block is made at once,
   * when that block is on the disk.
   * @throws TransactionRejected with the reason; the transaction had no effect then
   * @throws BlockNotMade where a block was to be made at once and could not be; the transaction waits
   */
  submit(prepared: PreparedTransaction): Promise<Submission>;
  /** The transactions that wait, in the order of their arrival. */
  pending(): readonly MempoolEntry[];
  tip(): BlockSummary;
  /** Height of the newest block that will never be taken back (getfinblockcount). */
  finalHeight(): number;
  peers(): readonly Peer[];
  /** Whether blocks that others have are still missing here. */
  catchingUp(): boolean;
  /** Whether blocks are made here, or by the network, without a call that asks for them. */
  readonly makesBlocks: boolean;
  /** Control by hand; undefined where this process does not decide alone. */
  readonly chainControl: ChainControl | undefined;
}

/**
 * When blocks are made: whenever a transaction waits, at every interval, or only by `produce`
 * (decision D16).
 */
export type ProductionMode = 'instant' | 'interval' | 'manual';

/** What a node that makes all blocks alone can be told to do (spec 08 §17). */
export interface ChainControl {
  readonly mode: ProductionMode;
  readonly paused: boolean;
  /** Why the last attempt to make a block failed; undefined after a success. */
  readonly problem: Error | undefined;
  /** Blocks that this process made, at most a hundred, the newest first (getminedblocks). */
  readonly minedBlocks: readonly BlockSummary[];
  /**
   * Makes blocks, empty ones too, in any mode.
   * @returns their hashes, when all are on the disk
   * @throws ProductionError
   */
  produce(count: number): Promise<readonly string[]>;
  setMode(mode: ProductionMode): void;
  /** Makes no block until `resume`, except by `produce`. */
  pause(): void;
  resume(): void;
  /**
   * Sets the time of the next block; the clock continues from there.
   * @param time - seconds since 1970; undefined returns to the clock of the machine
   * @throws ProductionError when the time is before that of the newest block
   */
  setBlockTime(time: number | undefined): void;
  /** The time that was set for the next block; undefined where none is waiting for a block. */
  readonly blockTime: number | undefined;
  /**
   * Milliseconds by which the clock of the chain is ahead of the machine's; setting it cancels
   * `setBlockTime`.
   */
  clockOffset: number;
  /** Calls back with each `clockOffset` that is set from now on, also by `setBlockTime`, before the setting returns. */
  followClock(listener: (milliseconds: number) => void): void;
  /**
   * Makes a block that changes the state without a transaction; development networks only.
   * @returns its hash, when it is on the disk
   * @throws ProductionError; whatever `change` throws, and no block is made then
   */
  produceEdited(change: (state: StateWriter) => void): Promise<string>;
  /**
   * Rolls the chain back to a height and drops the transactions of the removed blocks, and pending
   * ones.
   * @throws ChainError `cannot-disconnect`
   */
  rewind(height: number): Promise<void>;
  /**
   * Switches to another chain of the same network; pending transactions are dropped.
   * @throws ChainError, BlockRejected; the chain is then as before
   */
  adopt(other: Chain): Promise<void>;
  /** @throws BlockRejected, ChainError */
  submitBlock(block: Block): Promise<string>;
  /** @throws ChainError */
  invalidateBlock(hash: string): Promise<void>;
  /**
   * @param options - `children`: whether the blocks after it are reconsidered too; default: true
   * @throws ChainError, BlockRejected
   */
  reconsiderBlock(hash: string, options?: { readonly children?: boolean }): Promise<void>;
  /** Disconnects blocks. @returns the tip then */
  disconnectBlocks(count: number): Promise<BlockSummary>;
}
