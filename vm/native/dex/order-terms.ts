import { type DexOperator, dexOperator } from '../../../src/state/tables/dex-operators.js';
import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET, ORDER_SELL } from '../../../src/tx/enums.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';
import { checkMemo } from '../transfer/memo.js';
import { coinsFor } from './formulas.js';
import { isMarketBuy } from './order-amounts.js';

/** Smallest amount of an order in sawi: a tenth of a coin (spec 06 §2). */
export const MIN_ORDER_AMOUNT = 10_000_000n;

/** What an account wants to buy or sell. Amounts are in sawi. */
export interface OrderTerms {
  /** ORDER_LIMIT or ORDER_MARKET. */
  readonly orderType: number;
  /** ORDER_BUY or ORDER_SELL. */
  readonly orderSide: number;
  /** What buyers pay with. */
  readonly coinSymbol: string;
  /** What is traded. */
  readonly assetSymbol: string;
  /** Coins that a market buy spends; 0 for every other order. */
  readonly coinAmount: bigint;
  /** 0 for a market buy. */
  readonly assetAmount: bigint;
  /** Coins for an asset times 10^8; 0 for a market order. */
  readonly price: bigint;
  /** The operator through which it is placed. */
  readonly dexId: number;
  readonly memo: Uint8Array;
}

/**
 * The checks of an order's terms, in the reference's order (spec 06 §7.3).
 * @returns the operator that takes the order
 * @throws TransactionRejected
 */
export function checkOrderTerms(terms: OrderTerms, context: TransactionContext): DexOperator {
  checkMemo(terms.memo);
  checkKind(terms);
  checkCoins(terms, context);
  checkAmounts(terms);
  checkPrice(terms);
  return activeOperator(terms.dexId, context);
}

/** An unknown type is refused as an unknown side, as in the reference (spec 06 §1, row 9). */
function checkKind({ orderType, orderSide }: OrderTerms): void {
  const isKnownType = orderType === ORDER_LIMIT || orderType === ORDER_MARKET;
  const isKnownSide = orderSide === ORDER_BUY || orderSide === ORDER_SELL;
  if (!isKnownType || !isKnownSide) reject(REJECT.REJECT_INVALID, 'invalid-order-side');
}

function checkCoins({ coinSymbol, assetSymbol }: OrderTerms, context: TransactionContext): void {
  if (coinSymbol === assetSymbol) reject(REJECT.REJECT_INVALID, 'same-coin-asset-symbol');
  if (!isPermitted(assetSymbol, ASSET_PERMISSION.DEX_BASE, context)) {
    reject(REJECT.REJECT_INVALID, 'unsupported-order-asset-symbol');
  }
  if (!isPermitted(coinSymbol, ASSET_PERMISSION.DEX_QUOTE, context)) {
    reject(REJECT.REJECT_INVALID, 'unsupported-order-coin-symbol');
  }
}

function isPermitted(symbol: string, permission: bigint, context: TransactionContext): boolean {
  const asset = context.asset(symbol);
  return asset !== undefined && (asset.permsSum & permission) !== 0n;
}

function checkAmounts(terms: OrderTerms): void {
  const { coinSymbol, assetSymbol, coinAmount, assetAmount } = terms;
  const buysForCoins = isMarketBuy(terms);
  if (buysForCoins && assetAmount !== 0n) reject(REJECT.REJECT_INVALID, 'asset-amount-not-zero');
  if (!buysForCoins && coinAmount !== 0n) reject(REJECT.REJECT_INVALID, 'coin-amount-not-zero');
  const [symbol, amount] = buysForCoins ? [coinSymbol, coinAmount] : [assetSymbol, assetAmount];
  // The reference reads the amount as a signed integer: from 2^63 on it is negative.
  if (BigInt.asIntN(64, amount) < MIN_ORDER_AMOUNT) {
    const detail = `${amount} sawi of ${symbol} are ordered, at least ${MIN_ORDER_AMOUNT} are needed`;
    reject(REJECT.REJECT_INVALID, 'order-amount-too-small', detail);
  }
  if (!isInCoinRange(symbol, amount)) reject(REJECT.REJECT_INVALID, 'invalid-order-amount-range');
}

function checkPrice(terms: OrderTerms): void {
  const { orderType, price } = terms;
  if (orderType === ORDER_MARKET && price !== 0n) reject(REJECT.REJECT_INVALID, 'order-price-not-zero');
  if (orderType === ORDER_LIMIT && price === 0n) {
    const detail = 'the price is 0; it is in coins for an asset times 10^8, from 1 on';
    reject(REJECT.REJECT_INVALID, 'invalid-price-range', detail);
  }
  coinsToFreeze(terms);
}

/**
 * The coins that a buyer pays at most, in sawi; 0 for a seller.
 * @throws TransactionRejected where they exceed what an amount can be (spec 06 §1, row 1)
 */
export function coinsToFreeze({ orderType, orderSide, coinAmount, assetAmount, price }: OrderTerms): bigint {
  if (orderSide !== ORDER_BUY) return 0n;
  if (orderType === ORDER_MARKET) return coinAmount;
  return coinsFor(assetAmount, price) ?? reject(REJECT.REJECT_INVALID, 'invalid-order-amount-range');
}

/**
 * An operator that takes new orders and can be paid.
 * @throws TransactionRejected
 */
export function activeOperator(dexId: number, context: TransactionContext): DexOperator {
  const operator = dexOperator(context.state, context.network, dexId);
  if (operator === undefined) reject(REJECT.REJECT_INVALID, 'dex_operator_not_existed');
  if (!operator.activated) reject(REJECT.REJECT_INVALID, 'dex-operator-inactived');
  if (context.accountByRegId(operator.feeReceiver) === undefined) {
    reject(REJECT.REJECT_INVALID, 'account-not-exist');
  }
  return operator;
}
