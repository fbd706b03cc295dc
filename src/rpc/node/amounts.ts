import { type Json, JsonDecimal, type JsonReal } from '../../codec/json-value.js';

/**
 * How results write those amounts that the option displayvalueinsawi governs (spec 02 §4): an
 * integer in sawi, or a text in whole coins.
 */
export type AmountFormat = (sawi: bigint) => Json;

export const inSawi: AmountFormat = sawi => sawi;

/** Whole coins with eight decimals, such as `1.50000000`. */
export const inCoins: AmountFormat = sawi => new JsonDecimal(sawi).digits;

/** Whole coins as a number with eight decimals, all of them exact. */
export function realAmount(sawi: bigint): JsonReal {
  return new JsonDecimal(sawi);
}
