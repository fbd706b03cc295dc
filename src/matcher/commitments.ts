import type { DealItem } from '../tx/types/dex-settle.js';

/** Deals that were handed in. */
interface InFlight {
  readonly items: readonly DealItem[];
  /** Height of the tip when they were handed in. */
  readonly height: number;
}

/** What an order has promised to deals that are not in a block yet, in sawi. */
export interface Reservation {
  readonly coinAmount: bigint;
  readonly assetAmount: bigint;
}

/** Deals that are decided and not in a block yet: first they wait, then they are in flight in a transaction. */
export class Commitments {
  #waiting: DealItem[] = [];
  readonly #inFlight = new Map<string, InFlight>();

  /** Number of deals that wait to be handed in. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The transactions in flight. */
  get inFlight(): ReadonlyMap<string, InFlight> {
    return this.#inFlight;
  }

  /** Forgets the deals that wait. */
  clearWaiting(): void {
    this.#waiting = [];
  }

  add(deals: readonly DealItem[]): void {
    for (const deal of deals) this.#waiting.push(deal);
  }

  /** Drops the pending deals that involve one of these orders. @returns the orders of the dropped deals */
  dropWaiting(orders: ReadonlySet<string>): Set<string> {
    const freed = new Set<string>();
    this.#waiting = this.#waiting.filter(({ buyOrderId, sellOrderId }) => {
      if (!orders.has(buyOrderId) && !orders.has(sellOrderId)) return true;
      freed.add(buyOrderId).add(sellOrderId);
      return false;
    });
    return freed;
  }

  /** Removes and returns the first pending deals, as many as one transaction may have. */
  nextBatch(maxItems: number): DealItem[] {
    return this.#waiting.splice(0, maxItems);
  }

  launch(txid: string, items: readonly DealItem[], height: number): void {
    this.#inFlight.set(txid, { items, height });
  }

  /** The transaction is in a block, or will never be in one. */
  land(txid: string): void {
    this.#inFlight.delete(txid);
  }

  /** What every order has promised. */
  reservations(): Map<string, Reservation> {
    const reservations = new Map<string, Reservation>();
    for (const { items } of this.#inFlight.values()) for (const item of items) reserve(reservations, item);
    for (const item of this.#waiting) reserve(reservations, item);
    return reservations;
  }
}

function reserve(reservations: Map<string, Reservation>, item: DealItem): void {
  for (const id of [item.buyOrderId, item.sellOrderId]) {
    const before = reservations.get(id);
    reservations.set(id, {
      coinAmount: (before?.coinAmount ?? 0n) + item.coinAmount,
      assetAmount: (before?.assetAmount ?? 0n) + item.assetAmount,
    });
  }
}
