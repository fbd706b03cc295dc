import type { BlockContext } from '../../vm/context.js';
import { dueForSettlement } from '../../vm/native/cdp/due-interest.js';
import { NULL_UID } from '../codec/uid.js';
import { featureVersionAt, type NetworkParameters } from '../config/network.js';
import type { StateReader } from '../state/state.js';
import { type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import { TX } from '../tx/transactions.js';
import type { CdpSettleInterest } from '../tx/types/cdp-settle-interest.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { isTypeAvailable } from './type-rules.js';

/**
 * The settlement of the interest that is due in a block (spec 05 §7.5). One position that is closed
 * before it voids the whole list (spec 05 §1, row 14), so it is to be executed right after the
 * median prices.
 *
 * @param state - of the block after its median prices
 * @returns undefined where no interest is due, and below R3, where there is no settlement
 */
export function buildSettlement(
  network: NetworkParameters,
  state: StateReader,
  { height }: BlockContext,
): PreparedTransaction | undefined {
  if (!isTypeAvailable(TX.CDP_FORCE_SETTLE_INTEREST, featureVersionAt(network.forks, height)))
    return undefined;
  const cdpList = dueForSettlement(state, network, height);
  if (cdpList.length === 0) return undefined;
  const settlement: CdpSettleInterest = {
    type: TX.CDP_FORCE_SETTLE_INTEREST,
    version: 1,
    validHeight: height,
    txUid: NULL_UID,
    fees: 0n,
    cdpList,
    signature: new Uint8Array(),
  };
  return prepareTransaction(settlement, wireRulesOf(network));
}
