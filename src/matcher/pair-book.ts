import { sharingProblem, takerSideOf } from '../../vm/native/dex/deal-terms.js';
import { PRICE_BOOST } from '../../vm/native/dex/formulas.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_MARKET } from '../tx/enums.js';
import type { DealItem } from '../tx/types/dex-settle.js';
import { BookSide, isCrumb } from './book-side.js';
import { dealSize } from './deal-size.js';
import type { RestingOrder } from './order-queue.js';
import type { OrderView } from './order-view.js';

/** Whether two orders of one account may be dealt with each other. */
export type SelfTrade = 'skip' | 'allow';

/** The parameters by which a trading pair is matched, in addition to its orders. */
export interface PairRules {
  readonly selfTrade: SelfTrade;
  /** The price at which two market orders match now, times 10^8; undefined: they do not. */
  referencePrice(): bigint | undefined;
}

/** The open orders of a trading pair, none of which match (spec 06 §16.3). */
export class PairBook {
  readonly bids = new BookSide('highest');
  readonly asks = new BookSide('lowest');
  readonly #rules: PairRules;
  /** Whether two market orders were ever able to meet. */
  #hasReference = false;

  constructor(rules: PairRules) {
    this.#rules = rules;
  }

  /**
   * Matches a new order with the resting ones, by price, then by time, and adds what remains of it
   * to them. It is later than all resting ones.
   * @returns the deals, in the order in which they must be settled
   */
  take(order: RestingOrder): DealItem[] {
    const deals: DealItem[] = [];
    const { view } = order;
    const opposite = view.isBuy ? this.asks : this.bids;
    for (const [resting, price] of this.#candidates(order, opposite)) {
      const deal = this.#deal(order, resting, price);
      if (deal === undefined) continue;
      deals.push(deal);
      this.#reduce(resting, amountOf(resting, deal));
      order.remaining -= amountOf(order, deal);
      if (order.remaining === 0n) return deals;
    }
    this.#side(order).insert(order);
    return deals;
  }

  /** Removes a resting order. */
  remove(order: RestingOrder): void {
    this.#side(order).remove(order);
  }

  /** Reduces a resting order; no new match follows from that. */
  reduceTo(order: RestingOrder, remaining: bigint): void {
    this.#reduce(order, order.remaining - remaining);
  }

  /** Whether market orders rest on both sides that could not meet, and now there is a price for them. */
  get hasNewReference(): boolean {
    if (this.#hasReference || this.bids.market.isEmpty || this.asks.market.isEmpty) return false;
    return this.#rules.referencePrice() !== undefined;
  }

  /** All resting orders. */
  *orders(): Generator<RestingOrder> {
    yield* this.bids;
    yield* this.asks;
  }

  /** Resting orders that an order may match, the best first, each with the price of the deal. */
  *#candidates(order: RestingOrder, opposite: BookSide): Generator<readonly [RestingOrder, bigint]> {
    const { isMarket, isBuy, price } = order.view;
    if (isMarket && isBuy) {
      for (const resting of opposite.byPrice()) yield [resting, resting.view.price];
    } else {
      if (!isMarket) for (const resting of opposite.market) yield [resting, price];
      for (const level of opposite.limits) {
        if (!isMarket && (isBuy ? level.price > price : level.price < price)) break;
        // No deal with this level or a further one would be worth a sawi.
        if (order.remaining * (isBuy ? price : level.price) < PRICE_BOOST) break;
        for (const resting of level) yield [resting, level.price];
      }
    }
    const referencePrice = isMarket ? this.#rules.referencePrice() : undefined;
    if (referencePrice !== undefined) {
      this.#hasReference = true;
      for (const resting of opposite.market) yield [resting, referencePrice];
    }
  }

  #deal(order: RestingOrder, resting: RestingOrder, price: bigint): DealItem | undefined {
    if (!this.#isEligible(order.view, resting.view)) return undefined;
    const [buy, sell] = order.view.isBuy ? [order, resting] : [resting, order];
    const size = dealSize(sized(buy), sized(sell), price);
    return size && { buyOrderId: buy.view.id, sellOrderId: sell.view.id, price, ...size };
  }

  /** Whether the rules about owners and operators allow two orders to match (spec 06 §10.5, §10.7). */
  #isEligible(a: OrderView, b: OrderView): boolean {
    if (a.owner === b.owner && this.#rules.selfTrade === 'skip') return false;
    if (a.dexId === b.dexId) return true;
    const [buy, sell] = a.isBuy ? [a, b] : [b, a];
    const isBuyTaker = takerSideOf(typed(buy), typed(sell)) === ORDER_BUY;
    const [maker, taker] = isBuyTaker ? [sell, buy] : [buy, sell];
    return sharingProblem(maker, taker.dexId) === undefined;
  }

  #reduce(resting: RestingOrder, amount: bigint): void {
    const wasCrumb = isCrumb(resting);
    resting.remaining -= amount;
    const isGone = resting.remaining <= 0n;
    const becomesCrumb = !resting.view.isMarket && !wasCrumb && isCrumb(resting);
    if (isGone || becomesCrumb) this.remove(resting);
    if (!isGone && becomesCrumb) this.#side(resting).insert(resting);
  }

  #side({ view }: RestingOrder): BookSide {
    return view.isBuy ? this.bids : this.asks;
  }
}

function amountOf({ view }: RestingOrder, deal: DealItem): bigint {
  return view.isBuy && view.isMarket ? deal.coinAmount : deal.assetAmount;
}

function sized({ view, remaining }: RestingOrder) {
  return { isMarket: view.isMarket, remaining };
}

function typed({ isMarket, position }: OrderView) {
  return { orderType: isMarket ? ORDER_MARKET : ORDER_LIMIT, position };
}
