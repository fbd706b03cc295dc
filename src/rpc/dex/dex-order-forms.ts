import { JsonSyntaxError, parseJson } from '../../codec/json.js';
import { type Json, JsonReal } from '../../codec/json-value.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';

/** The methods that place an order (spec 06 §7.1). */
export type OrderMethod =
  | 'submitdexbuylimitordertx'
  | 'submitdexselllimitordertx'
  | 'submitdexbuymarketordertx'
  | 'submitdexsellmarketordertx';

/**
 * The parameters of an order, whichever of the three forms they came in. The traded money of the
 * older form is written as `symbol:amount:sawi`. Omitted parameters are undefined.
 */
export interface OrderForm {
  readonly form: 'current' | 'legacy' | 'interim';
  readonly sender: Json;
  /** A symbol; for a market buy money: the coins to spend. */
  readonly coin: Json;
  /** Money; for a market buy a symbol. */
  readonly asset: Json;
  readonly price?: Json | undefined;
  readonly dexId?: Json | undefined;
  readonly fee?: Json | undefined;
  readonly memo?: Json | undefined;
}

/** The positions of a method's parameters. */
interface Layout {
  /** Position of what is a symbol in the older form and money in the others. */
  readonly money: number;
  /** Numbers of parameters that the older form and the others can have. */
  readonly legacyCounts: readonly [least: number, most: number];
  readonly currentCounts: readonly [least: number, most: number];
  readonly legacy: (params: Given) => Omit<OrderForm, 'form' | 'sender'>;
  readonly current: (params: Given) => Omit<OrderForm, 'form' | 'sender'>;
}

/** Parameters in their order; undefined where one is left out before another, as it can be by name or by null. */
type Given = readonly (Json | undefined)[];

const LIMIT: Layout = {
  money: 2,
  legacyCounts: [5, 6],
  currentCounts: [4, 7],
  legacy: ([, coin = null, symbol, amount, price, fee]) => ({
    coin,
    asset: moneyText(symbol, amount, 3),
    price,
    fee,
  }),
  current: ([, coin = null, asset = null, price, dexId, fee, memo]) => ({
    coin,
    asset,
    price,
    dexId,
    fee,
    memo,
  }),
};

const MARKET_BUY: Layout = {
  money: 1,
  legacyCounts: [4, 5],
  currentCounts: [3, 6],
  legacy: ([, symbol, amount, asset = null, fee]) => ({ coin: moneyText(symbol, amount, 2), asset, fee }),
  current: ([, coin = null, asset = null, dexId, fee, memo]) => ({ coin, asset, dexId, fee, memo }),
};

const MARKET_SELL: Layout = {
  money: 2,
  legacyCounts: [4, 5],
  currentCounts: [3, 6],
  legacy: ([, coin = null, symbol, amount, fee]) => ({ coin, asset: moneyText(symbol, amount, 3), fee }),
  current: ([, coin = null, asset = null, dexId, fee, memo]) => ({ coin, asset, dexId, fee, memo }),
};

const LAYOUTS: Readonly<Record<OrderMethod, Layout>> = {
  submitdexbuylimitordertx: LIMIT,
  submitdexselllimitordertx: LIMIT,
  submitdexbuymarketordertx: MARKET_BUY,
  submitdexsellmarketordertx: MARKET_SELL,
};

/**
 * Distinguishes the three forms of the parameters: a symbol alone is never money, and money is
 * never a symbol alone (spec 06 §7.1).
 * @returns undefined where there are too few or too many parameters for their form
 * @throws RpcError where the amount of the older form is none
 */
export function orderForm(method: OrderMethod, params: Given): OrderForm | undefined {
  const layout = LAYOUTS[method];
  const [sender = null] = params;
  const isLegacy = isBareSymbol(params[layout.money]);
  const [least, most] = isLegacy ? layout.legacyCounts : layout.currentCounts;
  if (params.length < least || params.length > most) return undefined;
  if (isLegacy) return { form: 'legacy', sender, ...layout.legacy(params) };
  const last = params.at(-1);
  if (params.length === least + 1 && typeof last === 'string' && last.includes(':')) {
    return { form: 'interim', sender, ...layout.current(params.slice(0, -1)), fee: last };
  }
  return { form: 'current', sender, ...layout.current(params) };
}

/** Whether a value can only be the symbol of a coin: a text that is no money in any writing. */
function isBareSymbol(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== '' && !/^\d+$|^\d+\.\d+$|:/.test(value);
}

function moneyText(symbol: Json | undefined, amount: Json | undefined, index: number): string {
  const sawi = converted(p.amount, numeric(amount ?? null), { index, name: 'amount' });
  return `${String(symbol)}:${sawi}:sawi`;
}

/** A number that may have been written as a text, as older clients and the command line do. */
export function numeric(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    const parsed = parseJson(value, { wholeRealsAreIntegers: true });
    return typeof parsed === 'number' || typeof parsed === 'bigint' || parsed instanceof JsonReal
      ? parsed
      : value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return value;
  }
}
