import type { BlockWork, TransactionWork } from '../../vm/block-work.js';
import type { BlockContext, ChainHistory, ContractObserver } from '../../vm/context.js';
import type { EmittedResult } from '../../vm/wasm/host/wasm-host.js';
import type { WorkMeter } from '../../vm/work.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { RegId } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import type { Overlay, StateReader } from '../state/state.js';
import type { Block } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { Receipt } from '../tx/receipt.js';
import type { InlineTransaction } from '../tx/types/universal.js';

export type { BlockContext } from '../../vm/context.js';

/** Whether a transaction id is in one of the last blocks (spec 07 §15). */
export interface RecentTransactions {
  has(txid: string): boolean;
  /** What contracts can read of earlier blocks; omitted where that is nothing. */
  readonly history?: ChainHistory;
}

/** Where nothing is known of the blocks before. */
export const NOTHING_RECENT: RecentTransactions = { has: () => false };

/** A transaction that took effect. */
export interface ExecutedTransaction {
  readonly prepared: PreparedTransaction;
  /** Position in the block; the reward transaction is at 0. */
  readonly index: number;
  readonly receipts: readonly Receipt[];
  /** Units of work that contracts burned. */
  readonly fuel: bigint;
  /** What it adds to the work of its block. */
  readonly work: TransactionWork;
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

/** What a finished block produces in addition to its state changes. */
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
  /** Work so far. */
  readonly work: BlockWork;
  /** The changes of the block so far; nothing below it is touched until the caller merges or commits it. */
  readonly state: Overlay;
  /**
   * Checks and executes the next transaction.
   * @throws TransactionRejected; state, fuel and the next index are then as before
   */
  execute(prepared: PreparedTransaction): ExecutedTransaction;
  /** Charges the fuel fee that the block's header states; the difference is the producer's (decision D25). */
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

/** The transactions of the memory pool while they are executed, one on top of the other. */
export interface PendingExecution {
  readonly context: BlockContext;
  /** The state after all of them. */
  readonly state: Overlay;
  /**
   * Checks and executes a transaction as it would be in the next block, in the order of spec 07 §16.
   * @throws TransactionRejected; state and the next position are then as before
   */
  execute(transaction: PreparedTransaction): ExecutedTransaction;
}

/** A copy of the state on which transactions are simulated. */
export interface Simulation {
  /** The state after the transactions so far. */
  readonly state: Overlay;
  /**
   * Executes the next transaction. Every signature counts as valid, the sender is given the fee first,
   * and neither `valid_height` nor duplicates matter.
   * @throws TransactionRejected; the state is then as before
   */
  execute(transaction: PreparedTransaction): ExecutedTransaction;
}

export interface SimulationOptions {
  /** Sees the runs of contracts. */
  readonly observer?: ContractObserver | undefined;
  /** Position of the first transaction in the block; default 1. */
  readonly firstIndex?: number;
}

/** An action that a contract is asked to run. */
export type ContractQuery = Pick<InlineTransaction, 'contract' | 'action' | 'data'>;

/** What a contract has answered. */
export interface QueryAnswer {
  /** The last result that was emitted; undefined where there is none. */
  readonly result: EmittedResult | undefined;
  /** The call tree, with what contracts have printed. */
  readonly trace: JsonObject;
  /** The id that the call tree names, in display order: of no transaction that exists. */
  readonly txid: string;
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
  /**
   * The producer whose turn a time is (spec 08 §6), undefined while there are no active delegates. Where the engine
   * names the producer of each block, the first validator stands for it until it is known.
   */
  producerAt(state: StateReader, height: number, time: number): RegId | undefined;
  /** Begins a block on a fresh child of the given overlay or store. */
  begin(state: Overlay, context: BlockContext, recent: RecentTransactions): BlockExecution;
  /**
   * Begins the execution of the transactions that wait for the block that `context` announces.
   * @param state - gets their effects; its owner discards it
   */
  beginPending(state: Overlay, context: BlockContext, recent: RecentTransactions): PendingExecution;
  /**
   * Simulates transactions: shows what they would do, and leaves nothing behind.
   * @param scratch - a child of the state after which they come; it is discarded
   * @returns what `work` returns
   */
  simulate<T>(
    scratch: Overlay,
    context: BlockContext,
    recent: RecentTransactions,
    work: (simulation: Simulation) => T,
    options?: SimulationOptions,
  ): T;
  /**
   * Runs an action of a contract by nobody's authority, and leaves nothing behind (spec 04 §10.5).
   * @param scratch - a child of the state that the contract sees; it is discarded
   * @param work - counts what it takes, whether or not it succeeds; default: as much as a query may take
   * @throws ContractException
   */
  query(
    scratch: Overlay,
    context: BlockContext,
    query: ContractQuery,
    observer?: ContractObserver,
    work?: WorkMeter,
  ): QueryAnswer;
}
