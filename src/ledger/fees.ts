import type { TransactionContext } from '../../vm/context.js';
import { requireFee } from '../../vm/native/fee.js';
import type { AnyNativeHandler } from '../../vm/native/handler.js';
import type { NetworkParameters } from '../config/network.js';
import type { StateReader } from '../state/state.js';
import { MINER_FEES } from '../state/tables/parameters.js';
import { isInFeeRange } from '../tx/coin-range.js';
import { feeOf, feeSymbolOf } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';
import { BASE_COIN, STABLE_COIN } from '../tx/symbols.js';

const FEE_COINS: ReadonlySet<string> = new Set([BASE_COIN, STABLE_COIN]);

/**
 * The smallest fee of a type in sawi of a coin: what governance has set, else the network's table
 * (spec 07 §13.1). A governed zero counts as not set (spec 06 §2).
 * @returns undefined where fees of this type cannot be paid in this coin
 */
export function minimumFeeOf(
  state: StateReader,
  network: NetworkParameters,
  type: number,
  symbol: string,
): bigint | undefined {
  if (!FEE_COINS.has(symbol)) return undefined;
  return state.get(MINER_FEES, [type, symbol]) || network.minimumFees.get(type)?.fee;
}

/** The fee rules of spec 01 §8.4, in their order. @throws TransactionRejected */
export function checkFee(context: TransactionContext, handler: AnyNativeHandler | undefined): void {
  const { tx } = context.sealed;
  const fee = feeOf(tx);
  const symbol = feeSymbolOf(tx);
  if (!isInFeeRange(fee)) reject(REJECT.REJECT_INVALID, 'bad-tx-fee-toolarge');
  if (!FEE_COINS.has(symbol)) reject(REJECT.REJECT_INVALID, 'bad-tx-fee-symbol');
  const minimum = minimumFeeOf(context.state, context.network, tx.type, symbol);
  if (minimum === undefined) reject(REJECT.REJECT_INVALID, 'get-tx-min-fee-failed');
  if (handler?.checkFee === undefined) requireFee(fee, minimum);
  else handler.checkFee(tx, minimum, context);
}
