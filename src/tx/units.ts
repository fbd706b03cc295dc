/** Names of units and how many decimal digits above one sawi they are (spec 02 §3.1). */
export const UNIT_DIGITS: ReadonlyMap<string, number> = new Map([
  ['sawi', 0],
  ['quwi', 1],
  ['muwi', 2],
  ['huwi', 3],
  ['siwi', 4],
  ['miwi', 5],
  ['lewi', 6],
  ['fewi', 7],
  ['wi', 8],
  ['kwi', 11],
  ['mwi', 14],
]);

const MAX_SYMBOL_LENGTH = 7;
const INTEGER = /^\d+$/;
const DECIMAL = /^(?:0|[1-9]\d*)\.\d+$/;

/** Larger amounts count as this one, which is above what any coin can have. */
const MAX_AMOUNT = 2n ** 63n - 1n;
const MAX_AMOUNT_DIGITS = 19;

/** An amount in sawi of a coin. */
export interface Money {
  readonly symbol: string;
  readonly amount: bigint;
}

/**
 * Why a text is not money:
 * - `bad-format`: not `[symbol:]amount[:unit]` with a plain number as the amount;
 * - `symbol-too-long`: more than seven characters;
 * - `unknown-unit`: none of sawi, quwi, muwi, huwi, siwi, miwi, lewi, fewi, wi, kwi, mwi;
 * - `too-many-decimals`: the amount is no whole number of sawi by the way it is written.
 */
export type MoneyFailure = 'bad-format' | 'symbol-too-long' | 'unknown-unit' | 'too-many-decimals';

/** Money, or why there is none. */
export type MoneyResult = Money | { readonly failure: MoneyFailure };

/**
 * Reads `amount`, `amount:unit`, `symbol:amount` or `symbol:amount:unit` (spec 02 §3.1). The amount
 * is an integer, or a decimal where a unit follows; without a unit it is in sawi. Scaling is exact.
 *
 * @param defaultSymbol - the parameter's coin, where the text names none (decision D35)
 */
export function parseMoney(text: string, defaultSymbol: string): MoneyResult {
  const parts = text.split(':');
  if (parts.at(-1) === '') parts.pop(); // `WICC:100:` is `WICC:100`, an empty text has no parts
  const [first = '', second = '', third = ''] = parts;
  switch (parts.length) {
    case 1:
      return moneyOf(defaultSymbol, first, 'sawi');
    case 2:
      return isNumber(first) ? moneyOf(defaultSymbol, first, second) : moneyOf(first, second, 'sawi');
    case 3:
      return moneyOf(first, second, third);
    default:
      return { failure: 'bad-format' };
  }
}

function isNumber(text: string): boolean {
  return INTEGER.test(text) || DECIMAL.test(text);
}

function moneyOf(symbol: string, number: string, unit: string): MoneyResult {
  if (!isNumber(number)) return { failure: 'bad-format' };
  if (symbol.length > MAX_SYMBOL_LENGTH) return { failure: 'symbol-too-long' };
  const digits = UNIT_DIGITS.get(unit.toLowerCase());
  if (digits === undefined) return { failure: 'unknown-unit' };
  const [whole = '', fraction = ''] = number.split('.');
  if (fraction.length > digits) return { failure: 'too-many-decimals' };
  return { symbol, amount: saturated(whole + fraction.padEnd(digits, '0')) };
}

/** The integer that decimal digits write; a text of any length is cheap, as it comes from outside. */
function saturated(decimalDigits: string): bigint {
  const significant = decimalDigits.replace(/^0+/, '');
  if (significant.length > MAX_AMOUNT_DIGITS) return MAX_AMOUNT;
  const amount = BigInt(significant);
  return amount > MAX_AMOUNT ? MAX_AMOUNT : amount;
}
