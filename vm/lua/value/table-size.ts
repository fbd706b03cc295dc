/** The sizes in NEWTABLE are `eeeeexxx`: xxx when eeeee is 0, else (8 + xxx) * 2^(eeeee - 1). */
export function decodeSize(encoded: number): number {
  const exponent = encoded >> 3;
  return exponent === 0 ? encoded : ((encoded & 7) + 8) << (exponent - 1);
}
