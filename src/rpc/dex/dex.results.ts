import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import { regIdUid } from '../../codec/uid.js';
import type { StateReader } from '../../state/state.js';
import {
  type ClosedOrder,
  ORDER_OUTCOME,
  type Trade,
  type TradeKey,
  tradesOf,
} from '../../state/tables/dex-history.js';
import type { DexOperator } from '../../state/tables/dex-operators.js';
import { GENERATED_BY, type Order } from '../../state/tables/orders.js';
import { ORDER_BUY, openModeName, orderSideName } from '../../tx/enums.js';
import { freeTextJson } from '../../tx/free-text.js';
import { memoMembers } from '../../tx/json-members.js';
import { orderTermMembers } from '../../tx/order-members.js';
import { type AccountServices, addressOfUid } from '../submission/account-parameters.js';

/** An open order (spec 06 §3.3). */
export function orderJson(id: string, order: Order): JsonObject {
  const conditions = order.operatorParameters;
  return {
    order_id: id,
    generate_type: order.generatedBy === GENERATED_BY.user ? 'USER_GEN_ORDER' : 'SYSTEM_GEN_ORDER',
    ...orderTermMembers(order),
    has_operator_config: conditions !== undefined,
    operator_config: conditions && {
      open_mode: openModeName(conditions.openMode),
      taker_fee_ratio: conditions.takerFeeRatio,
      maker_fee_ratio: conditions.makerFeeRatio,
    },
    tx_cord: regIdText(order.position),
    user_regid: regIdText(order.owner),
    total_deal_coin_amount: order.dealtCoinAmount,
    total_deal_asset_amount: order.dealtAssetAmount,
    src_type: order.sourceType,
    src_id: order.sourceId,
  };
}

/** An order that was filled or cancelled: as it was, and what became of it. */
export function closedOrderJson(state: StateReader, id: string, closed: ClosedOrder): JsonObject {
  const { order, outcome, closedAt, closedBy } = closed;
  const trades = [...tradesOf(state, id, order)];
  const isBuy = order.orderSide === ORDER_BUY;
  const sum = (amountOf: (trade: Trade) => bigint) =>
    trades.reduce((total, [, trade]) => total + amountOf(trade), 0n);
  return {
    ...orderJson(id, order),
    state: outcome === ORDER_OUTCOME.filled ? 'FILLED' : 'CANCELLED',
    closed_cord: regIdText(closedAt),
    closed_txid: closedBy,
    fee_symbol: isBuy ? order.assetSymbol : order.coinSymbol,
    total_friction_fee: sum(trade => (isBuy ? trade.buyerFriction : trade.sellerFriction)),
    total_operator_fee: sum(trade => (isBuy ? trade.buyerFee : trade.sellerFee)),
    trades: trades.map(([key, trade]) => tradeJson(key, trade)),
  };
}

/** A trade of a pair. Fees of the buyer are of the asset, those of the seller are coins. */
export function tradeJson([, , height, index, item]: TradeKey, trade: Trade): JsonObject {
  return {
    height,
    index,
    item,
    time: trade.time,
    txid: trade.txid,
    buy_order_id: trade.buyOrderId,
    sell_order_id: trade.sellOrderId,
    taker_side: orderSideName(trade.takerSide),
    price: trade.price,
    coin_amount: trade.coinAmount,
    asset_amount: trade.assetAmount,
    buyer_friction_fee: trade.buyerFriction,
    buyer_operator_fee: trade.buyerFee,
    seller_friction_fee: trade.sellerFriction,
    seller_operator_fee: trade.sellerFee,
  };
}

/** An operator (spec 06 §5.5). */
export function operatorJson(
  services: Pick<AccountServices, 'network' | 'state'>,
  id: number,
  operator: DexOperator,
): JsonObject {
  return {
    id,
    owner_regid: regIdText(operator.owner),
    owner_addr: addressOfUid(services, regIdUid(operator.owner)),
    fee_receiver_regid: regIdText(operator.feeReceiver),
    fee_receiver_addr: addressOfUid(services, regIdUid(operator.feeReceiver)),
    name: freeTextJson(operator.name),
    portal_url: freeTextJson(operator.portalUrl),
    order_open_mode: openModeName(operator.openMode),
    maker_fee_ratio: operator.makerFeeRatio,
    taker_fee_ratio: operator.takerFeeRatio,
    order_open_dexop_list: operator.sharedWith,
    ...memoMembers(operator.memo),
    activated: operator.activated,
  };
}
