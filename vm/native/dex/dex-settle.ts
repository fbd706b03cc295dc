import { ZERO_HASH } from '../../../src/codec/codec.js';
import { type RegId, regIdFromInteger, sameRegId } from '../../../src/codec/regid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { matcherRegId } from '../../../src/config/system-accounts.js';
import type { StateReader } from '../../../src/state/state.js';
import { systemParameter } from '../../../src/state/tables/parameters.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { type DealItem, dexSettle } from '../../../src/tx/types/dex-settle.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { executeDeal } from './deal.js';

/** Most deals of one settlement (spec 06 §2). */
const MAX_DEAL_ITEMS = 10_000;

/** The only account that may settle (spec 06 §10.1). */
export function settlerRegId(state: StateReader, network: NetworkParameters): RegId {
  const governed = systemParameter(state, 'DEX_MATCH_SVC_REGID');
  return governed === 0n ? matcherRegId(network) : regIdFromInteger(governed);
}

/** DEX_TRADE_SETTLE_TX (spec 06 §10). */
export const dexSettleHandler = defineHandler(dexSettle, {
  summary: 'Settles deals between open orders.',

  check({ txUid, dealItems }, context) {
    checkSettlement(context, txUid.kind === 'regid' ? txUid.regId : undefined, dealItems);
  },

  execute({ dealItems }, context) {
    settleDeals(context, dealItems);
  },
});

/**
 * The checks of a settlement that need no orders (spec 06 §10.3).
 * @param settler - the settling account; undefined where it is not named by a regid
 * @throws TransactionRejected
 */
export function checkSettlement(
  { state, network }: TransactionContext,
  settler: RegId | undefined,
  dealItems: readonly DealItem[],
): void {
  if (settler === undefined || !sameRegId(settler, settlerRegId(state, network))) {
    reject(REJECT.REJECT_INVALID, 'unauthorized-settle-account');
  }
  if (dealItems.length === 0 || dealItems.length > MAX_DEAL_ITEMS) {
    reject(REJECT.REJECT_INVALID, 'invalid-deal-items');
  }
  for (const item of dealItems) checkItem(item);
}

/**
 * Settles deals one after the other; each sees what those before it did, and all fail with the first
 * that does. They are counted through the transaction, in which there may be several settlements.
 * @throws TransactionRejected
 */
export function settleDeals(context: TransactionContext, dealItems: readonly DealItem[]): void {
  for (const item of dealItems) executeDeal(item, context.countDeal(), context);
}

/** Spec 06 §10.3, rows 3 to 5. */
function checkItem({ buyOrderId, sellOrderId, price, coinAmount, assetAmount }: DealItem): void {
  if (buyOrderId === ZERO_HASH || sellOrderId === ZERO_HASH) {
    reject(REJECT.REJECT_INVALID, 'empty-order-id');
  }
  if (buyOrderId === sellOrderId) reject(REJECT.REJECT_INVALID, 'same_order_id');
  if (price === 0n || coinAmount === 0n || assetAmount === 0n) {
    reject(REJECT.REJECT_INVALID, 'zero_order_amount');
  }
}
