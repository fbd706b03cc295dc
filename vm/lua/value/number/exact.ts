/** Exact conversions between doubles and big integers. */

const SIGNIFICAND_BITS = 53;
const MIN_EXPONENT = -1074;
const MAX_EXPONENT = 1023;

const scratch = new DataView(new ArrayBuffer(8));

/** A finite double without its sign: significand * 2^exponent exactly. */
export function decompose(d: number): { significand: bigint; exponent: number } {
  scratch.setFloat64(0, d);
  const bits = scratch.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0
    ? { significand: fraction, exponent: MIN_EXPONENT }
    : { significand: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

/** Number of bits of a positive big integer. */
export function bitLength(n: bigint): number {
  const hex = n.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex[0]!, 16)) + 28;
}

/**
 * The double nearest to n * 2^exponent, ties to even.
 *
 * @param n - not negative
 * @param inexact - the true value is a little more than n * 2^exponent: breaks ties upwards
 */
export function toNearestDouble(n: bigint, exponent: number, inexact = false): number {
  if (n === 0n) return 0;
  const length = bitLength(n);
  // The exponent of the last bit that a double of this size keeps.
  const lastBit = Math.max(length + exponent - SIGNIFICAND_BITS, MIN_EXPONENT);
  if (length + exponent - 1 > MAX_EXPONENT) return Number.POSITIVE_INFINITY;
  const shift = lastBit - exponent;
  if (shift <= 0) return scale(n << BigInt(-shift), lastBit);
  if (shift > length + 1) return 0;
  const quotient = n >> BigInt(shift);
  const remainder = n - (quotient << BigInt(shift));
  const half = 1n << BigInt(shift - 1);
  const up = remainder > half || (remainder === half && (inexact || (quotient & 1n) === 1n));
  return scale(up ? quotient + 1n : quotient, lastBit);
}

/** n * 2^exponent for an n of at most 53 bits and an exponent from -1074 on: exact, or infinite. */
function scale(n: bigint, exponent: number): number {
  const d = Number(n);
  // 2^exponent itself may be outside the range of doubles although the product is not.
  return exponent >= -1022 && exponent <= MAX_EXPONENT
    ? d * 2 ** exponent
    : exponent > MAX_EXPONENT
      ? d * 2 ** MAX_EXPONENT * 2 ** (exponent - MAX_EXPONENT)
      : d * 2 ** (exponent + 52) * 2 ** -52;
}

/** All decimal digits of a positive finite double: 0.digits * 10^point exactly. */
export function exactDecimal(d: number): { digits: string; point: number } {
  const { significand, exponent } = decompose(d);
  if (exponent >= 0) {
    const digits = (significand << BigInt(exponent)).toString();
    return { digits, point: digits.length };
  }
  const digits = (significand * 5n ** BigInt(-exponent)).toString();
  return { digits, point: digits.length + exponent };
}

/**
 * Decimal digits rounded to a number of places, ties to even.
 *
 * @param count - digits to keep; 0 and less keep none, and round to nothing or to one digit
 */
export function roundDecimal(
  { digits, point }: { digits: string; point: number },
  count: number,
): { digits: string; point: number } {
  if (count < 0) return { digits: '', point };
  if (count >= digits.length) return { digits: digits.padEnd(count, '0'), point };
  const kept = digits.slice(0, count);
  const next = digits.charCodeAt(count) - 48;
  const restIsZero = /^0*$/.test(digits.slice(count + 1));
  const odd = count > 0 && (digits.charCodeAt(count - 1) & 1) === 1;
  const up = next > 5 || (next === 5 && (!restIsZero || odd));
  if (!up) return { digits: kept, point };
  const increased = (BigInt(kept || '0') + 1n).toString().padStart(count, '0');
  return increased.length > count
    ? { digits: increased.slice(0, Math.max(count, 1)), point: point + 1 }
    : { digits: increased, point };
}
