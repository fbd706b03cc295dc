/*
 * IEEE 754 binary formats on bigint. Contracts of older compilers compute `long double` through
 * functions of the host (spec 04 §12.5); processors do not have that format, so it is done here.
 */

/** A binary interchange format: one bit of sign, the exponent, the fraction. */
export interface BinaryFormat {
  readonly exponentBits: number;
  readonly fractionBits: number;
}

export const BINARY32: BinaryFormat = { exponentBits: 8, fractionBits: 23 };
export const BINARY64: BinaryFormat = { exponentBits: 11, fractionBits: 52 };
export const BINARY128: BinaryFormat = { exponentBits: 15, fractionBits: 112 };

/** A finite number: (-1)^negative * magnitude * 2^exponent. */
export interface FiniteNumber {
  readonly kind: 'finite';
  readonly negative: boolean;
  readonly magnitude: bigint;
  readonly exponent: number;
}

/** The value that the bits of a format represent. A NaN has no sign and no payload here. */
export type FloatNumber =
  | FiniteNumber
  | { readonly kind: 'infinite'; readonly negative: boolean }
  | { readonly kind: 'nan' };

export const NAN: FloatNumber = { kind: 'nan' };

export function finite(negative: boolean, magnitude: bigint, exponent = 0): FiniteNumber {
  return { kind: 'finite', negative, magnitude, exponent };
}

export function infinite(negative: boolean): FloatNumber {
  return { kind: 'infinite', negative };
}

function bias(format: BinaryFormat): number {
  return 2 ** (format.exponentBits - 1) - 1;
}

/** The largest value of the exponent field, which marks infinities and NaN. */
function specialExponent(format: BinaryFormat): bigint {
  return (1n << BigInt(format.exponentBits)) - 1n;
}

/** Exponent of the lowest bit of the smallest numbers. */
function lowestExponent(format: BinaryFormat): number {
  return 1 - bias(format) - format.fractionBits;
}

/** Number of binary digits of a non-negative integer. */
export function bitLength(value: bigint): number {
  if (value === 0n) return 0;
  const hex = value.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0]!, 16)));
}

/** `value / 2^shift` rounded to the nearest integer, to the even one of two that are as near. */
export function shiftRightToEven(value: bigint, shift: number): bigint {
  if (shift <= 0) return value << BigInt(-shift);
  const bits = BigInt(shift);
  const quotient = value >> bits;
  const remainder = value - (quotient << bits);
  const half = 1n << (bits - 1n);
  const up = remainder > half || (remainder === half && (quotient & 1n) === 1n);
  return up ? quotient + 1n : quotient;
}

/** The number that the bits of a format represent. */
export function unpack(format: BinaryFormat, bits: bigint): FloatNumber {
  const { fractionBits, exponentBits } = format;
  const negative = ((bits >> BigInt(fractionBits + exponentBits)) & 1n) === 1n;
  const exponent = (bits >> BigInt(fractionBits)) & specialExponent(format);
  const fraction = BigInt.asUintN(fractionBits, bits);
  if (exponent === specialExponent(format)) return fraction === 0n ? infinite(negative) : NAN;
  if (exponent === 0n) return finite(negative, fraction, lowestExponent(format));
  return finite(
    negative,
    fraction | (1n << BigInt(fractionBits)),
    Number(exponent) - 1 + lowestExponent(format),
  );
}

/** The bits of a number, rounded to nearest even; every NaN is the positive quiet one without payload. */
export function pack(format: BinaryFormat, value: FloatNumber): bigint {
  const { fractionBits, exponentBits } = format;
  const infinity = specialExponent(format) << BigInt(fractionBits);
  if (value.kind === 'nan') return infinity | (1n << BigInt(fractionBits - 1));
  const sign = value.negative ? 1n << BigInt(fractionBits + exponentBits) : 0n;
  if (value.kind === 'infinite') return sign | infinity;
  const { magnitude, exponent } = value;
  if (magnitude === 0n) return sign;
  const lowest = lowestExponent(format);
  const target = Math.max(exponent + bitLength(magnitude) - (fractionBits + 1), lowest);
  const rounded = shiftRightToEven(magnitude, target - exponent);
  // A number of `fractionBits + 1` digits adds one to the exponent field by its highest digit; one
  // that was rounded up to a digit more adds two, with a fraction of zero, as it must be.
  const packed = (BigInt(target - lowest) << BigInt(fractionBits)) + rounded;
  return sign | (packed >= infinity ? infinity : packed);
}

const buffer = new DataView(new ArrayBuffer(8));

/** The number that a double of JavaScript is. */
export function fromDouble(value: number): FloatNumber {
  buffer.setFloat64(0, value);
  return unpack(BINARY64, buffer.getBigUint64(0));
}

/** The nearest double. */
export function toDouble(value: FloatNumber): number {
  buffer.setBigUint64(0, pack(BINARY64, value));
  return buffer.getFloat64(0);
}

/** The nearest float of 32 bits, as a double. */
export function toSingle(value: FloatNumber): number {
  buffer.setUint32(0, Number(pack(BINARY32, value)));
  return buffer.getFloat32(0);
}
