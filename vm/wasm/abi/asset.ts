import { ContractException } from '../exception.js';
import { MAX_PRECISION, symbolInteger, symbolOf } from './symbol.js';

/** Largest amount of an asset, in its smallest unit (spec 04 §3.5). */
const MAX_ASSET_AMOUNT = 9_000_000_000_000_000_000n;

/** Digits, a point with 1 to 18 digits if there are any, one blank, the symbol (spec 04 §3.5). */
const ASSET = /^(\d+)(?:\.(\d{1,18}))? ([^ ]+)$/;

/** An amount of a coin as contracts exchange it: the number of smallest units, the symbol's integer form. */
export interface AssetQuantity {
  readonly amount: bigint;
  readonly symbol: bigint;
}

/**
 * An asset from its text `1.00000000 WICC`; the number of decimals is its precision.
 * @throws ContractException `asset_type_exception`, for its symbol `wasm_assert_exception`
 */
export function parseAsset(text: string): AssetQuantity {
  const match = ASSET.exec(text);
  if (match === null)
    refuse(text, 'a decimal without sign, one blank and a symbol are expected, such as 1.00000000 WICC');
  const [, whole = '', fraction = '', code = ''] = match;
  // An int64 has 19 digits; more are not turned into a number.
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const amount = digits.length > 19 ? MAX_ASSET_AMOUNT + 1n : BigInt(digits);
  if (amount > MAX_ASSET_AMOUNT) refuse(text, `at most ${MAX_ASSET_AMOUNT} smallest units are possible`);
  return { amount, symbol: symbolInteger({ precision: fraction.length, code }) };
}

function refuse(text: string, expected: string): never {
  throw new ContractException(
    'asset_type_exception',
    `"${text}" is not an asset: ${expected}`,
    'wasm/abi/asset',
  );
}

/**
 * The text of an asset.
 * @throws ContractException `symbol_type_exception` for a precision above 18
 */
export function assetText({ amount, symbol }: AssetQuantity): string {
  const { precision, code } = symbolOf(symbol);
  if (precision > MAX_PRECISION) {
    throw new ContractException(
      'symbol_type_exception',
      `a precision of ${precision} digits, at most ${MAX_PRECISION} are possible`,
      'wasm/abi/asset',
    );
  }
  const digits = (amount < 0n ? -amount : amount).toString().padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  const fraction = precision === 0 ? '' : `.${digits.slice(-precision)}`;
  return `${amount < 0n ? '-' : ''}${whole}${fraction} ${code}`;
}
