import type { BlockContext, ChainHistory } from '../../vm/context.js';
import type { Json } from '../codec/json-value.js';
import type { RegId } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import type { Overlay, StateReader } from '../state/state.js';
import type { Block } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { Receipt } from '../tx/receipt.js';

export type { BlockContext } from '../../vm/context.js';

/** Whether a transaction id is in one of the last blocks (spec 07 §15). */
export interface RecentTransactions {
  has(txid: string): boolean;
  /** What contracts can learn of the blocks before; left out where that is nothing. */
  readonly history?: ChainHistory;
}

/** A transaction that took effect. */
export interface ExecutedTransaction {
  readonly prepared: PreparedTransaction;
  /** Position in the block; the reward transaction is at 0. */
  readonly index: number;
  readonly receipts: readonly Receipt[];
  /** Units of work that contracts burned. */
  readonly fuel: bigint;
  /** What the fuel costs, in sawi of the fee's coin; the rest of the fee is the producer's. */
  readonly fuelFee: bigint;
  /** The call tree of a universal transaction. */
  readonly trace?: Json;
}

/** Receipts that a block makes outside its own transactions' receipts, by the transaction that they are stored under. */
export interface MaturedReward {
  readonly txid: string;
  readonly receipts: readonly Receipt[];
}

/** What a finished block leaves beside its state changes. */
export interface BlockOutcome {
  /** In block order, the reward transaction first. */
  readonly executed: readonly ExecutedTransaction[];
  /** Sum of the fuel fees, for the header. */
  readonly fuelFee: bigint;
  /** Receipts of the block itself (system work on exchange and debt positions). */
  readonly blockReceipts: readonly Receipt[];
  readonly maturedReward: MaturedReward | undefined;
}

/**
 * A block while it is being made or checked. Transactions are executed one after the other on one
 * overlay; a transaction that is refused leaves no trace there.
 */
export interface BlockExecution {
  readonly context: BlockContext;
  /** Fuel burned so far. */
  readonly fuel: bigint;
  /** The changes of the block so far; nothing below it is touched until the caller merges or commits it. */
  readonly state: Overlay;
  /**
   * Checks and executes the next transaction.
   * @throws TransactionRejected; state, fuel and the next index are then as before
   */
  execute(prepared: PreparedTransaction): ExecutedTransaction;
  /** Lets the fuel of the block cost what its header says; the difference is the producer's (decision D25). */
  adoptFuelFee(fuelFee: bigint): void;
  /** The median price transaction that belongs at this point; undefined below R2 (spec 05 §9.3). */
  medianTransaction(): PreparedTransaction | undefined;
  /**
   * The settlement of the interest that is due (spec 05 §7.5), to be executed right after the median
   * prices; undefined where none is due.
   */
  settlementTransaction(): PreparedTransaction | undefined;
  /** The reward transaction for what was executed so far (spec 01 §13.4). */
  rewardTransaction(): PreparedTransaction;
  /**
   * Ends the block: the reward is checked and recorded, the delegates are processed, the reward of
   * the block a hundred heights ago is paid (spec 08 §8.3, steps 4 to 8).
   * @throws TransactionRejected `bad-reward-amount` and others of spec 08 §8.3
   */
  end(reward: PreparedTransaction): BlockOutcome;
}

/** Block 0 or the system genesis block: fully determined by the network. */
export interface GenesisOutcome extends BlockOutcome {
  readonly block: Block;
}

/** The deterministic state machine: no clock, no randomness, no input but its arguments. */
export interface Ledger {
  readonly network: NetworkParameters;
  /** Builds block 0 and its state on an empty overlay (spec 01 §5.1). */
  genesis(state: Overlay): GenesisOutcome;
  /**
   * Builds the system genesis block (spec 01 §5.3) on the state of its parent.
   * @param prevBlockHash hash of the parent
   */
  systemGenesis(state: Overlay, context: BlockContext, prevBlockHash: string): GenesisOutcome;
  /** Fuel rate that the next block must have (spec 08 §9). */
  nextFuelRate(state: StateReader): number;
  /** The producer whose turn a time is (spec 08 §6), undefined while there are no active delegates. */
  producerAt(state: StateReader, height: number, time: number): RegId | undefined;
  /** Begins a block on a fresh child of the given overlay or store. */
  begin(state: Overlay, context: BlockContext, recent: RecentTransactions): BlockExecution;
  /**
   * Rehearses a transaction for the memory pool: base check, type check, execution, in the order of
   * spec 07 §16, on a child of the pending overlay that is merged when it succeeds.
   * @param height height of the next block
   * @param time time of the tip, which stands for the time of the next block
   * @throws TransactionRejected; the overlay is then as before
   */
  rehearse(
    pending: Overlay,
    prepared: PreparedTransaction,
    context: BlockContext,
    recent: RecentTransactions,
  ): ExecutedTransaction;
}
