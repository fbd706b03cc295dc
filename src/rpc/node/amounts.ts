import { type Json, JsonReal } from '../../codec/json-value.js';
import { PROTOCOL } from '../../config/network.js';

/**
 * How results write those amounts that the option displayvalueinsawi governs (spec 02 §4): an
 * integer in sawi, or a text in whole coins.
 */
export type AmountFormat = (sawi: bigint) => Json;

export const inSawi: AmountFormat = sawi => sawi;

/** Whole coins with eight decimals, such as `1.50000000`. */
export const inCoins: AmountFormat = sawi => {
  const magnitude = sawi < 0n ? -sawi : sawi;
  const fraction = (magnitude % PROTOCOL.coin).toString().padStart(8, '0');
  return `${sawi < 0n ? '-' : ''}${magnitude / PROTOCOL.coin}.${fraction}`;
};

/** Whole coins as a number with eight decimals. Beyond 2^53 sawi its last digits are rounded. */
export function realAmount(sawi: bigint): JsonReal {
  return new JsonReal(Number(sawi) / Number(PROTOCOL.coin));
}
