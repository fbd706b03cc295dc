import { reserveRegId } from '../../../src/config/system-accounts.js';
import {
  GENERATED_BY,
  ORDERS,
  type Order,
  type OrderSourceType,
  putOrder,
} from '../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';

/** The fields of every order of the reserve. */
interface SystemOrder {
  /** Id in display order. */
  readonly id: string;
  /** What the buyer pays with. */
  readonly coinSymbol: string;
  /** What is traded. */
  readonly assetSymbol: string;
  readonly sourceType: OrderSourceType;
  /** Txid or id of the debt position that the order comes from, in display order. */
  readonly sourceId: string;
}

/** A market order with which the reserve spends coins. */
export interface SystemBuyOrder extends SystemOrder {
  /** In sawi; frozen in the reserve already. */
  readonly coinAmount: bigint;
}

/** A market order with which the reserve sells an asset. */
export interface SystemSellOrder extends SystemOrder {
  /** In sawi; frozen in the reserve already. */
  readonly assetAmount: bigint;
}

/**
 * Places an order of the reserve, free of operator fees (spec 06 §11).
 * @throws TransactionRejected `create-sys-order-failed` where the id is taken
 */
export function createSystemBuyOrder(context: TransactionContext, order: SystemBuyOrder): void {
  create(context, order, { orderSide: ORDER_BUY, coinAmount: order.coinAmount, assetAmount: 0n });
}

/** As {@link createSystemBuyOrder}, for an order that sells. */
export function createSystemSellOrder(context: TransactionContext, order: SystemSellOrder): void {
  create(context, order, { orderSide: ORDER_SELL, coinAmount: 0n, assetAmount: order.assetAmount });
}

function create(
  context: TransactionContext,
  { id, coinSymbol, assetSymbol, sourceType, sourceId }: SystemOrder,
  side: Pick<Order, 'orderSide' | 'coinAmount' | 'assetAmount'>,
): void {
  if (context.state.get(ORDERS, id) !== undefined) {
    reject(REJECT.CREATE_SYS_ORDER_FAILED, 'create-sys-order-failed');
  }
  putOrder(context.state, id, {
    generatedBy: GENERATED_BY.system,
    orderType: ORDER_MARKET,
    ...side,
    coinSymbol,
    assetSymbol,
    price: 0n,
    dexId: 0,
    operatorParameters: { openMode: OPEN_PUBLIC, makerFeeRatio: 0n, takerFeeRatio: 0n },
    position: context.position,
    owner: reserveRegId(context.network),
    dealtCoinAmount: 0n,
    dealtAssetAmount: 0n,
    sourceType,
    sourceId,
  });
}
