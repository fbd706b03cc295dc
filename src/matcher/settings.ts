import type { Options } from '../config/load-options.js';
import type { StateReader } from '../state/state.js';
import { TRADES, tradesPrefix } from '../state/tables/dex-history.js';
import type { MatchRules } from './order-books.js';
import { type OrderView, pairOf } from './order-view.js';
import type { SelfTrade } from './pair-book.js';

/** How the matcher works (spec 06 §16.1). */
export interface MatcherSettings {
  readonly selfTrade: SelfTrade;
  /**
   * The price at which two market orders match: none, that of the newest trade of their pair, or a
   * fixed one.
   */
  readonly referencePrice: 'none' | 'last' | 'static';
  /** The fixed prices times 10^8, by the name of the pair (see `pairOf`). */
  readonly staticPrices: ReadonlyMap<string, bigint>;
  /** Names of the pairs that are served; undefined for all. */
  readonly pairs: ReadonlySet<string> | undefined;
  /** Operators whose orders are served; undefined for all. */
  readonly dexIds: ReadonlySet<number> | undefined;
  /** Blocks that an order must be in or under before it is dealt. */
  readonly confirmations: number;
  /** Deals and bytes of one settlement at most. */
  readonly maxItems: number;
  readonly maxBytes: number;
  /** Settlements that are handed in for one block at most. */
  readonly maxTransactionsPerBlock: number;
}

export const DEFAULT_MATCHER_SETTINGS: MatcherSettings = {
  selfTrade: 'skip',
  referencePrice: 'none',
  staticPrices: new Map(),
  pairs: undefined,
  dexIds: undefined,
  confirmations: 1,
  maxItems: 200,
  maxBytes: 90_000,
  maxTransactionsPerBlock: 20,
};

/** The settings that an operator of a node has chosen. */
export function matcherSettingsOf(options: Options): Partial<MatcherSettings> {
  const { dexpair, dexid, dexprice } = options;
  return {
    selfTrade: options.dexselftrade ? 'allow' : 'skip',
    referencePrice: options.dexreferenceprice,
    staticPrices: new Map(dexprice.map(({ price, ...pair }) => [pairOf(pair), price])),
    pairs: dexpair.length > 0 ? new Set(dexpair.map(pairOf)) : undefined,
    dexIds: dexid.length > 0 ? new Set(dexid) : undefined,
    confirmations: options.dexconfirmations,
    maxItems: options.dexmaxitems,
    maxTransactionsPerBlock: options.dexmaxtxs,
  };
}

/** The rules of matching by the state at the tip, which may move on. */
export function matchRules(settings: MatcherSettings, state: StateReader): MatchRules {
  const { selfTrade, staticPrices } = settings;
  return {
    selfTrade,
    referencePrice(assetSymbol, coinSymbol) {
      switch (settings.referencePrice) {
        case 'none':
          return undefined;
        case 'last':
          return lastPrice(state, assetSymbol, coinSymbol);
        case 'static':
          return staticPrices.get(pairOf({ assetSymbol, coinSymbol }));
      }
    },
  };
}

/** Whether the matcher matches such orders at all. */
export function isServed({ pairs, dexIds }: MatcherSettings, view: OrderView): boolean {
  return (pairs?.has(pairOf(view)) ?? true) && (dexIds?.has(view.dexId) ?? true);
}

/** Whether an order is in a block that is deep enough (spec 06 §16.1). */
export function isConfirmed(
  { confirmations }: MatcherSettings,
  { position }: OrderView,
  tipHeight: number,
): boolean {
  return tipHeight - position.height + 1 >= confirmations;
}

/** Price of the newest trade of a pair, times 10^8. */
function lastPrice(state: StateReader, assetSymbol: string, coinSymbol: string): bigint | undefined {
  const prefix = tradesPrefix(assetSymbol, coinSymbol);
  for (const [, { price }] of state.iterate(TRADES, { prefix, reverse: true, limit: 1 })) return price;
  return undefined;
}
