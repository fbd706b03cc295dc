import type { JsonObject } from '../../src/codec/json-value.js';
import { reject } from '../../src/tx/reject.js';
import { universal } from '../../src/tx/types/universal.js';
import type { TransactionContext } from '../context.js';
import { defineHandler } from '../native/handler.js';
import { ContractException } from '../wasm/exception.js';
import { TRANSACTION_WORK, WorkMeter } from '../work.js';
import { checkUniversal } from './check.js';
import { type ExecutedActions, executeActions } from './execute.js';
import { actionsFuelLimit, FUEL_KINDS } from './fuel.js';
import { TraceFormatter } from './trace.js';

/** UNIVERSAL_TX (spec 04 §5): calls actions of contracts. */
export const universalHandler = defineHandler(universal, {
  summary:
    'Calls actions of contracts, of the system and of users, by the authority of those who have signed.',

  check(tx, context) {
    refusing(() => checkUniversal(tx, context));
  },

  execute(tx, context) {
    refusing(() => {
      const started = context.traceClock?.();
      const fuelLimit = actionsFuelLimit(tx.fees, context.block.fuelRate);
      const keepsConsole = context.observer !== undefined;
      const work = new WorkMeter(TRANSACTION_WORK);
      const executed = countingWork(context, work, () =>
        executeActions(context, tx.inlineTransactions, { fuelLimit, work, keepsConsole }),
      );
      requireFee(tx.fees, executed);
      context.fuel = executed.fuel;
      context.observer?.ended({
        fuel: reported(executed),
        limit: Number(fuelLimit),
        leastLimit: Number(executed.fuel),
        traceback: [],
      });
      context.trace = transactionTrace(context, executed, microsecondsSince(started, context));
    });
  },
});

/** Adds the work to that of the transaction, whether it succeeds or not. */
function countingWork<T>(context: TransactionContext, meter: WorkMeter, execute: () => T): T {
  try {
    return execute();
  } finally {
    context.work += meter.spent;
  }
}

/** Fuel by kind, and `total`. */
function reported({ fuel, fuelByKind }: ExecutedActions): Record<string, number> {
  const kinds = FUEL_KINDS.map(kind => [kind, Number(fuelByKind[kind])] as const);
  return { ...Object.fromEntries(kinds), total: Number(fuel) };
}

function requireFee(fees: bigint, { minimumFee, fuel }: ExecutedActions): void {
  if (fees >= minimumFee) return;
  throw new ContractException(
    'fee_exhausted_exception',
    `the fee is ${fees} sawi, at least ${minimumFee} are needed for ${fuel} units of fuel`,
    'universal/fuel',
  );
}

/** `tx_trace` of results (spec 04 §7). */
function transactionTrace(
  context: TransactionContext,
  { fuel, minimumFee, traces }: ExecutedActions,
  elapsed: number,
): JsonObject {
  const { prepared, block } = context;
  const formatter = new TraceFormatter(context, prepared.txid);
  return {
    trx_id: prepared.txid,
    elapsed,
    burned_fuel: fuel,
    fuel_rate: block.fuelRate,
    minimum_fee: minimumFee,
    traces: traces.map(trace => formatter.trace(trace)),
  };
}

/** What the trace clock has counted since `started`; 0 without one. */
function microsecondsSince(
  started: number | undefined,
  { traceClock }: Pick<TransactionContext, 'traceClock'>,
): number {
  return traceClock === undefined || started === undefined ? 0 : Math.round((traceClock() - started) * 1000);
}

/** Lets a contract's exception refuse the transaction: its code cut to eight bits, its text (spec 01 §11). */
function refusing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ContractException)) throw error;
    reject(error.code & 0xff, error.detail);
  }
}
