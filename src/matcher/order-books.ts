import type { DealItem } from '../tx/types/dex-settle.js';
import { RestingOrder } from './order-queue.js';
import { byTime, type OrderView, pairOf } from './order-view.js';
import { PairBook, type SelfTrade } from './pair-book.js';

/** The matcher's settings (spec 06 §16.1). */
export interface MatchRules {
  readonly selfTrade: SelfTrade;
  /** The price times 10^8 at which two market orders of a pair match; undefined: they do not. */
  referencePrice(assetSymbol: string, coinSymbol: string): bigint | undefined;
}

const DEFAULT_MATCH_RULES: MatchRules = { selfTrade: 'skip', referencePrice: () => undefined };

/**
 * The books of all trading pairs, kept from block to block (spec 06 §16.7). After every call no two
 * resting orders match.
 */
export class OrderBooks {
  readonly #rules: MatchRules;
  readonly #pairs = new Map<string, PairBook>();
  readonly #orders = new Map<string, RestingOrder>();

  constructor(rules: MatchRules = DEFAULT_MATCH_RULES) {
    this.#rules = rules;
  }

  /** Number of resting orders. */
  get size(): number {
    return this.#orders.size;
  }

  /** What remains of a resting order in sawi; undefined for one that does not rest here. */
  remainingOf(id: string): bigint | undefined {
    return this.#orders.get(id)?.remaining;
  }

  /**
   * Adds new orders, which must be later than the resting ones.
   * @returns the deals: pair by pair, in the order in which they must be settled
   */
  take(views: Iterable<OrderView>): DealItem[] {
    const deals: DealItem[] = [];
    for (const [name, ofPair] of byPair(views)) {
      for (const view of ofPair.sort(byTime)) this.#takeOne(name, view, deals);
    }
    return deals;
  }

  #takeOne(pair: string, view: OrderView, deals: DealItem[]): void {
    const order = new RestingOrder(view);
    this.#orders.set(view.id, order);
    for (const deal of this.#pair(pair, view).take(order)) {
      deals.push(deal);
      this.#forgetIfDone(deal.buyOrderId);
      this.#forgetIfDone(deal.sellOrderId);
    }
  }

  /** Reduces or removes a resting order. */
  reduce(id: string, remaining: bigint): void {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    const pair = this.#pair(pairOf(order.view), order.view);
    if (remaining > 0n) {
      pair.reduceTo(order, remaining);
    } else {
      pair.remove(order);
      this.#orders.delete(id);
    }
  }

  /**
   * Adds orders that are not later than the resting ones, or of which more remains than before:
   * their pairs are matched from the start.
   * @param traded - pairs of which the newest price has changed
   */
  retake(views: readonly OrderView[], traded: Iterable<string> = []): DealItem[] {
    const pairs = [...traded].filter(name => this.#pairs.get(name)?.hasNewReference);
    const again = new Map(views.map(view => [view.id, view]));
    for (const name of new Set([...views.map(pairOf), ...pairs])) {
      for (const { view, remaining } of this.#pairs.get(name)?.orders() ?? []) {
        this.#orders.delete(view.id);
        if (!again.has(view.id)) again.set(view.id, { ...view, remaining });
      }
      this.#pairs.delete(name);
    }
    return this.take(again.values());
  }

  #forgetIfDone(id: string): void {
    if (this.#orders.get(id)?.remaining === 0n) this.#orders.delete(id);
  }

  #pair(name: string, view: OrderView): PairBook {
    let pair = this.#pairs.get(name);
    if (pair === undefined) {
      const { assetSymbol, coinSymbol } = view;
      const referencePrice = () => this.#rules.referencePrice(assetSymbol, coinSymbol);
      pair = new PairBook({ selfTrade: this.#rules.selfTrade, referencePrice });
      this.#pairs.set(name, pair);
    }
    return pair;
  }
}

/**
 * All deals between some orders (spec 06 §16.3): a pure function, whatever the order of the orders.
 */
export function match(snapshot: Iterable<OrderView>, rules: MatchRules = DEFAULT_MATCH_RULES): DealItem[] {
  return new OrderBooks(rules).take(snapshot);
}

/** The orders of each pair; the pairs in the order of their names. */
function byPair(views: Iterable<OrderView>): (readonly [string, OrderView[]])[] {
  const pairs = new Map<string, OrderView[]>();
  for (const view of views) {
    const name = pairOf(view);
    const ofPair = pairs.get(name);
    if (ofPair === undefined) pairs.set(name, [view]);
    else ofPair.push(view);
  }
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
}
