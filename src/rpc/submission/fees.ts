import { feeForLuaFuel } from '../../../vm/native/contract/fuel-limit.js';
import type { NetworkParameters } from '../../config/network.js';
import { minimumFeeOf } from '../../ledger/fees.js';
import type { StateReader } from '../../state/state.js';
import { feeSymbolOf } from '../../tx/envelope.js';
import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import type { Transaction, TransactionType } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import type { NodeServices } from '../node/services.js';

interface FeeServices {
  readonly network: NetworkParameters;
  readonly state: StateReader;
}

/**
 * `fee(i, TYPE)` of spec 02 §3.6: the fee that was given, or the smallest one that the network
 * accepts (decision D2).
 *
 * @param given - the parameter; undefined when it was omitted
 * @param units - how many times the type's minimum the transaction needs, such as once per transfer
 * @throws RpcError -32602 that names the sufficient fee
 */
export function feeParameter(
  services: FeeServices,
  given: Money | undefined,
  type: TransactionType,
  units = 1n,
): Money {
  const symbol = given?.symbol ?? BASE_COIN;
  const single = minimumFeeOf(services.state, services.network, type, symbol);
  if (single === undefined) {
    const message = `Fee symbol is ${symbol}, but expect ${STABLE_COIN}|${BASE_COIN}`;
    throw new RpcError('INVALID_PARAMS', message);
  }
  const minimum = single * units;
  if (given === undefined) return { symbol, amount: minimum };
  if (given.amount < minimum) {
    throw new RpcError('INVALID_PARAMS', `The given fee is too small: ${given.amount} < ${minimum} sawi`);
  }
  return given;
}

/**
 * {@link feeParameter} for types whose fee is always in the base coin (spec 02 O31).
 * @throws RpcError -8 for another coin
 */
export function baseCoinFeeParameter(
  services: FeeServices,
  given: Money | undefined,
  type: TransactionType,
): bigint {
  const { amount } = feeParameter(services, given, type);
  requireBaseCoin(given);
  return amount;
}

/** @throws RpcError -8 */
export function requireBaseCoin(given: Money | undefined): void {
  if (given !== undefined && given.symbol !== BASE_COIN) {
    throw new RpcError('INVALID_PARAMETER', `The fee symbol must be ${BASE_COIN}`);
  }
}

/** The smallest fee of a call that burns so much fuel, in sawi of the coin in which the call pays. */
export function smallestCallFee(
  { chain, network }: Pick<NodeServices, 'chain' | 'network'>,
  tx: Transaction,
  fuel: bigint,
): bigint {
  const minimum = minimumFeeOf(chain.state, network, tx.type, feeSymbolOf(tx)) ?? 0n;
  return feeForLuaFuel(fuel, minimum, chain.nextContext().fuelRate);
}
