import { ZERO_HASH } from '../../../../src/codec/codec.js';
import type { BalanceChange } from '../../../../src/state/account-working-set.js';
import { GENERATED_BY, ORDERS, type Order, removeOrder } from '../../../../src/state/tables/orders.js';
import { ORDER_BUY, ORDER_SELL } from '../../../../src/tx/enums.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { ProposalRules } from '../proposal-rules.js';

/** GOV_CANCEL_ORDER (16): spec 05 §12.16. */
export const cancelOrder: ProposalRules<16> = {
  type: 16,
  summary: "Cancels a user's order on the exchange and gives the rest of its coins back.",
  electorate: 'governors',

  check({ orderId }) {
    if (orderId === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'invalid-order-id');
  },

  apply({ orderId }, context) {
    const order = context.state.get(ORDERS, orderId);
    if (order === undefined) reject(REJECT.REJECT_INVALID, 'order-inactive');
    if (order.generatedBy !== GENERATED_BY.user) {
      reject(REJECT.REJECT_INVALID, 'order-not-generated-by-user');
    }
    const owner = context.accountByRegId(order.owner);
    if (owner === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    context.operate({ keyId: owner.keyId, operation: 'UNFREEZE', ...frozenRest(order) }, [
      REJECT.UPDATE_ACCOUNT_FAIL,
      'unfreeze-account-failed',
    ]);
    removeOrder(context.state, orderId, order);
  },
};

/** What an order still holds frozen: coins of a buyer, the asset of a seller. */
function frozenRest(order: Order): Pick<BalanceChange, 'symbol' | 'amount' | 'receiptType'> {
  switch (order.orderSide) {
    case ORDER_BUY:
      return {
        symbol: order.coinSymbol,
        amount: order.coinAmount - order.dealtCoinAmount,
        receiptType: RECEIPT.DEX_UNFREEZE_COIN_TO_BUYER,
      };
    case ORDER_SELL:
      return {
        symbol: order.assetSymbol,
        amount: order.assetAmount - order.dealtAssetAmount,
        receiptType: RECEIPT.DEX_UNFREEZE_ASSET_TO_SELLER,
      };
    default:
      return reject(REJECT.REJECT_INVALID, 'invalid-order-side');
  }
}
