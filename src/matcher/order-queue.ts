import { byTime, type OrderView } from './order-view.js';

/** An order that rests in a book, in the queue of its price. */
export class RestingOrder {
  remaining: bigint;
  /** Neighbours in the queue, the earlier and the later one. */
  previous: RestingOrder | undefined;
  /** Stays as it is when the order leaves its queue, so that an iteration over the queue can continue. */
  next: RestingOrder | undefined;
  queue: OrderQueue | undefined;

  constructor(readonly view: OrderView) {
    this.remaining = view.remaining;
  }
}

/** Orders in the order of their times, the earliest first. */
export class OrderQueue {
  #first: RestingOrder | undefined;
  #last: RestingOrder | undefined;

  get first(): RestingOrder | undefined {
    return this.#first;
  }

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Adds an order in its place; that is nearly always the last one, or close to it. */
  insert(order: RestingOrder): void {
    let previous = this.#last;
    while (previous !== undefined && isEarlier(order, previous)) previous = previous.previous;
    const next = previous === undefined ? this.#first : previous.next;
    order.queue = this;
    order.previous = previous;
    order.next = next;
    if (previous === undefined) this.#first = order;
    else previous.next = order;
    if (next === undefined) this.#last = order;
    else next.previous = order;
  }

  remove(order: RestingOrder): void {
    const { previous, next } = order;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    order.queue = undefined;
  }

  *[Symbol.iterator](): Generator<RestingOrder> {
    for (let order = this.#first; order !== undefined; order = order.next) yield order;
  }
}

export function isEarlier(a: RestingOrder, b: RestingOrder): boolean {
  return byTime(a.view, b.view) < 0;
}
