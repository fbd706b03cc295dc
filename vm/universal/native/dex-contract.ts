import { ZERO_HASH } from '../../../src/codec/codec.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { cancelOrder } from '../../native/dex/cancel-order.js';
import { checkOrderTerms, type OrderTerms } from '../../native/dex/order-terms.js';
import { placeOrder } from '../../native/dex/place-order.js';
import { checkSettlement, settleDeals } from '../../native/dex/settle.js';
import {
  account,
  array,
  hash256,
  quantity,
  string,
  struct,
  symbolCode,
  uint32,
  uint64,
} from './field-types.js';
import { type ActingAccount, defineModuleAction } from './module-action.js';
import { defineNativeContract } from './native-contract.js';

/** The contract of the exchange in integer form: 0-300. */
export const DEX_CONTRACT = 300n;

/** What placing an order costs: it is stored with its indexes, and found by the matcher. */
const ORDER_FUEL = { base: 30_000n } as const;
const DEX_ORDER = 90;

const LIMIT_FIELDS = {
  owner: account,
  asset: quantity,
  coin: symbolCode,
  price: uint64,
  dex_id: uint32,
  memo: string,
} as const;

const buyLimit = defineModuleAction({
  name: 'buylimit',
  summary: 'Places an order to buy an asset at a price (coins for an asset times 10^8) or below.',
  fields: LIMIT_FIELDS,
  actor: 'owner',
  asType: DEX_ORDER,
  fuel: ORDER_FUEL,
  execute(acting, { asset, coin, price, dex_id, memo }) {
    place(acting, {
      orderType: ORDER_LIMIT,
      orderSide: ORDER_BUY,
      coinSymbol: coin,
      assetSymbol: asset.symbol,
      coinAmount: 0n,
      assetAmount: asset.amount,
      price,
      dexId: dex_id,
      memo,
    });
  },
});

const sellLimit = defineModuleAction({
  name: 'selllimit',
  summary: 'Places an order to sell an asset at a price (coins for an asset times 10^8) or above.',
  fields: LIMIT_FIELDS,
  actor: 'owner',
  asType: DEX_ORDER,
  fuel: ORDER_FUEL,
  execute(acting, { asset, coin, price, dex_id, memo }) {
    place(acting, {
      orderType: ORDER_LIMIT,
      orderSide: ORDER_SELL,
      coinSymbol: coin,
      assetSymbol: asset.symbol,
      coinAmount: 0n,
      assetAmount: asset.amount,
      price,
      dexId: dex_id,
      memo,
    });
  },
});

const buyMarket = defineModuleAction({
  name: 'buymarket',
  summary: 'Places an order to spend coins on an asset at whatever price.',
  fields: { owner: account, coins: quantity, asset: symbolCode, dex_id: uint32, memo: string },
  actor: 'owner',
  asType: DEX_ORDER,
  fuel: ORDER_FUEL,
  execute(acting, { coins, asset, dex_id, memo }) {
    place(acting, {
      orderType: ORDER_MARKET,
      orderSide: ORDER_BUY,
      coinSymbol: coins.symbol,
      assetSymbol: asset,
      coinAmount: coins.amount,
      assetAmount: 0n,
      price: 0n,
      dexId: dex_id,
      memo,
    });
  },
});

const sellMarket = defineModuleAction({
  name: 'sellmarket',
  summary: 'Places an order to sell an asset for a coin at whatever price.',
  fields: { owner: account, asset: quantity, coin: symbolCode, dex_id: uint32, memo: string },
  actor: 'owner',
  asType: DEX_ORDER,
  fuel: ORDER_FUEL,
  execute(acting, { asset, coin, dex_id, memo }) {
    place(acting, {
      orderType: ORDER_MARKET,
      orderSide: ORDER_SELL,
      coinSymbol: coin,
      assetSymbol: asset.symbol,
      coinAmount: 0n,
      assetAmount: asset.amount,
      price: 0n,
      dexId: dex_id,
      memo,
    });
  },
});

const cancel = defineModuleAction({
  name: 'cancel',
  summary: 'Takes an open order of its owner back.',
  fields: { owner: account, order_id: hash256 },
  actor: 'owner',
  asType: 88,
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
  asType: 89,
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

function place(acting: ActingAccount, terms: OrderTerms): void {
  const { context } = acting;
  checkOrderTerms(terms, context);
  placeOrder(context, { id: acting.objectId, owner: acting.account.keyId, terms });
}
