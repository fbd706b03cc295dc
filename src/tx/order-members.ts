import { orderSideName, orderTypeName } from './enums.js';

/** What results show of the terms of an order: of a transaction, and of the order that it places. */
export function orderTermMembers(order: {
  readonly orderType: number;
  readonly orderSide: number;
  readonly assetSymbol: string;
  readonly coinSymbol: string;
  readonly assetAmount: bigint;
  readonly coinAmount: bigint;
  readonly price: bigint;
  readonly dexId: number;
}) {
  return {
    order_type: orderTypeName(order.orderType),
    order_side: orderSideName(order.orderSide),
    coin_symbol: order.coinSymbol,
    asset_symbol: order.assetSymbol,
    coin_amount: order.coinAmount,
    asset_amount: order.assetAmount,
    price: order.price,
    dex_id: order.dexId,
  };
}
