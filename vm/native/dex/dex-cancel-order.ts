import { ZERO_HASH } from '../../../src/codec/codec.js';
import { sameRegId } from '../../../src/codec/regid.js';
import { closeOrder, ORDER_OUTCOME } from '../../../src/state/tables/dex-history.js';
import { GENERATED_BY, ORDERS, type Order } from '../../../src/state/tables/orders.js';
import { ORDER_BUY } from '../../../src/tx/enums.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { dexCancelOrder } from '../../../src/tx/types/dex-cancel-order.js';
import type { Refusal, TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { frozenRestOf } from './order-amounts.js';
import { requireOrderFee } from './order-fee.js';

/** DEX_CANCEL_ORDER_TX: the owner takes an order back (spec 06 §9). */
export const dexCancelOrderHandler = defineHandler(dexCancelOrder, {
  summary: 'Takes an open order of the sender back.',

  checkFee({ fees }, minimum, context) {
    requireOrderFee({ total: fees, minimum, payers: [context.sender()] });
  },

  check({ orderId }) {
    if (orderId === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'invalid-order-id');
  },

  execute({ orderId }, context) {
    cancelOrder(context, orderId, context.sender().keyId);
  },
});

/**
 * Cancels an order for its owner.
 * @param id - in display order
 * @param owner - key id of the account that requests it
 * @throws TransactionRejected `order-inactive`, `user-unmatched`, `unfreeze-account-coin`
 */
export function cancelOrder(context: TransactionContext, id: string, owner: string): void {
  const order = context.state.get(ORDERS, id);
  if (order === undefined || order.generatedBy !== GENERATED_BY.user) {
    reject(REJECT.REJECT_INVALID, 'order-inactive');
  }
  const account = context.accountByKeyId(owner);
  if (account === undefined || !sameRegId(account.regId, order.owner)) {
    reject(REJECT.REJECT_INVALID, 'user-unmatched');
  }
  withdrawOrder(context, id, order, [REJECT.UPDATE_ACCOUNT_FAIL, 'unfreeze-account-coin']);
}

/**
 * Unfreezes what an order holds and closes it. The caller has checked the permission.
 * @param refusal - the rejection where less is frozen than the order holds
 * @throws TransactionRejected
 */
export function withdrawOrder(context: TransactionContext, id: string, order: Order, refusal: Refusal): void {
  const owner = context.accountByRegId(order.owner);
  if (owner === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  const receiptType =
    order.orderSide === ORDER_BUY ? RECEIPT.DEX_UNFREEZE_COIN_TO_BUYER : RECEIPT.DEX_UNFREEZE_ASSET_TO_SELLER;
  context.operate(
    { keyId: owner.keyId, operation: 'UNFREEZE', ...frozenRestOf(order), receiptType },
    refusal,
  );
  closeOrder(context.state, id, {
    order,
    outcome: ORDER_OUTCOME.cancelled,
    closedAt: context.position,
    closedBy: context.prepared.txid,
  });
}
