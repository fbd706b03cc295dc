import { BlockWork, NO_WORK } from '../../vm/block-work.js';
import { sameRegId } from '../codec/regid.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import { MAX_BALANCE } from '../state/balance.js';
import type { Overlay } from '../state/state.js';
import { feeSymbolOf, type PreparedTransaction, totalFeeOf } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';
import { BASE_COIN } from '../tx/symbols.js';
import { endOfBlock } from './end-of-block.js';
import { executeTransaction } from './execute-transaction.js';
import { BLOCK, type ExecutionRules, type ExecutionSite, FIRST_INDEX } from './execution-mode.js';
import { buildMedian } from './median.js';
import { buildReward, checkReward } from './rewards.js';
import { buildSettlement } from './settlement.js';
import type {
  BlockContext,
  BlockExecution,
  BlockOutcome,
  ExecutedTransaction,
  RecentTransactions,
} from './types.js';

const TRANSACTION_VERSION = 1;

/** Executes the transactions of one block on an overlay of its own (spec 08 §8.3). */
export class OverlayBlockExecution implements BlockExecution, ExecutionSite {
  readonly context: BlockContext;
  readonly state: Overlay;
  readonly rules: ExecutionRules;
  readonly recent: RecentTransactions;
  readonly work = new BlockWork();
  readonly #executed: ExecutedTransaction[] = [];
  readonly #txids = new Set<string>();
  /** Fees without the fuel's part, by coin: what the producer earns. */
  readonly #rewards = new Map<string, bigint>();
  #fuel = 0n;
  #fuelFee = 0n;
  /** The reward for what was executed so far, once it was asked for. */
  #builtReward: PreparedTransaction | undefined;

  /** @param parent - state after the parent of the block; not changed before the caller merges `state` */
  constructor(rules: ExecutionRules, parent: Overlay, context: BlockContext, recent: RecentTransactions) {
    this.rules = rules;
    this.recent = recent;
    this.context = context;
    this.state = parent.child();
  }

  get fuel(): bigint {
    return this.#fuel;
  }

  get nextIndex(): number {
    return this.#executed.length + FIRST_INDEX;
  }

  contains(txid: string): boolean {
    return this.#txids.has(txid) || this.recent.has(txid);
  }

  execute(prepared: PreparedTransaction): ExecutedTransaction {
    this.#requireRoomForFee(prepared);
    const executed = executeTransaction(BLOCK, this, prepared);
    this.#account(executed);
    return executed;
  }

  adoptFuelFee(fuelFee: bigint): void {
    const earned = this.#rewards.get(BASE_COIN) ?? 0n;
    this.#rewards.set(BASE_COIN, earned + this.#fuelFee - fuelFee);
    this.#fuelFee = fuelFee;
    this.#builtReward = undefined;
  }

  medianTransaction(): PreparedTransaction | undefined {
    return buildMedian(this.rules.network, this.state, this.context);
  }

  settlementTransaction(): PreparedTransaction | undefined {
    return buildSettlement(this.rules.network, this.state, this.context);
  }

  rewardTransaction(): PreparedTransaction {
    this.#builtReward = buildReward(this.rules.network, this.state, this.context, this.#rewards);
    return this.#builtReward;
  }

  end(reward: PreparedTransaction): BlockOutcome {
    const { network } = this.rules;
    this.#requireProducersReward(reward);
    if (reward !== this.#builtReward) {
      checkReward(network, this.state, this.context, this.#rewards, reward);
    }
    const end = endOfBlock(network, this.state, this.context, {
      reward,
      txids: [reward.txid, ...this.#txids],
      fuelFee: this.#fuelFee,
    });
    return { executed: [rewardExecuted(reward), ...this.#executed], fuelFee: this.#fuelFee, ...end };
  }

  /** The reward has 64 bits for the fees in each coin; a block with more could not be ended. */
  #requireRoomForFee({ tx }: PreparedTransaction): void {
    const earned = this.#rewards.get(feeSymbolOf(tx)) ?? 0n;
    if (earned + totalFeeOf(tx) > MAX_BALANCE) reject(REJECT.REJECT_INVALID, 'exceed-max-fees');
  }

  #account(executed: ExecutedTransaction): void {
    const { prepared, fuel, work, fuelFee } = executed;
    const symbol = feeSymbolOf(prepared.tx);
    const earned = totalFeeOf(prepared.tx) - fuelFee;
    this.#builtReward = undefined;
    this.#executed.push(executed);
    this.#txids.add(prepared.txid);
    this.#fuel += fuel;
    this.work.add(work);
    this.#fuelFee += fuelFee;
    if (earned > 0n) this.#rewards.set(symbol, (this.#rewards.get(symbol) ?? 0n) + earned);
  }

  /** The reward is for the producer of this block and of the only version (spec 08 §8.3, step 2). */
  #requireProducersReward({ tx }: PreparedTransaction): void {
    const account = new AccountWorkingSet(this.state).resolve(tx.txUid);
    const isProducers = account !== undefined && sameRegId(account.regId, this.context.producer);
    if (!isProducers || tx.version !== TRANSACTION_VERSION) reject(REJECT.REJECT_INVALID, 'bad-reward-tx');
  }
}

/** A reward has no effect in its own block; its receipts follow when it is paid (spec 08 §8.3, steps 6 and 8). */
function rewardExecuted(reward: PreparedTransaction): ExecutedTransaction {
  return { prepared: reward, index: 0, receipts: [], fuel: 0n, work: NO_WORK, fuelFee: 0n };
}
