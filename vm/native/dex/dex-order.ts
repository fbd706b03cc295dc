import { BUILT_IN_OPERATOR_ID } from '../../../src/state/tables/dex-operators.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import { TX } from '../../../src/tx/transactions.js';
import {
  type DexLimitBuyOrder,
  type DexLimitSellOrder,
  type DexMarketBuyOrder,
  type DexMarketSellOrder,
  dexLimitBuyOrder,
  dexLimitSellOrder,
  dexMarketBuyOrder,
  dexMarketSellOrder,
} from '../../../src/tx/types/dex-legacy-orders.js';
import { type DexOrder, dexOrder } from '../../../src/tx/types/dex-order.js';
import { defineHandler, type NativeActions } from '../handler.js';
import { requireOrderFee } from './order-fee.js';
import { checkOrderTerms, type OrderTerms } from './order-terms.js';
import { placeOrder } from './place-order.js';

/** A transaction by which a sender places an order without an operator's signature. */
type OrderTransaction =
  | DexLimitBuyOrder
  | DexLimitSellOrder
  | DexMarketBuyOrder
  | DexMarketSellOrder
  | DexOrder;

/** The terms of an order, in whichever of the types it comes (spec 06 §4). */
function termsOf(tx: OrderTransaction): OrderTerms {
  if (tx.type === TX.DEX_ORDER) return tx;
  const { coinSymbol, assetSymbol } = tx;
  const coins = { coinSymbol, assetSymbol };
  switch (tx.type) {
    case TX.DEX_LIMIT_BUY_ORDER:
      return { ...FIRST_FORM, ...coins, ...LIMIT_BUY, assetAmount: tx.assetAmount, price: tx.price };
    case TX.DEX_LIMIT_SELL_ORDER:
      return { ...FIRST_FORM, ...coins, ...LIMIT_SELL, assetAmount: tx.assetAmount, price: tx.price };
    case TX.DEX_MARKET_BUY_ORDER:
      return { ...FIRST_FORM, ...coins, ...MARKET_BUY, coinAmount: tx.coinAmount };
    case TX.DEX_MARKET_SELL_ORDER:
      return { ...FIRST_FORM, ...coins, ...MARKET_SELL, assetAmount: tx.assetAmount };
  }
}

const LIMIT_BUY = { orderType: ORDER_LIMIT, orderSide: ORDER_BUY } as const;
const LIMIT_SELL = { orderType: ORDER_LIMIT, orderSide: ORDER_SELL } as const;
const MARKET_BUY = { orderType: ORDER_MARKET, orderSide: ORDER_BUY } as const;
const MARKET_SELL = { orderType: ORDER_MARKET, orderSide: ORDER_SELL } as const;

/** What the types before DEX_ORDER_TX do not have. */
const FIRST_FORM = {
  coinAmount: 0n,
  assetAmount: 0n,
  price: 0n,
  dexId: BUILT_IN_OPERATOR_ID,
  memo: new Uint8Array(),
} as const;

/** Places an order of the sender (spec 06 §7). */
const PLACES_ORDER: Omit<NativeActions<OrderTransaction>, 'summary'> = {
  checkFee({ fees }, minimum, context) {
    requireOrderFee({ total: fees, minimum, payers: [context.sender()] });
  },

  check(tx, context) {
    checkOrderTerms(termsOf(tx), context);
  },

  execute(tx, context) {
    placeOrder(context, { id: context.prepared.txid, owner: context.sender().keyId, terms: termsOf(tx) });
  },
};

/** DEX_LIMIT_BUY_ORDER_TX (spec 06 §7). */
export const dexLimitBuyOrderHandler = defineHandler(dexLimitBuyOrder, {
  summary: 'Places an order to buy at a price or below.',
  ...PLACES_ORDER,
});

/** DEX_LIMIT_SELL_ORDER_TX (spec 06 §7). */
export const dexLimitSellOrderHandler = defineHandler(dexLimitSellOrder, {
  summary: 'Places an order to sell at a price or above.',
  ...PLACES_ORDER,
});

/** DEX_MARKET_BUY_ORDER_TX (spec 06 §7). */
export const dexMarketBuyOrderHandler = defineHandler(dexMarketBuyOrder, {
  summary: 'Places an order to spend coins at whatever price.',
  ...PLACES_ORDER,
});

/** DEX_MARKET_SELL_ORDER_TX (spec 06 §7). */
export const dexMarketSellOrderHandler = defineHandler(dexMarketSellOrder, {
  summary: 'Places an order to sell at whatever price.',
  ...PLACES_ORDER,
});

/** DEX_ORDER_TX (spec 06 §7). */
export const dexOrderHandler = defineHandler(dexOrder, {
  summary: 'Places a limit or market order with an operator.',
  ...PLACES_ORDER,
});
