import { coinsFor } from '../../../vm/native/dex/formulas.js';
import type { OrderTerms } from '../../../vm/native/dex/order-terms.js';
import { keyIdOfUid } from '../../chain/account-name.js';
import type { Uid } from '../../codec/uid.js';
import type { StateReader } from '../../state/state.js';
import { ASSETS } from '../../state/tables/assets.js';
import { type DexOperator, dexOperator } from '../../state/tables/dex-operators.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../tx/enums.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { ASSET_PERMISSION } from '../../tx/permissions.js';
import { REJECT } from '../../tx/reject.js';
import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { senderParameter } from '../submission/account-parameters.js';
import { numeric, type OrderForm, type OrderMethod } from './dex-order-forms.js';
import { orderFeeParameter } from './order-fees.js';

const MAX_MEMO_SIZE = 100;

/** Parameters of an order that were converted, in the order of spec 06 §7.2. */
export interface OrderParameters {
  readonly sender: Uid;
  readonly terms: OrderTerms;
  readonly fee: Money;
}

const KINDS: Readonly<Record<OrderMethod, Pick<OrderTerms, 'orderType' | 'orderSide'>>> = {
  submitdexbuylimitordertx: { orderType: ORDER_LIMIT, orderSide: ORDER_BUY },
  submitdexselllimitordertx: { orderType: ORDER_LIMIT, orderSide: ORDER_SELL },
  submitdexbuymarketordertx: { orderType: ORDER_MARKET, orderSide: ORDER_BUY },
  submitdexsellmarketordertx: { orderType: ORDER_MARKET, orderSide: ORDER_SELL },
};

/** Converts the parameters of an order, steps 2 to 8 of spec 06 §7.2. @throws RpcError */
export function orderParameters(
  services: NodeServices,
  method: OrderMethod,
  form: OrderForm,
): OrderParameters {
  const kind = KINDS[method];
  const sender = senderParameter(services, converted(p.uid, form.sender, { index: 0, name: 'sender' }));
  const amounts = method === 'submitdexbuymarketordertx' ? marketBuyAmounts(form) : assetAmounts(form);
  const price =
    kind.orderType === ORDER_LIMIT
      ? converted(p.price, numeric(form.price ?? null), { index: 0, name: 'price' })
      : 0n;
  const dexId =
    form.dexId === undefined ? 0 : converted(p.uint32, numeric(form.dexId), { index: 0, name: 'dex_id' });
  const given =
    form.fee === undefined
      ? undefined
      : converted(p.comboMoney(BASE_COIN), form.fee, { index: 0, name: 'fee' });
  const fee = orderFeeParameter(services, given, TX.DEX_ORDER);
  const memo = dexMemo(
    form.memo === undefined ? undefined : converted(p.string, form.memo, { index: 0, name: 'memo' }),
  );
  return { sender, terms: { ...kind, ...amounts, price, dexId, memo }, fee };
}

function assetAmounts({ coin, asset }: OrderForm) {
  const coinSymbol = converted(p.symbol, coin, { index: 0, name: 'coin_symbol' });
  const { symbol, amount } = converted(p.comboMoney(BASE_COIN), asset, { index: 0, name: 'asset' });
  return { coinSymbol, assetSymbol: symbol, coinAmount: 0n, assetAmount: amount };
}

function marketBuyAmounts({ coin, asset }: OrderForm) {
  const { symbol, amount } = converted(p.comboMoney(STABLE_COIN), coin, { index: 0, name: 'coin' });
  const assetSymbol = converted(p.symbol, asset, { index: 0, name: 'asset_symbol' });
  return { coinSymbol: symbol, assetSymbol, coinAmount: amount, assetAmount: 0n };
}

/** A memo of the exchange. @throws RpcError -8 */
export function dexMemo(text = ''): Buffer {
  const memo = Buffer.from(text, 'utf8');
  if (memo.length > MAX_MEMO_SIZE) {
    throw new RpcError('INVALID_PARAMETER', `memo.size=${memo.length} is large than ${MAX_MEMO_SIZE}`);
  }
  return memo;
}

/**
 * Whether coin and asset can be traded for each other (spec 06 §7.2, step 9).
 * @throws RpcError 16
 */
export function requireTradable(
  { state }: { readonly state: StateReader },
  method: string,
  { coinSymbol, assetSymbol }: Pick<OrderTerms, 'coinSymbol' | 'assetSymbol'>,
): void {
  const refuse = (reason: string): never => {
    throw new RpcError(REJECT.REJECT_INVALID, `${method}, ${reason}`);
  };
  if (coinSymbol === assetSymbol) {
    refuse(`coin_symbol=${coinSymbol} is same to asset_symbol=${assetSymbol}`);
  }
  if (!hasPermission(state, coinSymbol, ASSET_PERMISSION.DEX_QUOTE)) {
    refuse(`unsupport coin_symbol=${coinSymbol}`);
  }
  if (!hasPermission(state, assetSymbol, ASSET_PERMISSION.DEX_BASE)) {
    refuse(`unsupport asset_symbol=${assetSymbol}`);
  }
}

function hasPermission(state: StateReader, symbol: string, permission: bigint): boolean {
  const asset = state.get(ASSETS, freeTextFrom(symbol));
  return asset !== undefined && (asset.permsSum & permission) !== 0n;
}

/**
 * What an order freezes.
 * @throws RpcError -8 where a limit buy costs more coins than an amount can be (spec 06 §1, row 1)
 */
export function moneyToFreeze(terms: OrderTerms): Money {
  const { orderSide, orderType, coinSymbol, assetSymbol, coinAmount, assetAmount, price } = terms;
  if (orderSide === ORDER_SELL) return { symbol: assetSymbol, amount: assetAmount };
  if (orderType === ORDER_MARKET) return { symbol: coinSymbol, amount: coinAmount };
  const coins = coinsFor(assetAmount, price);
  if (coins === undefined) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `the order would cost ${assetAmount} x ${price} / 10^8 sawi ${coinSymbol}, which is more than an amount can be`,
    );
  }
  return { symbol: coinSymbol, amount: coins };
}

/** @throws RpcError -8 */
export function requireOperator({ state, network }: NodeServices, dexId: number): DexOperator {
  const operator = dexOperator(state, network, dexId);
  if (operator === undefined) {
    throw new RpcError('INVALID_PARAMETER', `the dex operator does not exist! dex_id=${dexId}`);
  }
  return operator;
}

/** @throws RpcError -2001 */
export function requireOwnKey({ state, wallet }: NodeServices, sender: Uid): void {
  const keyId = keyIdOfUid(state, sender);
  if (keyId === undefined || wallet.entry(keyId)?.publicKey === undefined) {
    throw new RpcError('WALLET_ERROR', 'tx user address not found in wallet');
  }
}
