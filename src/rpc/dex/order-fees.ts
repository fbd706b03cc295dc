import { orderFeeProblem } from '../../../vm/native/dex/order-fee.js';
import type { NetworkParameters } from '../../config/network.js';
import { minimumFeeOf } from '../../ledger/fees.js';
import type { StateReader } from '../../state/state.js';
import type { Account } from '../../state/tables/accounts.js';
import { BASE_COIN } from '../../tx/symbols.js';
import type { TransactionType } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { feeParameter } from '../submission/fees.js';

interface FeeServices {
  readonly network: NetworkParameters;
  readonly state: StateReader;
}

/**
 * `orderfee(i, TYPE)` of spec 02 §3.6: as `feeParameter`, but whether a given fee suffices is checked
 * later, by {@link requireSufficientOrderFee}, since it depends on who pays.
 * @throws RpcError -32602 for another coin
 */
export function orderFeeParameter(
  services: FeeServices,
  given: Money | undefined,
  type: TransactionType,
): Money {
  const { symbol, amount } = feeParameter(services, given && { ...given, amount: MAX_AMOUNT }, type);
  return given ?? { symbol, amount };
}

/** Above every minimum fee. */
const MAX_AMOUNT = 2n ** 64n - 1n;

/**
 * Checks the fee of an order or a cancellation (spec 06 §6.3).
 * @param fee - what all payers offer together
 * @throws RpcError -32602 that names the sufficient fee
 */
export function requireSufficientOrderFee(
  { state, network }: FeeServices,
  fee: Money,
  type: TransactionType,
  payers: readonly Account[],
): void {
  const minimum = minimumFeeOf(state, network, type, fee.symbol) ?? 0n;
  const problem = orderFeeProblem({ total: fee.amount, minimum, payers });
  if (problem !== undefined) throw new RpcError('INVALID_PARAMS', problem);
}

/** A fee that an operator adds; by default nothing. */
export function operatorFeeOrNone(given: Money | undefined): Money {
  return given ?? { symbol: BASE_COIN, amount: 0n };
}
