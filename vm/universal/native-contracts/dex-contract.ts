import { ZERO_HASH } from '../../../src/codec/codec.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { TX } from '../../../src/tx/transactions.js';
import { cancelOrder } from '../../native/dex/dex-cancel-order.js';
import { checkSettlement, settleDeals } from '../../native/dex/dex-settle.js';
import { checkOrderTerms, type OrderTerms } from '../../native/dex/order-terms.js';
import { placeOrder } from '../../native/dex/place-order.js';
import {
  account,
  array,
  type Coins,
  hash256,
  quantity,
  string,
  struct,
  symbolCode,
  uint32,
  uint64,
  type ValuesOf,
} from './field-types.js';
import { type ActingAccount, defineModuleAction } from './module-action.js';
import { defineNativeContract } from './native-contract.js';

/** The contract of the exchange in integer form: 0-300. */
export const DEX_CONTRACT = 300n;

/** What actions that place an order have in common. */
const ORDER = {
  actor: 'owner',
  asType: TX.DEX_ORDER,
  // The order is stored with its indexes, and found by the matcher.
  fuel: { base: 30_000n },
} as const;

const LIMIT_FIELDS = {
  owner: account,
  asset: quantity,
  coin: symbolCode,
  price: uint64,
  dex_id: uint32,
  memo: string,
} as const;

const buyLimit = defineModuleAction({
  ...ORDER,
  name: 'buylimit',
  summary: 'Places an order to buy an asset at a price (coins for an asset times 10^8) or below.',
  fields: LIMIT_FIELDS,
  execute(acting, args) {
    place(acting, args, limitOrder(ORDER_BUY, args));
  },
});

const sellLimit = defineModuleAction({
  ...ORDER,
  name: 'selllimit',
  summary: 'Places an order to sell an asset at a price (coins for an asset times 10^8) or above.',
  fields: LIMIT_FIELDS,
  execute(acting, args) {
    place(acting, args, limitOrder(ORDER_SELL, args));
  },
});

const buyMarket = defineModuleAction({
  ...ORDER,
  name: 'buymarket',
  summary: 'Places an order to spend coins on an asset at whatever price.',
  fields: { owner: account, coins: quantity, asset: symbolCode, dex_id: uint32, memo: string },
  execute(acting, args) {
    place(acting, args, {
      orderType: ORDER_MARKET,
      orderSide: ORDER_BUY,
      coinSymbol: args.coins.symbol,
      assetSymbol: args.asset,
      coinAmount: args.coins.amount,
      assetAmount: 0n,
      price: 0n,
    });
  },
});

const sellMarket = defineModuleAction({
  ...ORDER,
  name: 'sellmarket',
  summary: 'Places an order to sell an asset for a coin at whatever price.',
  fields: { owner: account, asset: quantity, coin: symbolCode, dex_id: uint32, memo: string },
  execute(acting, args) {
    place(acting, args, { orderType: ORDER_MARKET, orderSide: ORDER_SELL, ...assetForCoin(args), price: 0n });
  },
});

const cancel = defineModuleAction({
  name: 'cancel',
  summary: 'Takes an open order of its owner back.',
  fields: { owner: account, order_id: hash256 },
  actor: 'owner',
  asType: TX.DEX_CANCEL_ORDER,
  fuel: { base: 20_000n },
  execute({ context, account: { keyId } }, { order_id }) {
    if (order_id === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'invalid-order-id');
    cancelOrder(context, order_id, keyId);
  },
});

const deal = struct('deal', {
  buy_order_id: hash256,
  sell_order_id: hash256,
  price: uint64,
  coin_amount: uint64,
  asset_amount: uint64,
});

const settle = defineModuleAction({
  name: 'settle',
  summary: 'Settles deals between open orders, by the authority of the one account that may.',
  fields: { settler: account, deals: array(deal) },
  actor: 'settler',
  asType: TX.DEX_TRADE_SETTLE,
  fuel: {
    base: 0n,
    each: [{ what: 'deal', fuel: 40_000n, count: ({ deals }) => deals.length }],
  },
  execute({ context, account: { regId } }, { deals }) {
    const items = deals.map(item => ({
      buyOrderId: item.buy_order_id,
      sellOrderId: item.sell_order_id,
      price: item.price,
      coinAmount: item.coin_amount,
      assetAmount: item.asset_amount,
    }));
    checkSettlement(context, regId, items);
    settleDeals(context, items);
  },
});

/** 0-300: orders, cancellations and settlements (spec 06 §7, §9, §10). */
export const dexContract = defineNativeContract(
  [buyLimit, sellLimit, buyMarket, sellMarket, cancel, settle],
  { title: 'exchange', burnsActionSize: true },
);

type Offer = Omit<OrderTerms, 'dexId' | 'memo'>;

function limitOrder(orderSide: number, args: ValuesOf<typeof LIMIT_FIELDS>): Offer {
  return { orderType: ORDER_LIMIT, orderSide, ...assetForCoin(args), price: args.price };
}

/** An amount of an asset against a coin, as all orders name it but a market buy. */
function assetForCoin({ asset, coin }: { readonly asset: Coins; readonly coin: string }) {
  return { coinSymbol: coin, assetSymbol: asset.symbol, coinAmount: 0n, assetAmount: asset.amount };
}

function place(
  acting: ActingAccount,
  { dex_id, memo }: { readonly dex_id: number; readonly memo: Uint8Array },
  offer: Offer,
): void {
  const { context } = acting;
  const terms = { ...offer, dexId: dex_id, memo };
  checkOrderTerms(terms, context);
  placeOrder(context, { id: acting.objectId, owner: acting.account.keyId, terms });
}
