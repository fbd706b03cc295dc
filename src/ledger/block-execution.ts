import { type ContractObserver, type SignatureCheck, TransactionContext } from '../../vm/context.js';
import { sameRegId } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import type { Overlay } from '../state/state.js';
import { feeSymbolOf, type PreparedTransaction, totalFeeOf } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';
import { BASE_COIN } from '../tx/symbols.js';
import { endOfBlock } from './end-of-block.js';
import { checkTransaction, executeChecked } from './execute-transaction.js';
import { buildMedian } from './median.js';
import { buildReward, checkReward } from './rewards.js';
import { buildSettlement } from './settlement.js';
import { isValidHeight } from './type-rules.js';
import type {
  BlockContext,
  BlockExecution,
  BlockOutcome,
  ExecutedTransaction,
  RecentTransactions,
} from './types.js';

/** What blocks are executed with, the same for all of them. */
export interface ExecutionRules {
  readonly network: NetworkParameters;
  readonly signatures: SignatureCheck;
  /** Sees the runs of contracts; left out where nobody looks. */
  readonly observer?: ContractObserver | undefined;
}

const TRANSACTION_VERSION = 1;

/** Executes the transactions of one block on an overlay of its own (spec 08 §8.3). */
export class OverlayBlockExecution implements BlockExecution {
  readonly context: BlockContext;
  readonly state: Overlay;
  readonly #rules: ExecutionRules;
  readonly #recent: RecentTransactions;
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
    this.#rules = rules;
    this.#recent = recent;
    this.context = context;
    this.state = parent.child();
  }

  get fuel(): bigint {
    return this.#fuel;
  }

  execute(prepared: PreparedTransaction): ExecutedTransaction {
    this.#admit(prepared);
    const state = this.state.child();
    try {
      const index = this.#executed.length + 1;
      const { network, signatures, observer } = this.#rules;
      const { context: block } = this;
      const { history } = this.#recent;
      const context = new TransactionContext({
        network,
        block,
        state,
        prepared,
        index,
        signatures,
        history,
        observer,
      });
      const handler = checkTransaction(context);
      const executed = executeChecked(context, handler, this.#fuel);
      context.commit();
      this.#account(executed);
      return executed;
    } catch (error) {
      state.discard();
      throw error;
    }
  }

  adoptFuelFee(fuelFee: bigint): void {
    const earned = this.#rewards.get(BASE_COIN) ?? 0n;
    this.#rewards.set(BASE_COIN, earned + this.#fuelFee - fuelFee);
    this.#fuelFee = fuelFee;
    this.#builtReward = undefined;
  }

  medianTransaction(): PreparedTransaction | undefined {
    return buildMedian(this.#rules.network, this.state, this.context);
  }

  settlementTransaction(): PreparedTransaction | undefined {
    return buildSettlement(this.#rules.network, this.state, this.context);
  }

  rewardTransaction(): PreparedTransaction {
    this.#builtReward = buildReward(this.#rules.network, this.state, this.context, this.#rewards);
    return this.#builtReward;
  }

  end(reward: PreparedTransaction): BlockOutcome {
    const { network } = this.#rules;
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

  /** What a transaction must meet before it is looked at (spec 08 §8.3, step 3). */
  #admit({ tx, txid }: PreparedTransaction): void {
    const { transactionCacheDepth } = this.#rules.network;
    if (this.#txids.has(txid) || this.#recent.has(txid)) reject(REJECT.REJECT_INVALID, 'tx-duplicated');
    if (!isValidHeight(tx.type, tx.validHeight, this.context.height, transactionCacheDepth)) {
      reject(REJECT.REJECT_INVALID, 'tx-invalid-height');
    }
  }

  #account(executed: ExecutedTransaction): void {
    const { prepared, fuel, fuelFee } = executed;
    const symbol = feeSymbolOf(prepared.tx);
    const earned = totalFeeOf(prepared.tx) - fuelFee;
    this.#builtReward = undefined;
    this.#executed.push(executed);
    this.#txids.add(prepared.txid);
    this.#fuel += fuel;
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
export function rewardExecuted(reward: PreparedTransaction): ExecutedTransaction {
  return { prepared: reward, index: 0, receipts: [], fuel: 0n, fuelFee: 0n };
}
