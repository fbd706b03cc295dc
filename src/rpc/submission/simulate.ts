import type { ContractObserver, ContractRunReport } from '../../../vm/context.js';
import type { TransactionOfType } from '../../../vm/native/handler.js';
import { PROTOCOL } from '../../config/network.js';
import type { ExecutedTransaction } from '../../ledger/types.js';
import { TransactionRejected } from '../../tx/reject.js';
import type { TX } from '../../tx/transactions.js';
import type { NodeServices } from '../node/services.js';
import { smallestCallFee } from './fees.js';
import { prepareGiven } from './prepare-given.js';

/** A call of a Lua contract. */
export type LuaCall =
  | TransactionOfType<typeof TX.LCONTRACT_INVOKE>
  | TransactionOfType<typeof TX.UCONTRACT_INVOKE>;

type SimulatedCall = LuaCall | TransactionOfType<typeof TX.UNIVERSAL>;

type SimulationServices = Pick<NodeServices, 'chain' | 'client' | 'mempool' | 'network' | 'wireRules'>;

/** What a call on the pending state would do (estimatecontractcall, and the default fee). */
export interface CallSimulation {
  /** Undefined when it failed. */
  readonly executed: ExecutedTransaction | undefined;
  readonly rejection: TransactionRejected | undefined;
  /** Of the contract's run; undefined when it did not come to it. */
  readonly report: ContractRunReport | undefined;
  readonly log: readonly string[];
  /** The smallest fee with which a Lua contract ends as here, in sawi; undefined when it failed. */
  readonly neededFee: bigint | undefined;
  readonly fuelRate: number;
}

/** Fuel that a simulation may burn: a tenth of what a block may, so that it does not keep others waiting. */
const SIMULATION_FUEL = PROTOCOL.maxBlockFuel / 10n;
/** The most lines of a log that are kept. */
const MAX_LOG_LINES = 1000;

/** Keeps what a contract logs and how its run ended. */
class Recorder implements ContractObserver {
  readonly lines: string[] = [];
  report: ContractRunReport | undefined;

  log(line: string): void {
    if (this.lines.length < MAX_LOG_LINES) this.lines.push(line);
  }

  ended(report: ContractRunReport): void {
    this.report = report;
  }
}

/** Simulates a call on the pending state with plenty of fuel, whatever fee it names. */
export function simulateCall(services: SimulationServices, tx: SimulatedCall): CallSimulation {
  const { chain, client, mempool } = services;
  const recorder = new Recorder();
  const { fuelRate } = chain.nextContext();
  const call = prepareGiven(services, { ...tx, fees: smallestCallFee(services, tx, SIMULATION_FUEL) });
  const ended = (executed?: ExecutedTransaction, rejection?: TransactionRejected): CallSimulation => ({
    executed,
    rejection,
    report: recorder.report,
    log: recorder.lines,
    neededFee: executed && smallestCallFee(services, tx, leastLimit(executed, recorder.report)),
    fuelRate,
  });
  try {
    return ended(mempool.simulate(client, simulation => simulation.execute(call), recorder));
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    return ended(undefined, error);
  }
}

/** Fuel that the fee must pay for: a run may need a higher limit than what it has burned in the end. */
function leastLimit({ fuel }: ExecutedTransaction, report: ContractRunReport | undefined): bigint {
  const limit = BigInt(report?.leastLimit ?? 0);
  return limit > fuel ? limit : fuel;
}
