import { BUILT_IN_OPERATOR_ID } from '../../../src/state/tables/dex-operators.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import type { NativeHandler, TransactionOfType } from '../handler.js';
import { requireOrderFee } from './order-fee.js';
import { checkOrderTerms, type OrderTerms } from './order-terms.js';
import { placeOrder } from './place-order.js';

/** The types by which a sender places an order without an operator's signature. */
type OrderType = 84 | 85 | 86 | 87 | 90;

/** The terms of an order, in whichever of the types it comes (spec 06 §4). */
function termsOf(tx: TransactionOfType<OrderType>): OrderTerms {
  if (tx.type === 90) return tx;
  const { coinSymbol, assetSymbol } = tx;
  const coins = { coinSymbol, assetSymbol };
  switch (tx.type) {
    case 84:
      return { ...FIRST_FORM, ...coins, ...LIMIT_BUY, assetAmount: tx.assetAmount, price: tx.price };
    case 85:
      return { ...FIRST_FORM, ...coins, ...LIMIT_SELL, assetAmount: tx.assetAmount, price: tx.price };
    case 86:
      return { ...FIRST_FORM, ...coins, ...MARKET_BUY, coinAmount: tx.coinAmount };
    case 87:
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
function orderHandler<T extends OrderType>(type: T, summary: string): NativeHandler<T> {
  const handler: Omit<NativeHandler<OrderType>, 'type'> = {
    summary,

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
  return { type, ...handler };
}

export const submitLimitBuy = orderHandler(84, 'Places an order to buy at a price or below.');
export const submitLimitSell = orderHandler(85, 'Places an order to sell at a price or above.');
export const submitMarketBuy = orderHandler(86, 'Places an order to spend coins at whatever price.');
export const submitMarketSell = orderHandler(87, 'Places an order to sell at whatever price.');
export const submitOrder = orderHandler(90, 'Places a limit or market order with an operator.');
