import type { DealItem } from '../tx/types/dex-settle.js';

/** A deal that was refused, as callers are told of it. */
export interface RefusedDeal {
  readonly buyOrderId: string;
  readonly sellOrderId: string;
  /** Why, as the ledger says it. */
  readonly reason: string;
  /** Height of the tip when it was refused. */
  readonly height: number;
  /** The one of the two orders that is left alone. */
  readonly leftAlone: string;
  /** Height of the tip up to which it is left alone. */
  readonly until: number;
}

interface Suspect {
  /** Deals of this order that were refused since one was last settled. */
  readonly refusals: number;
  readonly until: number;
}

/** Blocks for which an order is left alone at most. */
const LONGEST = 64;
/** Refused deals that are remembered for callers. */
const REMEMBERED = 20;

/**
 * The orders that are left alone because their deals were refused. Of a refused deal it does not show which
 * side is at fault, so one side is left alone, the one that was refused more often: the other one can deal
 * with others meanwhile. It is tried again after a time that doubles with every refusal.
 */
export class RefusedDeals {
  readonly #suspects = new Map<string, Suspect>();
  /** Newest first. */
  #newest: readonly RefusedDeal[] = [];
  #total = 0;

  /** The newest refused deals, the last one first. */
  get newest(): readonly RefusedDeal[] {
    return this.#newest;
  }

  /** How many deals were refused since the node started. */
  get total(): number {
    return this.#total;
  }

  /** Notes a deal that was refused on its own. */
  refuse({ buyOrderId, sellOrderId }: DealItem, reason: string, tipHeight: number): RefusedDeal {
    const buy = this.#refusals(buyOrderId) + 1;
    const sell = this.#refusals(sellOrderId) + 1;
    const until = tipHeight + Math.min(2 ** Math.max(buy, sell), LONGEST);
    const leftAlone = sell > buy ? sellOrderId : buyOrderId;
    this.#suspects.set(buyOrderId, { refusals: buy, until: leftAlone === buyOrderId ? until : tipHeight });
    this.#suspects.set(sellOrderId, { refusals: sell, until: leftAlone === sellOrderId ? until : tipHeight });
    const refused = { buyOrderId, sellOrderId, reason, height: tipHeight, leftAlone, until };
    this.#newest = [refused, ...this.#newest].slice(0, REMEMBERED);
    this.#total++;
    return refused;
  }

  /** Deals of these orders were settled: they are not at fault. */
  settled(items: readonly DealItem[]): void {
    if (this.#suspects.size === 0) return;
    for (const { buyOrderId, sellOrderId } of items) {
      this.#suspects.delete(buyOrderId);
      this.#suspects.delete(sellOrderId);
    }
  }

  /** Forgets orders that are open no more. */
  forgetUnless(isOpen: (orderId: string) => boolean): void {
    for (const id of this.#suspects.keys()) if (!isOpen(id)) this.#suspects.delete(id);
  }

  /** The orders that are left alone while the tip is at a height. */
  *leftAloneAt(tipHeight: number): Generator<string> {
    for (const [id, { until }] of this.#suspects) if (tipHeight <= until) yield id;
  }

  #refusals(orderId: string): number {
    return this.#suspects.get(orderId)?.refusals ?? 0;
  }
}
