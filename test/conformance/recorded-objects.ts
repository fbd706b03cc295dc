import { CDP_PARAMETERS } from '../../src/config/system-parameters.js';
import type { StateWriter } from '../../src/state/state.js';
import { CDP_INTEREST_CHANGES, CDP_PARAMS } from '../../src/state/tables/cdp-parameters.js';
import { GENERATED_BY, type OrderSourceType, putOrder } from '../../src/state/tables/orders.js';
import {
  OPEN_PRIVATE,
  OPEN_PUBLIC,
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
} from '../../src/tx/enums.js';
import { addPosition } from '../../vm/native/cdp/positions.js';
import { regIdOf } from './recorded-regid.js';

/** What stands open in a recorded state. */
export interface RecordedObjects {
  readonly debt_positions?: readonly {
    readonly id: string;
    readonly owner: string;
    readonly height: bigint;
    readonly bcoin: string;
    readonly scoin: string;
    readonly staked: bigint;
    readonly owed: bigint;
  }[];
  /** Changes of the interest parameters of debt positions. */
  readonly interest_parameters?: readonly {
    readonly height: bigint;
    readonly bcoin: string;
    readonly scoin: string;
    readonly a: bigint;
    readonly b: bigint;
  }[];
  /** As listdexorders shows them. */
  readonly orders?: readonly RecordedOrder[];
}

interface RecordedOrder {
  readonly order_id: string;
  readonly generate_type: 'USER_GEN_ORDER' | 'SYSTEM_GEN_ORDER';
  readonly order_type: 'LIMIT_PRICE' | 'MARKET_PRICE';
  readonly order_side: 'BUY' | 'SELL';
  readonly coin_symbol: string;
  readonly asset_symbol: string;
  readonly coin_amount: bigint;
  readonly asset_amount: bigint;
  readonly price: bigint;
  readonly dex_id: bigint;
  readonly operator_config?: {
    readonly open_mode: 'PUBLIC' | 'PRIVATE';
    readonly taker_fee_ratio: bigint;
    readonly maker_fee_ratio: bigint;
  };
  readonly tx_cord: string;
  readonly user_regid: string;
  readonly total_deal_coin_amount: bigint;
  readonly total_deal_asset_amount: bigint;
  readonly src_type: OrderSourceType;
  readonly src_id: string;
}

/** Opens them. What they hold is pledged or frozen in the recorded accounts already. */
export function putRecordedObjects(
  state: StateWriter,
  { debt_positions = [], interest_parameters = [], orders = [] }: RecordedObjects,
): void {
  for (const { id, owner, height, bcoin, scoin, staked, owed } of debt_positions) {
    const coins = { bcoinSymbol: bcoin, scoinSymbol: scoin, staked, owed };
    addPosition(state, id, { owner: regIdOf(owner), height: Number(height), ...coins });
  }
  const { CDP_INTEREST_PARAM_A, CDP_INTEREST_PARAM_B } = CDP_PARAMETERS;
  for (const { height, bcoin, scoin, a, b } of interest_parameters) {
    state.put(CDP_INTEREST_CHANGES, [bcoin, scoin, Number(height)], { a, b });
    state.put(CDP_PARAMS, [bcoin, scoin, CDP_INTEREST_PARAM_A.code], a);
    state.put(CDP_PARAMS, [bcoin, scoin, CDP_INTEREST_PARAM_B.code], b);
  }
  for (const order of orders) putRecordedOrder(state, order);
}

function putRecordedOrder(state: StateWriter, order: RecordedOrder): void {
  const conditions = order.operator_config;
  putOrder(state, order.order_id, {
    generatedBy: order.generate_type === 'USER_GEN_ORDER' ? GENERATED_BY.user : GENERATED_BY.system,
    orderType: order.order_type === 'LIMIT_PRICE' ? ORDER_LIMIT : ORDER_MARKET,
    orderSide: order.order_side === 'BUY' ? ORDER_BUY : ORDER_SELL,
    coinSymbol: order.coin_symbol,
    assetSymbol: order.asset_symbol,
    coinAmount: order.coin_amount,
    assetAmount: order.asset_amount,
    price: order.price,
    dexId: Number(order.dex_id),
    operatorParameters: conditions && {
      openMode: conditions.open_mode === 'PUBLIC' ? OPEN_PUBLIC : OPEN_PRIVATE,
      makerFeeRatio: conditions.maker_fee_ratio,
      takerFeeRatio: conditions.taker_fee_ratio,
    },
    position: regIdOf(order.tx_cord),
    owner: regIdOf(order.user_regid),
    dealtCoinAmount: order.total_deal_coin_amount,
    dealtAssetAmount: order.total_deal_asset_amount,
    sourceType: order.src_type,
    sourceId: order.src_id,
  });
}
