/** How the reference turns Lua numbers into integers of C, on its x86-64 (spec 03 §8.1). */

const TWO_31 = 2 ** 31;
const TWO_32 = 2 ** 32;
const TWO_63 = 2 ** 63;

/** Truncated to 32 signed bits; what does not fit, and what is no number, is the smallest integer. */
export function toInt32(n: number): number {
  const whole = Math.trunc(n);
  return whole >= -TWO_31 && whole < TWO_31 ? whole + 0 : -TWO_31;
}

/** The lower 8 bits of {@link toInt32}. */
export function toUint8(n: number): number {
  return toInt32(n) & 0xff;
}

/** The lower 16 bits of {@link toInt32}. */
export function toUint16(n: number): number {
  return toInt32(n) & 0xffff;
}

/** Truncated to 64 signed bits, of which the lower 32 count; what does not fit is 0. */
export function toUint32(n: number): number {
  const whole = Math.trunc(n);
  if (!(whole >= -TWO_63 && whole < TWO_63)) return 0;
  return (((whole % TWO_32) + TWO_32) % TWO_32) + 0;
}
