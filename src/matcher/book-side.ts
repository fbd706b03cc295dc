import { PRICE_BOOST } from '../../vm/native/dex/formulas.js';
import { required } from '../codec/required.js';
import { isEarlier, OrderQueue, type RestingOrder } from './order-queue.js';
import { type BestPrice, PriceLevel, PriceLevels } from './price-levels.js';

/**
 * The resting orders of one side of a pair.
 *
 * A limit order whose rest is worth less than one sawi of coins at its own price is a crumb: no
 * limit order can trade with it (spec 06 §10.8), only a market buy can. Crumbs are kept separately,
 * so that any number of them does not slow matching down.
 */
export class BookSide {
  readonly market = new OrderQueue();
  readonly limits: PriceLevels;
  readonly crumbs: PriceLevels;

  constructor(best: BestPrice) {
    this.limits = new PriceLevels(best);
    this.crumbs = new PriceLevels(best);
  }

  /** Adds an order in the queue of its kind and price. */
  insert(order: RestingOrder): void {
    if (order.view.isMarket) {
      this.market.insert(order);
      return;
    }
    (isCrumb(order) ? this.crumbs : this.limits).at(order.view.price).insert(order);
  }

  remove(order: RestingOrder): void {
    const { queue } = order;
    if (queue === undefined) return;
    queue.remove(order);
    if (queue instanceof PriceLevel && queue.isEmpty) queue.levels.remove(queue);
  }

  /** All orders: market orders first, then by price, then by time. */
  *[Symbol.iterator](): Generator<RestingOrder> {
    yield* this.market;
    yield* this.byPrice();
  }

  /** All limit orders from the best price on, crumbs among them. */
  *byPrice(): Generator<RestingOrder> {
    let whole = this.limits.best;
    let crumbs = this.crumbs.best;
    while (whole !== undefined || crumbs !== undefined) {
      if (crumbs === undefined || (whole !== undefined && this.limits.isBetter(whole.price, crumbs.price))) {
        yield* required(whole, 'the next order');
        whole = required(whole, 'the next order').worse;
      } else if (whole === undefined || this.limits.isBetter(crumbs.price, whole.price)) {
        yield* crumbs;
        crumbs = crumbs.worse;
      } else {
        yield* byTimeOf(whole, crumbs);
        whole = whole.worse;
        crumbs = crumbs.worse;
      }
    }
  }
}

/** Whether the rest of an order is worth less than one sawi of coins at its own price (spec 06 §10.8). */
export function isCrumb({ view, remaining }: RestingOrder): boolean {
  return remaining * view.price < PRICE_BOOST;
}

/** Two queues of one price as one. */
function* byTimeOf(a: OrderQueue, b: OrderQueue): Generator<RestingOrder> {
  let left = a.first;
  let right = b.first;
  while (left !== undefined || right !== undefined) {
    if (right === undefined || (left !== undefined && isEarlier(left, right))) {
      yield required(left, 'the next order');
      left = required(left, 'the next order').next;
    } else {
      yield right;
      right = right.next;
    }
  }
}
