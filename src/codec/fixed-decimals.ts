/**
 * Numbers of this size and above print as integers: they have no fraction, and toFixed would use
 * exponent form.
 */
const TO_FIXED_LIMIT = 1e21;

/**
 * A double with a fixed number of decimals as C prints it with `%.<decimals>f`: the exact binary
 * value rounded to nearest, a tie to the even digit, never in exponent form (spec 02 §8).
 *
 * @throws RangeError for NaN and infinities.
 */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no decimal form`);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const magnitude = Math.abs(value);
  if (magnitude >= TO_FIXED_LIMIT) return `${sign}${BigInt(magnitude)}.${'0'.repeat(decimals)}`;
  const text = magnitude.toFixed(decimals); // exact, but a tie goes up
  return sign + (isTie(magnitude, decimals) ? evenLastDigit(text) : text);
}

/**
 * Whether a value is exactly halfway between two numbers with this many decimals. Half a unit of
 * the last decimal is 1 / (2^(d+1) 5^d), so that only odd multiples of 1 / 2^(d+1) can be a tie.
 */
function isTie(magnitude: number, decimals: number): boolean {
  const halves = magnitude * 2 ** (decimals + 1); // exact: only the exponent changes
  return Number.isInteger(halves) && halves % 2 === 1;
}

/** The last digit rounded down where it is odd; an odd digit never needs a borrow. */
function evenLastDigit(text: string): string {
  const last = text.charCodeAt(text.length - 1) - 0x30;
  return last % 2 === 0 ? text : text.slice(0, -1) + (last - 1);
}
