/** Floats as text, exact to the last digit, as C's printf writes them. */
import { type LuaFloat, POSITIVE_NAN } from '../value.js';
import { decompose, exactDecimal, roundDecimal } from './exact.js';

/** What `%.14g` keeps. */
const TOSTRING_DIGITS = 14;

/** The text of a float: `%.14g`, with `.0` where that reads like an integer. */
export function floatToString(f: LuaFloat): string {
  const text = formatGeneral(f, TOSTRING_DIGITS, false);
  return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}

/** `inf`, `-inf`, `nan` or `-nan`; undefined for finite values. */
function nonFinite(f: LuaFloat): string | undefined {
  if (Number.isFinite(f.n)) return undefined;
  if (Number.isNaN(f.n)) return f === POSITIVE_NAN ? 'nan' : '-nan';
  return f.n > 0 ? 'inf' : '-inf';
}

const isNegative = (d: number): boolean => d < 0 || Object.is(d, -0);

function exponentText(exponent: number): string {
  return `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Significant digits and decimal exponent of |d|, rounded to `precision` digits. */
function significant(d: number, precision: number): { digits: string; exponent: number } {
  const magnitude = Math.abs(d);
  if (magnitude === 0) return { digits: '0'.repeat(precision), exponent: 0 };
  if (precision <= TOSTRING_DIGITS && !mayBeTie(magnitude, precision)) {
    const text = magnitude.toExponential(precision - 1);
    const end = text.indexOf('e');
    return { digits: text.slice(0, end).replace('.', ''), exponent: Number(text.slice(end + 1)) };
  }
  const { digits, point } = roundDecimal(exactDecimal(magnitude), precision);
  return { digits, exponent: point - 1 };
}

/** JavaScript rounds exact ties away from zero, C to even: digits that end in an exact 5. */
function mayBeTie(magnitude: number, precision: number): boolean {
  const longer = magnitude.toExponential(precision);
  return longer.charAt(longer.indexOf('e') - 1) === '5' && Number(longer) === magnitude;
}

/** `%g`: `precision` significant digits; `alternate` keeps trailing zeros (flag `#`). */
export function formatGeneral(f: LuaFloat, precision: number, alternate: boolean): string {
  const special = nonFinite(f);
  if (special !== undefined) return special;
  const count = precision === 0 ? 1 : precision;
  const { digits, exponent } = significant(f.n, count);
  const sign = isNegative(f.n) ? '-' : '';
  if (exponent < -4 || exponent >= count) {
    return `${sign}${withPoint(digits[0]!, digits.slice(1), alternate)}e${exponentText(exponent)}`;
  }
  if (exponent < 0) return `${sign}${withPoint('0', '0'.repeat(-exponent - 1) + digits, alternate)}`;
  return `${sign}${withPoint(digits.slice(0, exponent + 1), digits.slice(exponent + 1), alternate)}`;
}

function withPoint(whole: string, fraction: string, alternate: boolean): string {
  const shown = alternate ? fraction : fraction.replace(/0+$/, '');
  return shown === '' && !alternate ? whole : `${whole}.${shown}`;
}

/** `%e`: one digit, a point and `precision` digits. */
export function formatExponent(f: LuaFloat, precision: number, alternate: boolean): string {
  const special = nonFinite(f);
  if (special !== undefined) return special;
  const { digits, exponent } = significant(f.n, precision + 1);
  const point = precision > 0 || alternate ? '.' : '';
  return `${isNegative(f.n) ? '-' : ''}${digits[0]}${point}${digits.slice(1)}e${exponentText(exponent)}`;
}

/** `%f`: `precision` decimals. */
export function formatFixed(f: LuaFloat, precision: number, alternate: boolean): string {
  const special = nonFinite(f);
  if (special !== undefined) return special;
  const point = precision > 0 || alternate ? '.' : '';
  const sign = isNegative(f.n) ? '-' : '';
  const exact = f.n === 0 ? { digits: '', point: 0 } : exactDecimal(Math.abs(f.n));
  const rounded = roundDecimal(exact, exact.point + precision);
  const places = rounded.point + precision;
  const all = places <= 0 ? '' : rounded.digits.padEnd(places, '0').slice(0, places);
  const padded = all.padStart(precision + 1, '0');
  return `${sign}${padded.slice(0, padded.length - precision)}${point}${padded.slice(padded.length - precision)}`;
}

/** `%a`: hexadecimal digits and a binary exponent; without precision as many digits as there are. */
export function formatHexadecimal(f: LuaFloat, precision: number | undefined, alternate: boolean): string {
  const special = nonFinite(f);
  if (special !== undefined) return special;
  const sign = isNegative(f.n) ? '-' : '';
  let { significand, exponent } = decompose(Math.abs(f.n));
  exponent = significand === 0n ? 0 : exponent + 52;
  let digits = significand;
  let fractionDigits = 13;
  if (precision !== undefined && precision < 13) {
    const shift = BigInt(4 * (13 - precision));
    const half = 1n << (shift - 1n);
    const rest = digits & ((1n << shift) - 1n);
    digits >>= shift;
    if (rest > half || (rest === half && (digits & 1n) === 1n)) digits += 1n;
    fractionDigits = precision;
  }
  const hex = digits.toString(16).padStart(fractionDigits + 1, '0');
  const whole = hex.slice(0, hex.length - fractionDigits);
  let fraction = hex.slice(hex.length - fractionDigits);
  fraction = precision === undefined ? fraction.replace(/0+$/, '') : fraction.padEnd(precision, '0');
  const point = fraction !== '' || alternate ? '.' : '';
  return `${sign}0x${whole}${point}${fraction}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}
