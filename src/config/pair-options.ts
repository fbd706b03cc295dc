import { OptionError, type OptionType } from './option-types.js';

/** Two coins, of which the second is the money. */
export interface TradingPair {
  readonly assetSymbol: string;
  readonly coinSymbol: string;
}

/** The price of a pair: coins for one asset, times 10^8. */
export interface PairPrice extends TradingPair {
  readonly price: bigint;
}

const PAIR = /^([A-Z0-9@.-]{1,12}):([A-Z0-9@.-]{1,12})$/;
const PRICE = /^(\d{1,10})(?:\.(\d{1,8}))?$/;
const PRICE_DECIMALS = 8;

/** Trading pairs, one for each time the option is given. */
export const pairs: OptionType<readonly TradingPair[]> = {
  form: 'ASSET:COIN, several times if needed',
  isFlag: false,
  isList: true,
  parse: texts =>
    given(texts).map(text => {
      const pair = parsePair(text);
      if (pair === undefined) throw new OptionError(`must be a pair such as WICC:WUSD, not "${text}"`);
      return pair;
    }),
};

/** Prices of trading pairs, one for each time the option is given. */
export const pairPrices: OptionType<readonly PairPrice[]> = {
  form: 'ASSET:COIN=PRICE, several times if needed',
  isFlag: false,
  isList: true,
  parse: texts => given(texts).map(parsePairPrice),
};

function given(texts: readonly string[]): string[] {
  return texts.filter(text => text !== '');
}

/** Reads a pair such as `WICC:WUSD`; undefined for a text that is none. */
export function parsePair(text: string): TradingPair | undefined {
  const [, assetSymbol, coinSymbol] = PAIR.exec(text) ?? [];
  if (assetSymbol === undefined || coinSymbol === undefined || assetSymbol === coinSymbol) return undefined;
  return { assetSymbol, coinSymbol };
}

/** Reads a price such as `WICC:WUSD=0.25`. @throws OptionError that says what would be right */
export function parsePairPrice(text: string): PairPrice {
  const [pairText = '', priceText = ''] = text.split('=', 2);
  const pair = parsePair(pairText);
  const [, whole, fraction = ''] = PRICE.exec(priceText) ?? [];
  const price = whole === undefined ? 0n : BigInt(whole + fraction.padEnd(PRICE_DECIMALS, '0'));
  if (pair === undefined || price === 0n) {
    throw new OptionError(
      `must be a pair and a price above 0 with at most ${PRICE_DECIMALS} decimals, such as WICC:WUSD=0.25, not "${text}"`,
    );
  }
  return { ...pair, price };
}
