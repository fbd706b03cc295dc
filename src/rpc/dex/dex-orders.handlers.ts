import { MAX_OPERATOR_FEE_RATIO } from '../../../vm/native/dex/formulas.js';
import { isMarketBuy } from '../../../vm/native/dex/order-amounts.js';
import { MIN_ORDER_AMOUNT, type OrderTerms } from '../../../vm/native/dex/order-terms.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { regIdUid } from '../../codec/uid.js';
import { ORDERS } from '../../state/tables/orders.js';
import { isInCoinRange } from '../../tx/coin-range.js';
import {
  OPEN_PRIVATE,
  OPEN_PUBLIC,
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
  orderSideName,
  orderTypeName,
} from '../../tx/enums.js';
import { encodeTransaction } from '../../tx/envelope.js';
import { TX } from '../../tx/transactions.js';
import type { DexOperatorOrder } from '../../tx/types/dex-order.js';
import type { DealItem } from '../../tx/types/dex-settle.js';
import { RpcError } from '../declaration/errors.js';
import { methodUsage } from '../declaration/help.js';
import { type AfterTurn, implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { withAllParameters } from '../declaration/registry.js';
import type { NodeServices } from '../node/services.js';
import { WITH_WHAT_WAITS, whileWaiting } from '../node/while-waiting.js';
import { requireAccount, senderParameter } from '../submission/account-parameters.js';
import { feeParameter } from '../submission/fees.js';
import { member, objectElements } from '../submission/json-members.js';
import { requireFunds, SimulatedBalance } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { type OrderMethod, orderForm } from './dex-order-forms.js';
import {
  dexMemo,
  moneyToFreeze,
  orderParameters,
  requireOperator,
  requireOwnKey,
  requireTradable,
} from './dex-orders.js';
import { methods } from './dex-orders.methods.js';
import { operatorFeeOrNone, orderFeeParameter, requireSufficientOrderFee } from './order-fees.js';

export const handlers = implement<typeof methods, NodeServices>({
  submitdexbuylimitordertx: (args, services) => placeOrder('submitdexbuylimitordertx', args, services),
  submitdexselllimitordertx: (args, services) => placeOrder('submitdexselllimitordertx', args, services),
  submitdexbuymarketordertx: (args, services) => placeOrder('submitdexbuymarketordertx', args, services),
  submitdexsellmarketordertx: (args, services) => placeOrder('submitdexsellmarketordertx', args, services),

  submitdexcancelordertx({ sender: from, txid, fee: given }, services) {
    const sender = senderParameter(services, from);
    const fee = orderFeeParameter(services, given, TX.DEX_CANCEL_ORDER);
    const account = requireAccount(services.state, sender);
    requireSufficientOrderFee(services, fee, TX.DEX_CANCEL_ORDER, [account]);
    new SimulatedBalance(services.state, account).take(fee);
    if (services.state.get(ORDERS, txid) === undefined) {
      throw new RpcError(
        'DEX_ORDER_INACTIVE',
        'Order is inactive or not existed',
        whileWaiting(services, txid, WITH_WHAT_WAITS),
      );
    }
    return signAndSubmit(services, {
      type: TX.DEX_CANCEL_ORDER,
      ...standardFields(services, sender, fee),
      orderId: txid,
      ...UNSIGNED,
    });
  },

  submitdexsettletx({ sender: from, deal_items, fee: given }, services) {
    const sender = senderParameter(services, from);
    const fee = feeParameter(services, given, TX.DEX_TRADE_SETTLE);
    const dealItems = objectElements(deal_items, 'deal_items').map(dealItem);
    requireFunds(services.state, sender, fee);
    return signAndSubmit(services, {
      type: TX.DEX_TRADE_SETTLE,
      ...standardFields(services, sender, fee),
      dealItems,
      ...UNSIGNED,
    });
  },

  gendexoperatorordertx(args, services) {
    const sender = senderParameter(services, args.sender);
    const terms: OrderTerms = {
      orderType: args.order_type === 'LIMIT_PRICE' ? ORDER_LIMIT : ORDER_MARKET,
      orderSide: args.order_side === 'BUY' ? ORDER_BUY : ORDER_SELL,
      coinSymbol: args.coins.symbol,
      assetSymbol: args.assets.symbol,
      coinAmount: args.coins.amount,
      assetAmount: args.assets.amount,
      price: args.price,
      dexId: args.dex_id,
      memo: dexMemo(args.memo),
    };
    requireRatio(args.taker_fee_ratio);
    requireRatio(args.maker_fee_ratio);
    const fee = orderFeeParameter(services, args.fee, TX.DEX_OPERATOR_ORDER);
    const operatorFee = operatorFeeOrNone(args.operator_tx_fee);
    requireTradable(services, 'gendexoperatorordertx', terms);
    requireAmounts(terms);
    requirePrice(terms);
    const { feeReceiver, activated } = requireOperator(services, terms.dexId);
    if (!activated) {
      const message = `the operator ${terms.dexId} is not active: governance activates it, see submitdexswitchproposal`;
      throw new RpcError('INVALID_PARAMETER', message, { about: String(terms.dexId) });
    }
    const account = requireAccount(services.state, sender);
    const receiver = requireAccount(services.state, regIdUid(feeReceiver));
    if (operatorFee.symbol !== fee.symbol) {
      throw new RpcError(
        'INVALID_PARAMS',
        `operator_tx_fee_symbol=${operatorFee.symbol} does not euqal to fee_symbol=${fee.symbol}`,
      );
    }
    const payers = operatorFee.amount === 0n ? [account] : [account, receiver];
    const total = { symbol: fee.symbol, amount: fee.amount + operatorFee.amount };
    requireSufficientOrderFee(services, total, TX.DEX_OPERATOR_ORDER, payers);
    const balance = new SimulatedBalance(services.state, account);
    balance.take(fee);
    balance.take(moneyToFreeze(terms), 'FREEZE');
    const tx: DexOperatorOrder & { readonly type: typeof TX.DEX_OPERATOR_ORDER } = {
      type: TX.DEX_OPERATOR_ORDER,
      ...standardFields(services, sender, fee),
      ...terms,
      openMode: args.order_open_mode === 'PUBLIC' ? OPEN_PUBLIC : OPEN_PRIVATE,
      makerFeeRatio: args.maker_fee_ratio,
      takerFeeRatio: args.taker_fee_ratio,
      operatorUid: regIdUid(feeReceiver),
      operatorTxFee: operatorFee.amount,
      operatorSignature: new Uint8Array(),
      ...UNSIGNED,
    };
    return { rawtx: encodeTransaction(tx, services.wireRules).toString('hex') };
  },
});

/** Places an order, with the checks of spec 06 §7.2 in their order. */
function placeOrder(
  method: OrderMethod,
  args: Readonly<Record<string, unknown>>,
  services: NodeServices,
): AfterTurn {
  const values = methods[method].params.map(({ name }) => args[name] as Json | undefined);
  // What is left out before something else keeps its place: a fee must not become an operator.
  const given = values.slice(0, values.findLastIndex(value => value !== undefined) + 1);
  const form = orderForm(method, given);
  if (form === undefined) {
    throw new RpcError(
      'MISC_ERROR',
      methodUsage({ name: method, declaration: withAllParameters(methods[method]) }, given.length),
    );
  }
  const { sender, terms, fee } = orderParameters(services, method, form);
  requireTradable(services, method, terms);
  const account = requireAccount(services.state, sender);
  requireSufficientOrderFee(services, fee, TX.DEX_ORDER, [account]);
  const balance = new SimulatedBalance(services.state, account);
  balance.take(fee);
  balance.take(moneyToFreeze(terms), 'FREEZE');
  requireOperator(services, terms.dexId);
  requireOwnKey(services, sender);
  return signAndSubmit(services, {
    type: TX.DEX_ORDER,
    ...standardFields(services, sender, fee),
    ...terms,
    ...UNSIGNED,
  });
}

function dealItem(item: JsonObject): DealItem {
  return {
    buyOrderId: member(item, 'buy_order_id', p.txid),
    sellOrderId: member(item, 'sell_order_id', p.txid),
    price: member(item, 'deal_price', p.price),
    coinAmount: member(item, 'deal_coin_amount', p.amount),
    assetAmount: member(item, 'deal_asset_amount', p.amount),
  };
}

function requireRatio(ratio: bigint): void {
  if (ratio > MAX_OPERATOR_FEE_RATIO) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `match fee ratio=${ratio} is large than ${MAX_OPERATOR_FEE_RATIO}`,
    );
  }
}

/** Which of the two amounts counts depends on the kind of the order; the other one must be zero. */
function requireAmounts(terms: OrderTerms): void {
  const { orderType, orderSide, coinSymbol, assetSymbol, coinAmount, assetAmount } = terms;
  const [used, unused] = isMarketBuy(terms)
    ? ([
        { what: 'coin', symbol: coinSymbol, amount: coinAmount },
        { what: 'asset', amount: assetAmount },
      ] as const)
    : ([
        { what: 'asset', symbol: assetSymbol, amount: assetAmount },
        { what: 'coin', amount: coinAmount },
      ] as const);
  if (unused.amount !== 0n) {
    const kind = `order_type=${orderTypeName(orderType)}, order_side=${orderSideName(orderSide)}`;
    throw new RpcError('INVALID_PARAMS', `${unused.what} amount=${unused.amount} must be 0 when ${kind}`);
  }
  const { what, symbol, amount } = used;
  if (amount < MIN_ORDER_AMOUNT) {
    const detail = `symbol=${symbol}, amount=${amount}, min_amount=${MIN_ORDER_AMOUNT}`;
    throw new RpcError('INVALID_PARAMETER', `${what} amount is too small, ${detail}`);
  }
  if (!isInCoinRange(symbol, amount)) {
    throw new RpcError('INVALID_PARAMETER', `token amount is too large, symbol=${symbol}, amount=${amount}`);
  }
}

function requirePrice({ orderType, price }: OrderTerms): void {
  if (orderType === ORDER_MARKET && price !== 0n) {
    throw new RpcError('INVALID_PARAMS', `price=${price} must be 0 when order_type=MARKET_PRICE`);
  }
  if (orderType === ORDER_LIMIT && price === 0n) {
    throw new RpcError('INVALID_PARAMS', `price=${price} out of range, order_type=LIMIT_PRICE`);
  }
}
