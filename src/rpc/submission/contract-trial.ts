import type { ContractObserver, ContractRunReport } from '../../../vm/context.js';
import { feeForFuel } from '../../../vm/native/contract/fuel-limit.js';
import type { TransactionOfType } from '../../../vm/native/handler.js';
import { minimumFeeOf } from '../../../vm/native/minimum-fee.js';
import { PROTOCOL } from '../../config/network.js';
import { dryRun } from '../../ledger/dry-run.js';
import type { ExecutedTransaction } from '../../ledger/types.js';
import type { Overlay } from '../../state/state.js';
import { feeSymbolOf } from '../../tx/envelope.js';
import { TransactionRejected } from '../../tx/reject.js';
import type { Transaction } from '../../tx/transactions.js';
import type { NodeServices } from '../node/services.js';
import { prepareGiven } from './prepare-given.js';

export type CallTransaction = TransactionOfType<4> | TransactionOfType<15>;

type TriedTransaction = CallTransaction | TransactionOfType<100>;

type TrialServices = Pick<NodeServices, 'chain' | 'mempool' | 'network' | 'wireRules'>;

/** What a call on the pending state would do (new method estimatecontractcall, and the default fee). */
export interface TrialOutcome {
  /** Undefined when it failed. */
  readonly executed: ExecutedTransaction | undefined;
  readonly rejection: TransactionRejected | undefined;
  /** Of the contract's run; undefined when it did not come to it. */
  readonly report: ContractRunReport | undefined;
  readonly log: readonly string[];
  readonly fuelRate: number;
}

/** Fuel that a trial may burn: a tenth of what a block may, so that it does not keep others waiting. */
const TRIAL_FUEL = PROTOCOL.maxBlockFuel / 10n;
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

/** Runs something on a private copy of the pending state, of which nothing stays. */
export function onScratch<T>({ mempool }: Pick<NodeServices, 'mempool'>, run: (scratch: Overlay) => T): T {
  const scratch = mempool.pendingState().child();
  try {
    return run(scratch);
  } finally {
    scratch.discard();
  }
}

/**
 * Executes a transaction of the next block on a private copy, where the sender has the fee in addition
 * to what it has.
 * @throws TransactionRejected
 */
export function tryOut(
  { chain, network, wireRules }: TrialServices,
  scratch: Overlay,
  tx: Transaction & { readonly fees: bigint },
  index: number,
  observer?: ContractObserver,
): ExecutedTransaction {
  return dryRun({
    network,
    scratch,
    prepared: prepareGiven({ wireRules }, tx),
    block: chain.nextContext(),
    recent: chain.recent,
    index,
    credit: { symbol: feeSymbolOf(tx), amount: tx.fees },
    ...(observer !== undefined && { observer }),
  });
}

/** The smallest fee of a call that burns so much fuel, in sawi of the coin in which the call pays. */
export function sufficientFee(services: TrialServices, tx: TriedTransaction, fuel: bigint): bigint {
  const { chain, network } = services;
  const minimum = minimumFeeOf(chain.state, network, tx.type, feeSymbolOf(tx)) ?? 0n;
  return feeForFuel(fuel, minimum, chain.nextContext().fuelRate);
}

/** Tries a call with plenty of fuel, whatever fee it names. */
export function tryCall(services: TrialServices, tx: TriedTransaction): TrialOutcome {
  const recorder = new Recorder();
  const { fuelRate } = services.chain.nextContext();
  const fees = sufficientFee(services, tx, TRIAL_FUEL);
  const done = (executed?: ExecutedTransaction, rejection?: TransactionRejected): TrialOutcome => ({
    executed,
    rejection,
    report: recorder.report,
    log: recorder.lines,
    fuelRate,
  });
  try {
    return done(onScratch(services, scratch => tryOut(services, scratch, { ...tx, fees }, 1, recorder)));
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    return done(undefined, error);
  }
}
