import type { RegId } from '../../../src/codec/regid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import type { StateReader } from '../../../src/state/state.js';
import { conditionsAt, type DexOperator, dexOperator } from '../../../src/state/tables/dex-operators.js';
import { GENERATED_BY, ORDERS, type Order } from '../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { DealItem } from '../../../src/tx/types/dex-settle.js';
import type { TransactionContext } from '../../context.js';
import { requireWay } from '../ways.js';
import { coinsFor, coinTolerance, frictionFee, MAX_OPERATOR_FEE_RATIO, operatorFee } from './formulas.js';
import { frozenRestOf, isMarketBuy } from './order-amounts.js';
import type { OperatorParameters } from './place-order.js';

/*
 * The terms on which two orders are dealt: whose they are, whether they fit together, and what each side
 * gives of what it receives. The steps of a deal, in their order, are in deal.ts.
 */

/** ORDER_BUY or ORDER_SELL. */
export type OrderSide = typeof ORDER_BUY | typeof ORDER_SELL;

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
  requireWay(context, 'deal', account, frozenRestOf(order).symbol);
  return account.keyId;
}

/** The whole party of an order (steps 1f and 1g). @throws TransactionRejected */
export function partyOf(open: OpenOrder, owner: string, context: TransactionContext): DealParty {
  const operator = dexOperator(context.state, context.network, open.order.dexId);
  if (operator === undefined) reject(REJECT.REJECT_INVALID, 'dex_operator_not_existed');
  const feeReceiver = context.accountByRegId(operator.feeReceiver);
  if (feeReceiver === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  const conditions = conditionsOf(context.state, context.network, open.order, operator);
  return {
    orderId: open.orderId,
    order: open.order,
    owner,
    operator,
    feeReceiver: feeReceiver.keyId,
    conditions,
  };
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

/**
 * The conditions of an order: its own, or those that its operator had when it was placed; in the reference those
 * that its operator has now (spec 06 §10.4, step 1g).
 */
export function conditionsOf(
  state: StateReader,
  { mended }: Pick<NetworkParameters, 'mended'>,
  { operatorParameters, dexId, position }: Order,
  operator: DexOperator,
): OperatorParameters {
  if (operatorParameters !== undefined) return operatorParameters;
  return mended.ordersKeepFees ? conditionsAt(state, dexId, operator, position) : operator;
}

/** What decides which of two orders came first, and which of them is the taker. */
export type DealtOrder = Pick<Order, 'orderType' | 'position'>;

/**
 * The side that takes: a market order from a limit order, and of two orders of one type the later
 * one; of two orders from one transaction the buy order (spec 06 §10.5).
 */
export function takerSideOf(buy: DealtOrder, sell: DealtOrder): OrderSide {
  if (buy.orderType !== sell.orderType) return buy.orderType === ORDER_MARKET ? ORDER_BUY : ORDER_SELL;
  return isBefore(buy.position, sell.position) ? ORDER_SELL : ORDER_BUY;
}

function isBefore(a: RegId, b: RegId): boolean {
  return a.height !== b.height ? a.height < b.height : a.index < b.index;
}

/**
 * Whether two orders may be settled at a price; a market order accepts the price of the other side
 * (spec 06 §10.6).
 */
export function isPriceAllowed(buy: Order, sell: Order, price: bigint): boolean {
  if (buy.orderType === ORDER_LIMIT && sell.orderType === ORDER_LIMIT) {
    return sell.price <= price && price <= buy.price;
  }
  if (buy.orderType === ORDER_LIMIT) return price === buy.price;
  if (sell.orderType === ORDER_LIMIT) return price === sell.price;
  return true;
}

/** An order as the rule about operators sees it. */
export interface OperatedOrder {
  readonly dexId: number;
  /** OPEN_PUBLIC or OPEN_PRIVATE, in effect for this order. */
  readonly openMode: number;
  /** The operators whose orders may take it; empty: all of them. */
  readonly sharedWith: readonly bigint[];
}

/** Why a resting order may not be taken by an order of another operator. */
export type SharingProblem = 'not-public' | 'not-shared';

/**
 * Whether an order that waits may be taken by an order of an operator: always by one of its own
 * operator, else if it is public and its operator shares with the other (spec 06 §10.7).
 * @returns undefined where it may
 */
export function sharingProblem(maker: OperatedOrder, takerDexId: number): SharingProblem | undefined {
  if (maker.dexId === takerDexId) return undefined;
  if (maker.openMode !== OPEN_PUBLIC) return 'not-public';
  const { sharedWith } = maker;
  return sharedWith.length === 0 || sharedWith.includes(BigInt(takerDexId)) ? undefined : 'not-shared';
}

/** Whether the coins of a deal are what its assets cost: exactly for a limit buy, nearly for a market buy (spec 06 §10.8). */
export function isCoinAmountAllowed(buy: Order, { assetAmount, coinAmount, price }: DealItem): boolean {
  const coins = coinsFor(assetAmount, price);
  if (coins === undefined) return false;
  const difference = coins > coinAmount ? coins - coinAmount : coinAmount - coins;
  return difference <= (isMarketBuy(buy) ? coinTolerance(price) : 0n);
}

/** The fees that one side of a deal pays from what it receives, in sawi of that coin. */
interface SideFees {
  /** To the system. */
  readonly friction: bigint;
  /** To the operator of its order. */
  readonly match: bigint;
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

function isOfSystem({ order }: DealParty): boolean {
  return order.generatedBy === GENERATED_BY.system;
}

/**
 * The part that the system takes of what a side receives (spec 06 §10.9).
 * @param ratio - in ten-thousandths
 * @throws TransactionRejected `calc-friction-fee-overflow`, `deal-fee-too-large`
 */
export function dealFriction(received: bigint, ratio: bigint): bigint {
  const fee = frictionFee(received, ratio);
  if (fee === undefined) reject(REJECT.REJECT_INVALID, 'calc-friction-fee-overflow');
  return belowReceived(fee, received);
}

/**
 * The operator's fee on what remains for a side (spec 06 §10.9).
 * @param ratio - times 10^8
 * @throws TransactionRejected `invalid-operator-fee-ratio`, `calc-deal-fee-overflow`, `deal-fee-too-large`
 */
export function matchFee(received: bigint, ratio: bigint): bigint {
  if (ratio > MAX_OPERATOR_FEE_RATIO) reject(REJECT.REJECT_INVALID, 'invalid-operator-fee-ratio');
  const fee = operatorFee(received, ratio);
  if (fee === undefined) reject(REJECT.REJECT_INVALID, 'calc-deal-fee-overflow');
  return belowReceived(fee, received);
}

function belowReceived(fee: bigint, received: bigint): bigint {
  if (fee >= received) reject(REJECT.REJECT_INVALID, 'deal-fee-too-large');
  return fee;
}
