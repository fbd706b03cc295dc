import { type DexOperator, dexOperator } from '../../../src/state/tables/dex-operators.js';
import { GENERATED_BY, ORDERS, type Order } from '../../../src/state/tables/orders.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { DealItem } from '../../../src/tx/types/dex-settle.js';
import type { TransactionContext } from '../../context.js';
import { requireWay } from '../ways.js';
import type { SideFees } from './deal-fees.js';
import { conditionsOf, type OrderSide } from './deal-rules.js';
import type { OperatorParameters } from './place-order.js';

/** One side of a deal: its order and those who gain or lose by it. */
export interface DealParty {
  readonly orderId: string;
  readonly order: Order;
  /** Key id of the order's owner. */
  readonly owner: string;
  readonly operator: DexOperator;
  /** Key id of the account that gets the operator's fees. */
  readonly feeReceiver: string;
  /** In effect for this order. */
  readonly conditions: OperatorParameters;
}

/** An order of a deal together with its id. */
export interface OpenOrder {
  readonly orderId: string;
  readonly order: Order;
}

/**
 * The open order of a side (spec 06 §10.4, steps 1a to 1d).
 * @param index - of the deal in its settlement
 * @throws TransactionRejected
 */
export function openOrder(
  orderId: string,
  side: OrderSide,
  index: number,
  context: TransactionContext,
): OpenOrder {
  const order = context.state.get(ORDERS, orderId);
  if (order === undefined) {
    reject(REJECT.REJECT_INVALID, `get-active-order-failed, i=${index}, order_id=${orderId}`);
  }
  if (order.orderSide !== side) {
    reject(REJECT.REJECT_INVALID, `order-side-unmatched, i=${index}, order_id=${orderId}`);
  }
  return { orderId, order };
}

/** Key id of an order's owner (step 1e). @throws TransactionRejected */
export function ownerOf({ order }: OpenOrder, context: TransactionContext): string {
  const account = context.accountByRegId(order.owner);
  if (account === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  requireWay(context, 'deal', account);
  return account.keyId;
}

/** The whole party of an order (steps 1f and 1g). @throws TransactionRejected */
export function partyOf(open: OpenOrder, owner: string, context: TransactionContext): DealParty {
  const operator = dexOperator(context.state, context.network, open.order.dexId);
  if (operator === undefined) reject(REJECT.REJECT_INVALID, 'dex_operator_not_existed');
  const feeReceiver = context.accountByRegId(operator.feeReceiver);
  if (feeReceiver === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  const conditions = conditionsOf(context.state, context.network, open.order, operator);
  return { ...open, owner, operator, feeReceiver: feeReceiver.keyId, conditions };
}

function isOfSystem({ order }: DealParty): boolean {
  return order.generatedBy === GENERATED_BY.system;
}

/** A deal between two orders, with everything that its rules check. */
export interface Deal {
  readonly item: DealItem;
  /** Position among the deals of the transaction. */
  readonly index: number;
  readonly buy: DealParty;
  readonly sell: DealParty;
  readonly takerSide: OrderSide;
  /** Key id of the block's producer, who gets the friction of the asset. */
  readonly producer: string;
}

/** What both sides give; the buyer of the asset, the seller of the coins. */
export interface DealFees {
  readonly buyer: SideFees;
  readonly seller: SideFees;
}

/** Orders of the system are free of friction, and those who deal with them too (spec 06 §10.9). */
export function hasFriction({ buy, sell }: Deal): boolean {
  return !isOfSystem(buy) && !isOfSystem(sell);
}
