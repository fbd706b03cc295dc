import { ContractException } from '../exception.js';

/** Maximum number of decimals of an amount (spec 04 §3.4). */
export const MAX_PRECISION = 18;

const CODE = /^[0-9A-Za-z_@.#]{1,7}$/;
const SYMBOL = /^(0|[1-9]\d?),(.*)$/s;

/** A symbol and the number of decimals of its amounts. */
export interface CoinSymbol {
  readonly precision: number;
  readonly code: string;
}

/**
 * The integer form of a symbol code: its first character in the lowest byte (spec 04 §3.4).
 * @throws ContractException `wasm_assert_exception`
 */
export function parseSymbolCode(text: string): bigint {
  if (text !== '' && !CODE.test(text)) {
    throw new ContractException(
      'wasm_assert_exception',
      `"${text}" is not a symbol: 1 to 7 of 0-9 A-Z a-z _ @ . # are expected`,
      'wasm/abi/symbol_code',
    );
  }
  return Buffer.from(text.padEnd(8, '\0'), 'latin1').readBigUInt64LE();
}

/** The text of a symbol code of 64 bits, up to its first zero byte: one character a byte, the lowest first. */
export function symbolCodeText(value: bigint): string {
  let text = '';
  for (const half of [Number(value & 0xffffffffn), Number((value >> 32n) & 0xffffffffn)]) {
    for (let shift = 0; shift < 32; shift += 8) {
      const character = (half >>> shift) & 0xff;
      if (character === 0) return text;
      text += String.fromCharCode(character);
    }
  }
  return text;
}

/** Whether an integer is the code of a symbol: characters without a gap, all of them allowed. */
export function isSymbolCode(value: bigint): boolean {
  const text = symbolCodeText(value);
  return CODE.test(text) && parseSymbolCode(text) === value;
}

/**
 * A symbol from its text `8,WICC`.
 * @throws ContractException `symbol_type_exception`, for its code `wasm_assert_exception`
 */
export function parseSymbol(text: string): bigint {
  const match = SYMBOL.exec(text);
  const precision = Number(match?.[1]);
  if (match === null || precision > MAX_PRECISION) {
    throw new ContractException(
      'symbol_type_exception',
      `"${text}" is not a symbol: <precision>,<CODE> with a precision of at most ${MAX_PRECISION} without leading zeros is expected, such as 8,WICC`,
      'wasm/abi/symbol',
    );
  }
  return symbolInteger({ precision, code: match[2]! });
}

/**
 * The integer form of a symbol: the precision in the lowest byte, the code above it (spec 04 §3.4).
 * @throws ContractException `wasm_assert_exception`
 */
export function symbolInteger(symbol: CoinSymbol): bigint {
  return (parseSymbolCode(symbol.code) << 8n) | BigInt(symbol.precision);
}

/** The symbol of an integer form, whatever its code is; see {@link isSymbolCode}. */
export function symbolOf(value: bigint): CoinSymbol {
  return { precision: Number(value & 0xffn), code: symbolCodeText(value >> 8n) };
}

/** The whole text, which the reference truncates (spec 04 O11). */
export function symbolText(value: bigint): string {
  const { precision, code } = symbolOf(value);
  return `${precision},${code}`;
}
