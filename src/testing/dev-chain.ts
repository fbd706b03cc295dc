import type { BlockContext, ContractObserver } from '../../vm/context.js';
import type { JitPolicyName } from '../../vm/lua/jit/policy.js';
import type { NetworkParameters } from '../config/network.js';
import { EVERY_SIGNATURE } from '../ledger/impersonation.js';
import { blockIntervalAt } from '../ledger/inflation.js';
import { NetworkLedger } from '../ledger/ledger.js';
import type { BlockExecution, ContractQuery, ExecutedTransaction, QueryAnswer } from '../ledger/types.js';
import type { StateOverlay } from '../state/overlay.js';
import type { Overlay, StateReader } from '../state/state.js';
import type { WireRules } from '../tx/definition.js';
import { type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import type { Transaction } from '../tx/transactions.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { type ChainVersion, edited, extended, pastOf } from './chain-version.js';
import { DevBlock } from './dev-block.js';

/** Position that a transaction has in a block of its own: after the reward and the median prices. */
const FIRST_INDEX = 2;
/** Block times are unsigned 32-bit integers. */
const MAX_TIME = 0xffffffff;

/** A transaction in its block. */
export interface MinedTransaction {
  readonly executed: ExecutedTransaction;
  readonly context: BlockContext;
}

/** The next block while it is being filled. */
interface OpenBlock {
  readonly execution: BlockExecution;
  /** Lies below the block's own overlay. */
  readonly state: StateOverlay;
  /** Ids of the transactions of users so far. */
  readonly txids: Set<string>;
  /** Whether something was set between its transactions. */
  isEdited: boolean;
}

/**
 * A chain in memory under the rules of the ledger. Every transaction is in a block of its own, unless a
 * block is held open. Its history is a row of versions: going back to one is an assignment.
 */
export class DevChain {
  readonly network: NetworkParameters;
  readonly wireRules: WireRules;
  readonly #ledger: NetworkLedger;
  #version: ChainVersion;
  #open: OpenBlock | undefined;

  /**
   * @param observer - sees the runs of contracts, also of those that fail
   * @param luaJit - when functions of Lua contracts are compiled; default: when they are hot
   */
  constructor(
    network: NetworkParameters,
    version: ChainVersion,
    observer: ContractObserver,
    luaJit?: JitPolicyName,
  ) {
    this.network = network;
    this.wireRules = wireRulesOf(network);
    // Nobody signs on a development chain in memory.
    this.#ledger = new NetworkLedger(network, EVERY_SIGNATURE, {
      observer,
      traceClock: () => performance.now(),
      luaJit,
    });
    this.#version = version;
  }

  /** Whether a block is held open. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** The chain as it is. @throws Error while a block is held open */
  get version(): ChainVersion {
    this.#requireNoOpenBlock();
    return this.#version;
  }

  /** Goes to another version, back or forth. */
  set version(version: ChainVersion) {
    this.#requireNoOpenBlock();
    this.#version = version;
  }

  /** The newest block. */
  get tip(): DevBlock {
    return this.#version.tip;
  }

  /** The state that the next transaction will find, changes of an open block included. */
  get state(): StateReader {
    return this.#open?.execution.state ?? this.#version.state;
  }

  /** Height, time, producer and fuel rate of the block that the next transaction gets into. */
  nextContext(): BlockContext {
    return this.#open?.execution.context ?? this.#contextOf(this.#version);
  }

  /**
   * Executes a transaction and mines it.
   * @param build - given the valid height that makes it differ from all others of its block
   * @throws TransactionRejected; the chain is then as before
   */
  mine(build: (validHeight: number) => Transaction): MinedTransaction {
    if (this.#open !== undefined) return this.#execute(this.#open, build);
    const open = this.#begin();
    const mined = this.#execute(open, build);
    this.#close(open);
    return mined;
  }

  /** Mines an empty block. */
  mineEmpty(): void {
    this.#requireNoOpenBlock();
    this.#close(this.#begin());
  }

  /** Puts all transactions that are mined in the meantime into one block. */
  inOneBlock<T>(work: () => T): T {
    this.#requireNoOpenBlock();
    const open = this.#begin();
    this.#open = open;
    try {
      const result = work();
      this.#open = undefined;
      this.#close(open);
      return result;
    } finally {
      this.#open = undefined;
    }
  }

  /** Simulates a transaction as the next one, and leaves nothing behind. @throws TransactionRejected */
  simulate(build: (validHeight: number) => Transaction, observer: ContractObserver): ExecutedTransaction {
    const context = this.nextContext();
    const prepared = this.#prepare(build(context.height));
    const recent = pastOf(this.#version, this.network.transactionCacheDepth);
    const options = { observer, firstIndex: FIRST_INDEX };
    return this.#ledger.simulate(
      this.#scratch(),
      context,
      recent,
      simulation => simulation.execute(prepared),
      options,
    );
  }

  /** Asks a contract, and leaves nothing behind. @throws ContractException */
  query(query: ContractQuery, observer: ContractObserver): QueryAnswer {
    return this.#ledger.query(this.#scratch(), this.nextContext(), query, observer);
  }

  /** A copy of the state, to be discarded. */
  #scratch(): Overlay {
    return this.#open?.execution.state.child() ?? this.#version.state.overlay();
  }

  /** Changes the state directly, without a block. */
  edit(change: (state: Overlay) => void): void {
    if (this.#open !== undefined) {
      change(this.#open.execution.state);
      this.#open.isEdited = true;
      return;
    }
    const overlay = this.#version.state.overlay();
    change(overlay);
    this.#version = edited(this.#version, overlay);
  }

  /** What the time of the next block is counted from: the time that was set for it, or that of the newest one. */
  get timeBeforeNext(): number {
    return this.#version.timeOfNext ?? this.tip.time;
  }

  /** Sets the time of the next block. @throws RangeError for one before the newest block */
  setTimeOfNext(seconds: number): void {
    const { time } = this.tip;
    if (!Number.isSafeInteger(seconds) || seconds < time || seconds > MAX_TIME) {
      throw new RangeError(
        `${seconds} cannot be the time of the next block: it is a whole number of seconds since 1970, ` +
          `not before the newest block's ${time} and at most ${MAX_TIME}`,
      );
    }
    this.version = { ...this.version, timeOfNext: seconds };
  }

  #contextOf({ state, tip, timeOfNext }: ChainVersion): BlockContext {
    const height = tip.height + 1;
    const time = timeOfNext ?? tip.time + blockIntervalAt(this.network, height);
    const producer = this.#ledger.producerAt(state, height, time);
    if (producer === undefined) throw new Error(`block ${height} has no producer: no delegates are active`);
    return { height, time, producer, fuelRate: this.#ledger.nextFuelRate(state) };
  }

  /** A block with what comes before the transactions of users (spec 08 §7.2). */
  #begin(): OpenBlock {
    const version = this.#version;
    const state = version.state.overlay();
    const recent = pastOf(version, this.network.transactionCacheDepth);
    const execution = this.#ledger.begin(state, this.#contextOf(version), recent);
    const median = execution.medianTransaction();
    if (median !== undefined) execution.execute(median);
    const settlement = execution.settlementTransaction();
    if (settlement !== undefined) execution.execute(settlement);
    return { execution, state, txids: new Set(), isEdited: false };
  }

  #execute(open: OpenBlock, build: (validHeight: number) => Transaction): MinedTransaction {
    const { context } = open.execution;
    const executed = open.execution.execute(this.#newTransaction(open, context.height, build));
    open.txids.add(executed.prepared.txid);
    return { executed, context };
  }

  /** The same content twice makes two transactions: a different valid height distinguishes them. */
  #newTransaction(
    { txids }: OpenBlock,
    height: number,
    build: (validHeight: number) => Transaction,
  ): PreparedTransaction {
    const { transactions } = this.#version;
    const window = Math.floor(this.network.transactionCacheDepth / 2);
    for (const validHeight of validHeights(height, window)) {
      const prepared = this.#prepare(build(validHeight));
      if (!txids.has(prepared.txid) && transactions.get(prepared.txid) === undefined) return prepared;
    }
    throw new Error(
      `the same transaction was sent for every valid height around block ${height}; none is left that makes it ` +
        'another one',
    );
  }

  #close({ execution, state, isEdited }: OpenBlock): void {
    const outcome = execution.end(execution.rewardTransaction());
    execution.state.merge();
    const { tip, edits } = this.#version;
    const block = new DevBlock(execution.context, outcome, tip, isEdited ? undefined : edits);
    this.#version = extended(this.#version, block, state);
  }

  #prepare(tx: Transaction): PreparedTransaction {
    return prepareTransaction(tx, this.wireRules);
  }

  #requireNoOpenBlock(): void {
    if (this.#open !== undefined) {
      throw new Error('this cannot be done inside inOneBlock: the block must end first');
    }
  }
}

/** The valid heights that a transaction of a block can have (spec 07 §15): its own first, then lower, then higher ones. */
function* validHeights(height: number, window: number): Generator<number> {
  for (let lower = height; lower >= Math.max(height - 1 - window, 0); lower--) yield lower;
  for (let higher = height + 1; higher <= height - 1 + window; higher++) yield higher;
}
