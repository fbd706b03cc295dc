import { amountByRatio } from '../ratio.js';

/*
 * Every formula of the exchange (spec 06 §14). All numbers are unsigned 64-bit integers; products are
 * exact and divisions round down.
 */

/** Prices are coins for an asset, and fee ratios of operators are parts, times this (spec 06 §2). */
export const PRICE_BOOST = 100_000_000n;

/** The largest fee ratio of an operator: half (spec 06 §2). */
export const MAX_OPERATOR_FEE_RATIO = 50_000_000n;

const COIN = 100_000_000n;
const MAX_U64 = 2n ** 64n - 1n;

/** Whole base coins that must be staked, and exceeded, for a lower fee. */
const DISCOUNT_THRESHOLD = 1000n;

/**
 * The coins, in sawi, that an amount of an asset costs.
 * @param price - times 10^8
 * @returns undefined where the result is not below 2^64 - 1 (spec 06 §1, row 1)
 */
export function coinsFor(assetAmount: bigint, price: bigint): bigint | undefined {
  const coins = (assetAmount * price) / PRICE_BOOST;
  return coins < MAX_U64 ? coins : undefined;
}

/** How far, in sawi, the coins of a deal with a market buy order may be from the formula (spec 06 §10.8). */
export function coinTolerance(price: bigint): bigint {
  const coinsForOneSawi = price / PRICE_BOOST;
  return coinsForOneSawi > 1n ? coinsForOneSawi : 1n;
}

/**
 * The part of a deal that a system parameter takes (spec 06 §10.9).
 * @param ratio - in ten-thousandths
 * @returns undefined where the result does not fit 64 bits
 */
export const frictionFee = amountByRatio;

/**
 * What an operator gets of an amount that is dealt (spec 06 §10.9).
 * @param ratio - times 10^8
 * @returns undefined where the result does not fit 64 bits
 */
export function operatorFee(amount: bigint, ratio: bigint): bigint | undefined {
  const fee = (amount * ratio) / PRICE_BOOST;
  return fee <= MAX_U64 ? fee : undefined;
}

/**
 * The smallest fee of an order or a cancellation for an account that stakes (spec 06 §6.3).
 * @param minimum - of the type, in sawi
 * @param staked - base coins in sawi; parts of a coin do not count
 */
export function discountedMinimumFee(minimum: bigint, staked: bigint): bigint {
  const coins = staked / COIN;
  return coins > DISCOUNT_THRESHOLD ? (DISCOUNT_THRESHOLD * minimum) / coins : minimum;
}

/** Who gets what of the fee for an operator's registration or change, in sawi. */
export interface OperatorFeeShares {
  readonly reserve: bigint;
  /** In the order of the producers; the first one also gets what cannot be divided. */
  readonly producers: readonly bigint[];
}

/**
 * Divides the fee for an operator's registration or change (spec 06 §5.2).
 * @param riskRatio - part of the reserve, at most 10000 ten-thousandths
 * @param producerCount - without producers the rest is not paid out
 */
export function operatorFeeShares(fee: bigint, riskRatio: bigint, producerCount: number): OperatorFeeShares {
  const reserve = amountByRatio(fee, riskRatio) ?? fee;
  if (producerCount === 0) return { reserve, producers: [] };
  const count = BigInt(producerCount);
  const rest = fee - reserve;
  const share = rest / count;
  const producers = Array.from({ length: producerCount }, (_, i) =>
    i === 0 ? share + (rest % count) : share,
  );
  return { reserve, producers };
}
