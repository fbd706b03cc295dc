import type { NetworkParameters } from '../../src/config/network.js';
import type { StateReader } from '../../src/state/state.js';
import { MINER_FEES } from '../../src/state/tables/parameters.js';
import { scheduledFee } from '../../src/tx/minimum-fees.js';
import { BASE_COIN, STABLE_COIN } from '../../src/tx/symbols.js';

/** The coins in which fees can be paid. */
export const FEE_COINS: ReadonlySet<string> = new Set([BASE_COIN, STABLE_COIN]);

/**
 * The smallest fee of a type in sawi of a coin: what governance has set, else the network's schedule
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
  return state.get(MINER_FEES, [type, symbol]) || scheduledFee(network.minimumFees, type)?.fee;
}
