import { bitLength, type FiniteNumber, type FloatNumber, shiftRightToEven } from './binary-format.js';

const LOG10_OF_2 = Math.log10(2);

/**
 * Scientific notation with this many decimals, correctly rounded, at least two digits of exponent
 * with a sign: `5.000000e-01` (spec 04 §12.4).
 */
export function scientific(value: FloatNumber, decimals: number): string {
  if (value.kind === 'nan') return 'nan';
  const sign = value.negative ? '-' : '';
  if (value.kind === 'infinite') return `${sign}inf`;
  const { digits, exponent } = value.magnitude === 0n ? ZERO : decimalDigits(value, decimals + 1);
  const text = digits.toString().padEnd(decimals + 1, '0');
  const exponentText = String(Math.abs(exponent)).padStart(2, '0');
  return `${sign}${text[0]}.${text.slice(1)}e${exponent < 0 ? '-' : '+'}${exponentText}`;
}

const ZERO = { digits: 0n, exponent: 0 };

/** The number as `digits * 10^(exponent - count + 1)`, with exactly `count` digits. */
function decimalDigits(value: FiniteNumber, count: number): { digits: bigint; exponent: number } {
  // The estimate is at most one too small or too large; the loop settles it.
  const estimate = Math.floor((bitLength(value.magnitude) - 1 + value.exponent) * LOG10_OF_2);
  for (let exponent = estimate - 1; ; exponent++) {
    const digits = scaleByTen(value, count - 1 - exponent);
    if (digits < 10n ** BigInt(count)) return { digits, exponent };
  }
}

/** `value * 10^power`, rounded to nearest even. */
function scaleByTen(value: FiniteNumber, power: number): bigint {
  const { magnitude, exponent } = value;
  if (power >= 0) return shiftRightToEven(magnitude * 10n ** BigInt(power), -exponent);
  const divisor = 10n ** BigInt(-power);
  const [numerator, denominator] =
    exponent >= 0 ? [magnitude << BigInt(exponent), divisor] : [magnitude, divisor << BigInt(-exponent)];
  const quotient = numerator / denominator;
  const twice = (numerator - quotient * denominator) * 2n;
  const up = twice > denominator || (twice === denominator && (quotient & 1n) === 1n);
  return up ? quotient + 1n : quotient;
}

/** Digits of the extended format in which the reference prints `long double`. */
const EXTENDED_DIGITS = 64;

/** The number rounded to the precision of the x87 extended format (spec 04 §12.4). */
export function roundToExtended(value: FloatNumber): FloatNumber {
  if (value.kind !== 'finite') return value;
  const excess = bitLength(value.magnitude) - EXTENDED_DIGITS;
  if (excess <= 0) return value;
  return {
    ...value,
    magnitude: shiftRightToEven(value.magnitude, excess),
    exponent: value.exponent + excess,
  };
}
