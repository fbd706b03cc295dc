import { required } from '../../codec/required.js';
import { PROTOCOL } from '../../config/network.js';
import { TransactionRejected } from '../../tx/reject.js';
import type { Universal } from '../../tx/types/universal.js';
import type { NodeServices } from '../node/services.js';
import { smallestCallFee } from './fees.js';
import { prepareGiven } from './prepare-given.js';
import { type LuaCall, simulateCall } from './simulate.js';
import { commitFailed, refusedFor } from './submit.js';

/** Part of a fee that is added to what a simulation needed, since other transactions may come before (decision D2). */
const MARGIN_PERCENT = 20n;
/** Bytes of the longest DER signature: every byte of a transaction of actions burns fuel. */
export const LONGEST_SIGNATURE = 72;

/** A fee with the margin of decision D2. */
export function withMargin(fee: bigint): bigint {
  return (fee * (100n + MARGIN_PERCENT)) / 100n;
}

/**
 * The fee of a call whose caller names none: the minimum, or what a simulation on the pending state
 * needs and a fifth more (decision D2).
 *
 * @throws RpcError -2001 when the call fails whatever its fee is
 */
export function defaultCallFee(services: NodeServices, tx: LuaCall): bigint {
  const { neededFee: needed, rejection } = simulateCall(services, tx);
  if (needed === undefined) throw commitFailed(required(rejection, 'the reason of the refusal'));
  const minimum = smallestCallFee(services, tx, 0n);
  return needed > minimum ? withMargin(needed) : minimum;
}

/**
 * The smallest fee that suffices for a transaction of actions, by a simulation on the pending state.
 * @throws RpcError -2001 with the reason where it fails whatever the fee is
 */
export function neededActionsFee(services: NodeServices, tx: Universal): bigint {
  const { fuelRate } = services.chain.nextContext();
  const fees = (PROTOCOL.maxBlockFuel / 100n + 1n) * BigInt(fuelRate);
  const paid = prepareGiven(services, { ...tx, fees, signature: Buffer.alloc(LONGEST_SIGNATURE) });
  try {
    const { trace } = services.mempool.simulate(services.client, simulation => simulation.execute(paid));
    return BigInt((trace as { readonly minimum_fee: bigint }).minimum_fee);
  } catch (error) {
    throw error instanceof TransactionRejected ? refusedFor(error) : error;
  }
}
