import { coinsFor, coinTolerance, PRICE_BOOST } from '../../vm/native/dex/formulas.js';
import type { OrderView } from './order-view.js';

/** How much of two orders is dealt, in sawi. */
export interface DealSize {
  readonly assetAmount: bigint;
  readonly coinAmount: bigint;
}

/** What the size depends on. */
export type SizedOrder = Pick<OrderView, 'isMarket' | 'remaining'>;

/**
 * As much as two orders can deal at a price; one of the two is fulfilled by it (spec 06 §16.3, step 5).
 * @returns undefined where the coins would be less than one sawi
 */
export function dealSize(buy: SizedOrder, sell: SizedOrder, price: bigint): DealSize | undefined {
  return buy.isMarket
    ? sizeForCoins(buy.remaining, sell.remaining, price)
    : sizeForAssets(buy.remaining, sell.remaining, price);
}

function sizeForAssets(wanted: bigint, offered: bigint, price: bigint): DealSize | undefined {
  const assetAmount = wanted < offered ? wanted : offered;
  const coinAmount = coinsFor(assetAmount, price);
  return coinAmount === undefined || coinAmount === 0n ? undefined : { assetAmount, coinAmount };
}

/** A market buy ends with its last coin: rounding is within the tolerance of the rules (spec 06 §10.8). */
function sizeForCoins(coins: bigint, offered: bigint, price: bigint): DealSize | undefined {
  const full = (coins * PRICE_BOOST) / price;
  const isShort = full === 0n || coins - (full * price) / PRICE_BOOST > coinTolerance(price);
  const assetAmount = isShort ? full + 1n : full;
  if (assetAmount <= offered) return { assetAmount, coinAmount: coins };
  const coinAmount = coinsFor(offered, price);
  if (coinAmount === undefined) return undefined;
  return { assetAmount: offered, coinAmount: coinAmount === 0n ? 1n : coinAmount };
}
