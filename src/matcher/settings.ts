import type { StateReader } from '../state/state.js';
import { TRADES, tradesPrefix } from '../state/tables/dex-history.js';
import type { MatchRules } from './order-books.js';
import type { SelfTrade } from './pair-book.js';

/** How the matcher works (spec 06 §16.1). */
export interface MatcherSettings {
  readonly selfTrade: SelfTrade;
  /** The price at which two market orders meet: none, or that of the newest trade of their pair. */
  readonly referencePrice: 'none' | 'last';
  /** Deals and bytes of one settlement at most. */
  readonly maxItems: number;
  readonly maxBytes: number;
  /** Settlements that are handed in for one block at most. */
  readonly maxTransactionsPerBlock: number;
}

export const DEFAULT_MATCHER_SETTINGS: MatcherSettings = {
  selfTrade: 'skip',
  referencePrice: 'none',
  maxItems: 200,
  maxBytes: 90_000,
  maxTransactionsPerBlock: 20,
};

/** The rules of matching by the state at the tip, which may move on. */
export function matchRules({ selfTrade, referencePrice }: MatcherSettings, state: StateReader): MatchRules {
  return {
    selfTrade,
    referencePrice: (assetSymbol, coinSymbol) =>
      referencePrice === 'last' ? lastPrice(state, assetSymbol, coinSymbol) : undefined,
  };
}

/** Price of the newest trade of a pair, times 10^8. */
export function lastPrice(state: StateReader, assetSymbol: string, coinSymbol: string): bigint | undefined {
  const prefix = tradesPrefix(assetSymbol, coinSymbol);
  for (const [, { price }] of state.iterate(TRADES, { prefix, reverse: true, limit: 1 })) return price;
  return undefined;
}
