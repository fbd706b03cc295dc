import { discountedMinimumFee } from '../../../vm/native/dex/formulas.js';
import { stakeOf } from '../../../vm/native/dex/order-fee.js';
import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import { encodeAddress } from '../../crypto/address.js';
import { minimumFeeOf } from '../../ledger/fees.js';
import { ASSETS } from '../../state/tables/assets.js';
import {
  CLOSED_ORDERS,
  TRADES,
  type Trade,
  type TradeKey,
  tradesPrefix,
} from '../../state/tables/dex-history.js';
import { GENERATED_BY, ORDERS, ORDERS_BY_BLOCK } from '../../state/tables/orders.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { ASSET_PERMISSION } from '../../tx/permissions.js';
import { REJECT } from '../../tx/reject.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { TRANSACTION_TYPES } from '../../tx/transactions.js';
import type { DealItem } from '../../tx/types/dex-settle.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { requirePageSize } from '../declaration/page-size.js';
import { exactDigits } from '../declaration/parameters/hex-text.js';
import type { NodeServices } from '../node/services.js';
import { shownWithWaiting } from '../node/what-waits.js';
import { WITH_WHAT_WAITS, whileWaiting } from '../node/while-waiting.js';
import { requireAccount, senderParameter } from '../submission/account-parameters.js';
import { candleJson, candlesOf } from './candles.js';
import { closedOrderJson, orderJson, tradeJson } from './dex.results.js';
import type { methods } from './dex-market.methods.js';
import { orderBookJson } from './order-book.js';
import { orderPage } from './order-pages.js';
import { parsePosition } from './order-position.js';

const DEFAULT_PAGE = 500;
const DEFAULT_DEPTH = 50;
const DEFAULT_TRADES = 100;
const DEFAULT_CANDLES = 100;

export const handlers = implement<typeof methods, NodeServices>({
  async getdexorder({ order_id: id, min_confirmations }, services) {
    const found = await shownWithWaiting(services, min_confirmations, ({ state }) => {
      const order = state.get(ORDERS, id);
      if (order !== undefined) return orderJson(id, order);
      const closed = state.get(CLOSED_ORDERS, id);
      return closed && closedOrderJson(state, id, closed);
    });
    if (found !== undefined) return found;
    throw new RpcError(
      'INVALID_PARAMS',
      `DEX Order (${id}) is invalid or fulfilled!`,
      whileWaiting(services, id, WITH_WHAT_WAITS),
    );
  },

  getdexorders(args, services) {
    const { tipHeight } = services;
    const { begin_height: beginHeight = 0, end_height: endHeight = tipHeight } = args;
    const { max_count: maxCount = DEFAULT_PAGE, last_pos_info: text = '' } = args;
    requireWithin(beginHeight, 0, 'begin_height', '0', tipHeight);
    requireWithin(endHeight, beginHeight, 'end_height', `begin_height=${beginHeight}`, tipHeight);
    requirePageSize(maxCount, 'INVALID_PARAMS');
    const after =
      text === '' ? undefined : parsePosition(Buffer.from(exactDigits(text, 'last_pos_info'), 'hex'));
    return orderPage(services, { beginHeight, endHeight, maxCount, after });
  },

  getdexsysorders({ height: given }, { state, tipHeight }) {
    const height = given ?? tipHeight;
    requireWithin(height, 0, 'height', '0', tipHeight);
    const range = {
      gte: [height, GENERATED_BY.system, '0'.repeat(64)],
      lt: [height, GENERATED_BY.system + 1, '0'.repeat(64)],
    } as const;
    const orders: JsonObject[] = [];
    for (const [[, , id]] of state.iterate(ORDERS_BY_BLOCK, range)) {
      const order = state.get(ORDERS, id);
      if (order !== undefined) orders.push(orderJson(id, order));
    }
    return { height, count: orders.length, orders };
  },

  getdexorderfee({ addr, tx_type, fee_symbol: symbol = BASE_COIN }, services) {
    const { state, network, tipHeight } = services;
    const sender = senderParameter(services, addr);
    const definition = TRANSACTION_TYPES.find(({ name }) => name === tx_type);
    if (definition === undefined) throw new RpcError(REJECT.REJECT_INVALID, `unsupport tx_type=${tx_type}`);
    const account = requireAccount(state, sender);
    if (definition.feeDiscount === 'none') {
      throw new RpcError('INTERNAL_ERROR', `unsupport order tx_type=${tx_type}`);
    }
    const minimum = minimumFeeOf(state, network, definition.type, symbol);
    if (minimum === undefined) throw new RpcError('INTERNAL_ERROR', `unsupport fee_symbol=${symbol}`);
    const staked = stakeOf([account]);
    return {
      actual_min_fee: discountedMinimumFee(minimum, staked),
      default_min_fee: minimum,
      min_fee_for_pubkey: 2n * minimum,
      block_height: tipHeight,
      account: {
        addr: encodeAddress(network.addressVersion, account.keyId),
        regid: regIdText(account.regId),
        staked_wicc_amount: staked,
      },
    };
  },

  getdexbaseandquotecoins: (_args, { state }) => {
    const assets = Array.from(state.iterate(ASSETS), ([, asset]) => asset);
    const symbolsWith = (permission: bigint) =>
      assets.filter(({ permsSum }) => (permsSum & permission) !== 0n).map(({ symbol }) => symbol);
    return {
      dex_base_coins: symbolsWith(ASSET_PERMISSION.DEX_BASE),
      dex_quote_coins: symbolsWith(ASSET_PERMISSION.DEX_QUOTE),
    };
  },

  getdexorderbook({ asset_symbol: assetSymbol, coin_symbol: coinSymbol, dex_id: dexId, depth }, services) {
    const { state, tipHeight } = services;
    return {
      asset_symbol: assetSymbol,
      coin_symbol: coinSymbol,
      height: tipHeight,
      ...orderBookJson(state, {
        assetSymbol: freeTextFrom(assetSymbol),
        coinSymbol: freeTextFrom(coinSymbol),
        dexId,
        depth: depth ?? DEFAULT_DEPTH,
      }),
    };
  },

  getdextrades({ asset_symbol: assetSymbol, coin_symbol: coinSymbol, max_count, before = '' }, { state }) {
    const limit = max_count ?? DEFAULT_TRADES;
    requirePageSize(limit, 'INVALID_PARAMETER');
    const pair = [freeTextFrom(assetSymbol), freeTextFrom(coinSymbol)] as const;
    const prefix = tradesPrefix(...pair);
    const lt = before === '' ? undefined : tradeKey(...pair, before);
    const range = { prefix, reverse: true, limit: limit + 1, ...(lt && { lt }) };
    const found = [...state.iterate(TRADES, range)];
    const page = found.slice(0, limit);
    const last = page.at(-1)?.[0];
    const hasMore = found.length > limit;
    return {
      asset_symbol: assetSymbol,
      coin_symbol: coinSymbol,
      count: page.length,
      has_more: hasMore,
      before: hasMore && last !== undefined ? last.slice(2).join('-') : '',
      trades: page.map(([key, trade]) => tradeJson(key, trade)),
    };
  },

  getdexcandles(args, services) {
    const { asset_symbol: assetSymbol, coin_symbol: coinSymbol, interval } = args;
    if (interval === 0) throw new RpcError('INVALID_PARAMETER', 'interval=0 must be at least 1 second');
    const { chain, state } = services;
    const endTime = args.end_time ?? chain.tip.header.time;
    const beginTime = args.begin_time ?? Math.max(0, endTime - DEFAULT_CANDLES * interval);
    const from = firstHeightAt(services, beginTime);
    const pair = [freeTextFrom(assetSymbol), freeTextFrom(coinSymbol)] as const;
    const trades = state.iterate(TRADES, { prefix: tradesPrefix(...pair), gte: [...pair, from, 0, 0] });
    return {
      asset_symbol: assetSymbol,
      coin_symbol: coinSymbol,
      interval,
      candles: candlesOf(until(trades, endTime), interval).map(candleJson),
    };
  },

  getmatcherinfo: (_args, { matcher }) => matcherInfo(matcher.status),

  async setdexmatcher({ enabled }, { matcher }) {
    if (enabled) matcher.enable();
    else await matcher.disable();
    return matcherInfo(matcher.status);
  },

  dexmatchdryrun: (_args, { matcher }) => ({ deal_items: matcher.simulate().map(dealJson) }),
});

/** @throws RpcError -32602 */
function requireWithin(
  value: number,
  least: number,
  name: string,
  leastText: string,
  tipHeight: number,
): void {
  if (value < least || value > tipHeight) {
    throw new RpcError(
      'INVALID_PARAMS',
      `${name}=${value} must >= ${leastText} and <= tip_height=${tipHeight}`,
    );
  }
}

/** The key of a trade that a page ended with. @throws RpcError -8 */
function tradeKey(assetSymbol: string, coinSymbol: string, text: string): TradeKey {
  const match = /^(\d{1,10})-(\d{1,5})-(\d{1,5})$/.exec(text);
  const [height = 0, index = 0, item = 0] = match?.slice(1).map(Number) ?? [];
  if (!match || height > 0xffff_ffff || index > 0xffff || item > 0xffff) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `before=${text} is not height-index-item, such as a page ended with`,
    );
  }
  return [assetSymbol, coinSymbol, height, index, item];
}

/** The first block that is not before a time; one above the tip if there is none. */
function firstHeightAt({ chain, tipHeight }: NodeServices, time: number): number {
  let low = 0;
  let high = tipHeight + 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((chain.blocks.header(middle)?.header.time ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* until(trades: Iterable<[TradeKey, Trade]>, endTime: number): Generator<Trade> {
  for (const [, trade] of trades) {
    if (trade.time > endTime) return;
    yield trade;
  }
}

function matcherInfo(status: NodeServices['matcher']['status']): JsonObject {
  return {
    enabled: status.enabled,
    settler: regIdText(status.settler),
    open_orders: status.openOrders,
    in_flight: status.inFlight,
    waiting: status.waiting,
    last_height: status.lastHeight,
    items_total: status.itemsTotal,
    last_error: status.lastError ?? null,
    refused_total: status.refusedTotal,
    refused_deals: status.refusedDeals.map(deal => ({
      buy_order_id: deal.buyOrderId,
      sell_order_id: deal.sellOrderId,
      reason: deal.reason,
      height: deal.height,
      left_alone: deal.leftAlone,
      until_height: deal.until,
    })),
  };
}

function dealJson(deal: DealItem): JsonObject {
  return {
    buy_order_id: deal.buyOrderId,
    sell_order_id: deal.sellOrderId,
    deal_price: deal.price,
    deal_coin_amount: deal.coinAmount,
    deal_asset_amount: deal.assetAmount,
  };
}
