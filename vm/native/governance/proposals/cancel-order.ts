import { ZERO_HASH } from '../../../../src/codec/codec.js';
import { GENERATED_BY, ORDERS } from '../../../../src/state/tables/orders.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { withdrawOrder } from '../../dex/dex-cancel-order.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_CANCEL_ORDER (16): spec 05 §12.16. */
export const cancelOrder = defineProposalRules(PROPOSAL_TYPES.cancelOrder, {
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
    withdrawOrder(context, orderId, order, [REJECT.UPDATE_ACCOUNT_FAIL, 'unfreeze-account-failed']);
  },
});
