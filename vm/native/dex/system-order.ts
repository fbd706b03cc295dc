import { reserveRegId } from '../../../src/config/system-accounts.js';
import { GENERATED_BY, ORDERS, type OrderSourceType, putOrder } from '../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_MARKET } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';

/** A market order with which the reserve spends coins. */
export interface SystemBuyOrder {
  /** Id in display order. */
  readonly id: string;
  /** The coin that the reserve pays with; the amount is frozen there already. */
  readonly coinSymbol: string;
  /** In sawi. */
  readonly coinAmount: bigint;
  /** What it buys. */
  readonly assetSymbol: string;
  readonly sourceType: OrderSourceType;
  /** Txid or id of the debt position that the order comes from, in display order. */
  readonly sourceId: string;
}

/**
 * Places an order of the reserve, free of operator fees (spec 06 §11).
 * @throws TransactionRejected `create-sys-order-failed` where the id is taken
 */
export function createSystemBuyOrder(context: TransactionContext, order: SystemBuyOrder): void {
  if (context.state.get(ORDERS, order.id) !== undefined) {
    reject(REJECT.CREATE_SYS_ORDER_FAILED, 'create-sys-order-failed');
  }
  putOrder(context.state, order.id, {
    generatedBy: GENERATED_BY.system,
    orderType: ORDER_MARKET,
    orderSide: ORDER_BUY,
    coinSymbol: order.coinSymbol,
    assetSymbol: order.assetSymbol,
    coinAmount: order.coinAmount,
    assetAmount: 0n,
    price: 0n,
    dexId: 0,
    operatorParameters: { openMode: OPEN_PUBLIC, makerFeeRatio: 0n, takerFeeRatio: 0n },
    position: context.position,
    owner: reserveRegId(context.network),
    dealtCoinAmount: 0n,
    dealtAssetAmount: 0n,
    sourceType: order.sourceType,
    sourceId: order.sourceId,
  });
}
