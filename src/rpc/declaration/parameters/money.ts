import { JsonReal } from '../../../codec/json-value.js';
import { type Money, parseMoney } from '../../../tx/units.js';
import { type DeclaredError, RpcError } from '../errors.js';
import { jsonTypeName, wrongType } from '../json-type.js';
import type { ParameterType } from './parameter-type.js';
import { WRONG_TYPE } from './scalars.js';

/** The largest amount in sawi that a number may name (spec 02 §3.2). */
const MAX_NUMERIC_AMOUNT = 21_000_000_000_000_000n;

const OUT_OF_RANGE: DeclaredError = ['TYPE_ERROR', 'an amount is below 0 or above 21000000000000000'];

/** An amount in sawi as a number; a fraction of a sawi is refused, and never rounded (spec 02 §3.2). */
export const amount: ParameterType<bigint> = {
  label: 'amount in sawi',
  quoted: false,
  accepts: ['int', 'real'],
  commandLine: 'integer',
  schema: { type: 'number', minimum: 0, maximum: MAX_NUMERIC_AMOUNT },
  errors: [WRONG_TYPE, OUT_OF_RANGE],
  convert(value, { name }) {
    if (value instanceof JsonReal) throw fractionRefused(name, value, 'of sawi, of which a coin has 10^8');
    if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongType(value, 'real');
    return amountWithin(BigInt(value));
  },
};

/** An amount in sawi as an integer; a fraction is refused (spec 07 §7.3). */
export const wholeAmount: ParameterType<bigint> = {
  ...amount,
  convert(value, position) {
    if (value instanceof JsonReal) throw new RpcError('TYPE_ERROR', 'Invalid amount');
    return amount.convert(value, position);
  },
};

/** A price times 10^8: the same rules as an amount (spec 02 §3.2). */
export const price: ParameterType<bigint> = {
  ...amount,
  label: 'price x 10^8',
  convert(value, position) {
    if (!(value instanceof JsonReal)) return amount.convert(value, position);
    const scaled = `in coins for an asset times 10^8: ${value.value} coins are ${Math.round(value.value * 1e8)}`;
    throw fractionRefused(position.name, value, scaled);
  },
};

/**
 * Money as `[symbol:]amount[:unit]`, or an integer in sawi (spec 02 §3.1).
 *
 * @param defaultSymbol - the coin where the text names none
 * @param refusal - the error message for a text that is no money, where the method has one of its own
 */
export function comboMoney(defaultSymbol: string, refusal?: string): ParameterType<Money> {
  return {
    label: `symbol:amount:unit, by default ${defaultSymbol} and sawi`,
    quoted: true,
    accepts: ['str', 'int'],
    commandLine: 'string',
    schema: { type: ['string', 'integer'] },
    errors: [['INVALID_PARAMETER', 'a text is no amount of coins'], OUT_OF_RANGE],
    convert(value) {
      if (typeof value === 'number' || typeof value === 'bigint') {
        return { symbol: defaultSymbol, amount: amountWithin(BigInt(value)) };
      }
      if (typeof value !== 'string') {
        throw new RpcError('INVALID_PARAMETER', `Invalid json value type: ${jsonTypeName(value)}`);
      }
      const money = parseMoney(value, defaultSymbol);
      if ('failure' in money) {
        throw new RpcError('INVALID_PARAMETER', refusal ?? `Invalid combo money format=${value}`);
      }
      return money;
    },
  };
}

function amountWithin(value: bigint): bigint {
  if (value < 0n || value > MAX_NUMERIC_AMOUNT) throw new RpcError('TYPE_ERROR', 'Invalid amount');
  return value;
}

/** The error of a number that is to be whole and is not. */
function fractionRefused(name: string, { value }: JsonReal, unit: string): RpcError {
  return new RpcError('INVALID_PARAMETER', `${name}=${value} has a fraction; it is a whole number ${unit}`);
}
