import { stringifyJson } from '../../src/codec/json.js';
import { feeSymbolOf } from '../../src/tx/envelope.js';
import { TX } from '../../src/tx/transactions.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import type { TransactionContext } from '../context.js';
import { fuelFeeOf } from '../native/fuel-fee.js';
import { minimumFeeOf } from '../native/minimum-fee.js';
import { ContractException } from '../wasm/exception.js';
import { ActionPrinter } from './action-printer.js';
import { ActionTree, type ActionTreeOptions } from './action-tree.js';
import { FUEL_PER_BYTE, type FuelKind, smallestActionsFee } from './fuel.js';
import type { ActionTrace } from './trace.js';

/** The byte of the type, which costs no fuel. */
const TYPE_BYTES = 1;

/** What became of the actions of a transaction. */
export interface ExecutedActions {
  readonly fuel: bigint;
  readonly fuelByKind: Readonly<Record<FuelKind, bigint>>;
  /** The smallest fee that suffices, in sawi of the fee's coin. */
  readonly minimumFee: bigint;
  readonly traces: readonly ActionTrace[];
}

/**
 * Executes the actions of a universal transaction in their order (spec 04 §5.5). The caller checks
 * whether the fee suffices.
 * @throws ContractException, which names the action that failed
 */
export function executeActions(
  context: TransactionContext,
  actions: readonly InlineTransaction[],
  options: ActionTreeOptions,
): ExecutedActions {
  const { prepared, block, state, network } = context;
  const tree = new ActionTree(context, options);
  tree.burn('bytes', FUEL_PER_BYTE * BigInt(prepared.raw.length - TYPE_BYTES));
  const traces = actions.map(action => {
    try {
      return tree.run(action);
    } catch (error) {
      if (!(error instanceof ContractException)) throw error;
      throw error.add('universal/execute', failedActionText(context, action));
    }
  });
  const minimum = minimumFeeOf(state, network, TX.UNIVERSAL, feeSymbolOf(prepared.tx)) ?? 0n;
  const blockFee = fuelFeeOf(TX.UNIVERSAL, tree.fuel, block.fuelRate, 0n);
  const minimumFee = smallestActionsFee(tree.fuel, block.fuelRate, minimum, blockFee);
  return { fuel: tree.fuel, fuelByKind: tree.fuelByKind, minimumFee, traces };
}

/** What an error shows of the action that failed. */
const FAILED_ACTION = { limits: { values: 1024, text: 8192 }, text: 16_384 } as const;

/** An action in JSON, cut where it is long. */
function failedActionText(context: TransactionContext, action: InlineTransaction): string {
  return stringifyJson(new ActionPrinter(context, FAILED_ACTION).action(action));
}
