import type { JsonObject } from '../../codec/json-value.js';
import type { Trade } from '../../state/tables/dex-history.js';

/** The trades of a pair in a span of time. Prices are times 10^8, volumes in sawi. */
export interface Candle {
  /** When the span begins, seconds since 1970: a multiple of its length. */
  readonly time: number;
  readonly open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  assetVolume: bigint;
  coinVolume: bigint;
  trades: number;
}

/**
 * Aggregates trades by time span; spans without a trade are omitted.
 * @param trades - in the order of the chain
 * @param seconds - length of a span
 */
export function candlesOf(trades: Iterable<Trade>, seconds: number): Candle[] {
  const candles: Candle[] = [];
  for (const { time, price, assetAmount, coinAmount } of trades) {
    const begin = time - (time % seconds);
    let candle = candles.at(-1);
    if (candle?.time !== begin) {
      candle = {
        time: begin,
        open: price,
        high: price,
        low: price,
        close: price,
        assetVolume: 0n,
        coinVolume: 0n,
        trades: 0,
      };
      candles.push(candle);
    }
    if (price > candle.high) candle.high = price;
    if (price < candle.low) candle.low = price;
    candle.close = price;
    candle.assetVolume += assetAmount;
    candle.coinVolume += coinAmount;
    candle.trades++;
  }
  return candles;
}

export function candleJson(candle: Candle): JsonObject {
  const { assetVolume, coinVolume, ...members } = candle;
  return { ...members, asset_volume: assetVolume, coin_volume: coinVolume };
}
