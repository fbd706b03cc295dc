import type { RegId } from '../../../src/codec/regid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import type { StateReader } from '../../../src/state/state.js';
import { conditionsAt, type DexOperator } from '../../../src/state/tables/dex-operators.js';
import type { Order } from '../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import type { DealItem } from '../../../src/tx/types/dex-settle.js';
import { coinsFor, coinTolerance } from './formulas.js';
import { isMarketBuy } from './order-amounts.js';
import type { OperatorParameters } from './place-order.js';

/** ORDER_BUY or ORDER_SELL. */
export type OrderSide = typeof ORDER_BUY | typeof ORDER_SELL;

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
