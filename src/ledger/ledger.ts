import { TransactionContext } from '../../vm/context.js';
import type { RegId } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import type { Overlay, StateReader } from '../state/state.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { type ExecutionRules, OverlayBlockExecution } from './block-execution.js';
import { checkTransaction, executeChecked } from './execute-transaction.js';
import { nextFuelRate } from './fuel-rate.js';
import { buildGenesis } from './genesis.js';
import { signaturesOf } from './impersonation.js';
import { producerAt } from './producers.js';
import { SignatureCache } from './signature-cache.js';
import { buildSystemGenesis } from './system-genesis.js';
import { isValidHeight } from './type-rules.js';
import type {
  BlockContext,
  BlockExecution,
  ExecutedTransaction,
  GenesisOutcome,
  Ledger,
  RecentTransactions,
} from './types.js';

const NOTHING_RECENT: RecentTransactions = { has: () => false };

/** Position of the first transaction behind the reward. */
const FIRST_INDEX = 1;

/** The rules of a network, applied to whatever state they are given. */
export class NetworkLedger implements Ledger {
  readonly network: NetworkParameters;
  readonly #rules: ExecutionRules;
  /** Position that the next rehearsed transaction would have, by pending overlay. */
  readonly #nextIndex = new WeakMap<Overlay, number>();

  /**
   * @param signatures - shared with whoever verifies signatures in bulk beforehand
   * @param observer - sees the runs of contracts in blocks and rehearsals
   */
  constructor(
    network: NetworkParameters,
    signatures: ExecutionRules['signatures'] = new SignatureCache(),
    observer?: ExecutionRules['observer'],
  ) {
    this.network = network;
    this.#rules = { network, signatures: signaturesOf(network, signatures), observer };
  }

  genesis(state: Overlay): GenesisOutcome {
    return buildGenesis(this.network, state);
  }

  systemGenesis(state: Overlay, context: BlockContext, prevBlockHash: string): GenesisOutcome {
    const execution = this.begin(state, context, NOTHING_RECENT);
    const outcome = buildSystemGenesis(this.network, execution, prevBlockHash);
    execution.state.merge();
    return outcome;
  }

  nextFuelRate(state: StateReader): number {
    return nextFuelRate(state);
  }

  producerAt(state: StateReader, height: number, time: number): RegId | undefined {
    return producerAt(this.network, state, height, time);
  }

  begin(state: Overlay, context: BlockContext, recent: RecentTransactions): BlockExecution {
    return new OverlayBlockExecution(this.#rules, state, context, recent);
  }

  /**
   * The reference rehearses every transaction at position 0, where new accounts and contracts would
   * get one and the same regid; here each has the position that it would have in a block of the
   * pending transactions.
   */
  rehearse(
    pending: Overlay,
    prepared: PreparedTransaction,
    block: BlockContext,
    recent: RecentTransactions,
  ): ExecutedTransaction {
    const { tx, txid } = prepared;
    if (definitionOf(tx.type).system) reject(REJECT.REJECT_INVALID, 'tx-coinbase-to-mempool');
    const state = pending.child();
    const index = this.#nextIndex.get(pending) ?? FIRST_INDEX;
    try {
      const { history } = recent;
      const context = new TransactionContext({ ...this.#rules, block, state, prepared, index, history });
      const handler = checkTransaction(context);
      if (!isValidHeight(tx.type, tx.validHeight, block.height, this.network.transactionCacheDepth)) {
        reject(REJECT.REJECT_INVALID, 'tx-invalid-height');
      }
      if (recent.has(txid)) reject(REJECT.REJECT_INVALID, 'tx-duplicate-confirmed');
      const executed = executeChecked(context, handler, 0n);
      context.commit();
      this.#nextIndex.set(pending, index + 1);
      return executed;
    } catch (error) {
      state.discard();
      throw error;
    }
  }
}
