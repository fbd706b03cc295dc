import { least, MAX_BALANCE } from '../../../src/state/balance.js';
import { closeOrder, ORDER_OUTCOME, recordTrade } from '../../../src/state/tables/dex-history.js';
import { type Order, putOrder } from '../../../src/state/tables/orders.js';
import { ORDER_BUY, ORDER_SELL } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { DealItem } from '../../../src/tx/types/dex-settle.js';
import type { TransactionContext } from '../../context.js';
import { type SumRules, sumOf64Bits } from '../sums.js';
import {
  type Deal,
  type DealFees,
  type DealParty,
  dealFriction,
  hasFriction,
  isCoinAmountAllowed,
  isPriceAllowed,
  matchFee,
  type OrderSide,
  openOrder,
  ownerOf,
  partyOf,
  type SharingProblem,
  sharingProblem,
  takerSideOf,
} from './deal-terms.js';
import { exchange, payOperators, takeFriction, unfreezeSurplus } from './deal-transfers.js';
import { isMarketBuy, residualOf } from './order-amounts.js';

/**
 * Settles one deal: the steps of spec 06 §10.4 in their order.
 * @param index - position among the deals of the transaction
 * @throws TransactionRejected
 */
export function executeDeal(item: DealItem, index: number, context: TransactionContext): void {
  const deal = openDeal(item, index, context); // 1
  checkDeal(deal); // 2 to 6
  const buyAfter = afterDeal(deal.buy.order, item, context.network.mended); // 7
  const sellAfter = afterDeal(deal.sell.order, item, context.network.mended);
  checkResiduals(buyAfter, sellAfter); // 8, 9
  const fees = feesOf(deal, context); // 10, 11
  exchange(deal, context); // 12, 13
  takeFriction(deal, fees, context); // 14, 15
  payOperators(deal, fees, context); // 16, 17
  unfreezeSurplus(deal.buy, buyAfter, context); // 18
  storeOrder(deal.buy.orderId, buyAfter, context);
  storeOrder(deal.sell.orderId, sellAfter, context); // 19
  noteTrade(deal, fees, context);
}

function openDeal(item: DealItem, index: number, context: TransactionContext): Deal {
  const buyOrder = openOrder(item.buyOrderId, ORDER_BUY, index, context);
  const sellOrder = openOrder(item.sellOrderId, ORDER_SELL, index, context);
  const buyer = ownerOf(buyOrder, context);
  const seller = ownerOf(sellOrder, context);
  const buy = partyOf(buyOrder, buyer, context);
  const sell = partyOf(sellOrder, seller, context);
  const producer = context.accountByRegId(context.block.producer);
  if (producer === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  const takerSide = takerSideOf(buy.order, sell.order);
  return { item, index, buy, sell, takerSide, producer: producer.keyId };
}

/** Reject reasons of a side whose resting order may not be taken (spec 06 §10.7). */
const SHARING_REFUSALS: Readonly<Record<SharingProblem, Readonly<Record<OrderSide, string>>>> = {
  'not-public': { [ORDER_BUY]: 'buy-maker-order-not-public', [ORDER_SELL]: 'sell-maker-order-not-public' },
  'not-shared': {
    [ORDER_BUY]: 'buy-order-operator-public-limit',
    [ORDER_SELL]: 'sell-order-operator-public-limit',
  },
};

function checkDeal({ item, buy, sell, takerSide }: Deal): void {
  if (buy.order.coinSymbol !== sell.order.coinSymbol) reject(REJECT.REJECT_INVALID, 'coin-symbol-unmatch');
  if (buy.order.assetSymbol !== sell.order.assetSymbol) {
    reject(REJECT.REJECT_INVALID, 'asset-symbol-unmatch');
  }
  if (!isPriceAllowed(buy.order, sell.order, item.price)) {
    reject(REJECT.REJECT_INVALID, 'deal-price-unmatch');
  }
  const [maker, taker] = takerSide === ORDER_BUY ? [sell, buy] : [buy, sell];
  const waiting = {
    dexId: maker.order.dexId,
    openMode: maker.conditions.openMode,
    sharedWith: maker.operator.sharedWith,
  };
  const problem = sharingProblem(waiting, taker.order.dexId);
  if (problem !== undefined) {
    const makerSide = takerSide === ORDER_BUY ? ORDER_SELL : ORDER_BUY;
    reject(REJECT.REJECT_INVALID, SHARING_REFUSALS[problem][makerSide]);
  }
  if (!isCoinAmountAllowed(buy.order, item)) {
    const detail = `${item.coinAmount} sawi of coins are dealt for ${item.assetAmount} sawi of the asset at the price ${item.price}`;
    reject(REJECT.REJECT_INVALID, 'deal-coin-amount-unmatch', detail);
  }
}

/**
 * What an order gives is bounded by its own amount. What it gets is not: the same coins can go round between accomplices
 * until their sum is beyond 64 bits, and no block that holds such an order could be stored.
 */
function afterDeal(order: Order, { coinAmount, assetAmount }: DealItem, rules: SumRules): Order {
  return {
    ...order,
    dealtCoinAmount: sumOf64Bits(rules, order.dealtCoinAmount + coinAmount),
    dealtAssetAmount: sumOf64Bits(rules, order.dealtAssetAmount + assetAmount),
  };
}

function checkResiduals(buy: Order, sell: Order): void {
  if (residualOf(buy) < 0n) {
    reject(
      REJECT.REJECT_INVALID,
      isMarketBuy(buy) ? 'buy-deal-coin-amount-exceeded' : 'buy-deal-amount-exceeded',
    );
  }
  if (residualOf(sell) < 0n) reject(REJECT.REJECT_INVALID, 'sell-deal-amount-exceeded');
}

function feesOf(deal: Deal, context: TransactionContext): DealFees {
  const { item, buy, sell, takerSide, producer } = deal;
  const { coinSymbol, assetSymbol } = buy.order;
  const ratio = hasFriction(deal) ? context.parameter('DEX_FRICTION_FEE_RATIO') : 0n;
  // No more is taken than those who get it can hold: a full balance of theirs must not stop a deal.
  const coinFriction = least(dealFriction(item.coinAmount, ratio), context.reserveRoom(coinSymbol));
  const assetFriction = least(
    dealFriction(item.assetAmount, ratio),
    roomOf(context, producer, buy.owner, assetSymbol),
  );
  const ratioOf = (party: DealParty, side: OrderSide) =>
    side === takerSide ? party.conditions.takerFeeRatio : party.conditions.makerFeeRatio;
  return {
    buyer: {
      friction: assetFriction,
      match: least(
        matchFee(item.assetAmount - assetFriction, ratioOf(buy, ORDER_BUY)),
        roomOf(context, buy.feeReceiver, buy.owner, assetSymbol),
      ),
    },
    seller: {
      friction: coinFriction,
      match: least(
        matchFee(item.coinAmount - coinFriction, ratioOf(sell, ORDER_SELL)),
        roomOf(context, sell.feeReceiver, sell.owner, coinSymbol),
      ),
    },
  };
}

/** How much somebody can get from a payer; who pays himself has room for it. */
function roomOf(context: TransactionContext, receiver: string, payer: string, symbol: string): bigint {
  return receiver === payer ? MAX_BALANCE : context.freeRoom(receiver, symbol);
}

function storeOrder(id: string, order: Order, context: TransactionContext): void {
  if (residualOf(order) !== 0n) {
    putOrder(context.state, id, order);
    return;
  }
  closeOrder(context.state, id, {
    order,
    outcome: ORDER_OUTCOME.filled,
    closedAt: context.position,
    closedBy: context.prepared.txid,
  });
}

/** For the history, which no rule reads. */
function noteTrade({ item, index, buy, takerSide }: Deal, fees: DealFees, context: TransactionContext): void {
  const { coinSymbol, assetSymbol } = buy.order;
  const { height, time } = context.block;
  recordTrade(context.state, [assetSymbol, coinSymbol, height, context.index, index], {
    takerSide,
    buyerFriction: fees.buyer.friction,
    sellerFriction: fees.seller.friction,
    buyerFee: fees.buyer.match,
    sellerFee: fees.seller.match,
    time,
    txid: context.prepared.txid,
    // Last: members behind a spread take V8 a microsecond each.
    ...item,
  });
}
