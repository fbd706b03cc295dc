import type { SignatureCheck } from '../../vm/context.js';
import type { WorkMeter } from '../../vm/work.js';
import type { RegId } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import type { Overlay, StateReader } from '../state/state.js';
import { OverlayBlockExecution } from './block-execution.js';
import { type ExecutionRules, FIRST_INDEX } from './execution-mode.js';
import { nextFuelRate } from './fuel-rate.js';
import { buildGenesis } from './genesis.js';
import { EVERY_SIGNATURE, signaturesOf } from './impersonation.js';
import { OverlayPendingExecution } from './pending-execution.js';
import { ProducerOrders, producerAt } from './producers.js';
import { queryContract } from './query-contract.js';
import { SignatureCache } from './signature-cache.js';
import { OverlaySimulation } from './simulation.js';
import { buildSystemGenesis } from './system-genesis.js';
import {
  type BlockContext,
  type BlockExecution,
  type ContractQuery,
  type GenesisOutcome,
  type Ledger,
  NOTHING_RECENT,
  type PendingExecution,
  type QueryAnswer,
  type RecentTransactions,
  type Simulation,
  type SimulationOptions,
} from './types.js';
import { validatorsAt } from './validators.js';

/** The rules of a network, applied to whatever state they are given. */
export class NetworkLedger implements Ledger {
  readonly network: NetworkParameters;
  readonly #rules: ExecutionRules;
  readonly #orders = new ProducerOrders();

  /**
   * @param signatures - shared with the code that verifies signatures in bulk beforehand
   * @param running - sees the runs of contracts in blocks and among the pending transactions, counts them, measures
   *   how long actions take, and says when Lua is compiled: what changes no result
   */
  constructor(
    network: NetworkParameters,
    signatures: SignatureCheck = new SignatureCache(),
    running: Pick<ExecutionRules, 'observer' | 'runs' | 'traceClock' | 'luaJit'> = {},
  ) {
    this.network = network;
    this.#rules = { network, signatures: signaturesOf(network, signatures), ...running };
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
    return nextFuelRate(this.network, state);
  }

  producerAt(state: StateReader, height: number, time: number): RegId | undefined {
    if (this.network.blockProducer === 'proposer') return validatorsAt(state, height)[0]?.regId;
    return producerAt(this.network, state, height, time, this.#orders.of);
  }

  begin(state: Overlay, context: BlockContext, recent: RecentTransactions): BlockExecution {
    return new OverlayBlockExecution(this.#rules, state, context, recent);
  }

  beginPending(state: Overlay, context: BlockContext, recent: RecentTransactions): PendingExecution {
    return new OverlayPendingExecution(this.#rules, state, context, recent);
  }

  simulate<T>(
    scratch: Overlay,
    context: BlockContext,
    recent: RecentTransactions,
    work: (simulation: Simulation) => T,
    { observer, firstIndex = FIRST_INDEX }: SimulationOptions = {},
  ): T {
    const rules = { ...this.#rules, signatures: EVERY_SIGNATURE, observer };
    try {
      return work(new OverlaySimulation(rules, scratch, context, recent, firstIndex));
    } finally {
      scratch.discard();
    }
  }

  query(
    scratch: Overlay,
    context: BlockContext,
    query: ContractQuery,
    observer?: ExecutionRules['observer'],
    work?: WorkMeter,
  ): QueryAnswer {
    return queryContract({ ...this.#rules, observer }, scratch, context, query, work);
  }
}
