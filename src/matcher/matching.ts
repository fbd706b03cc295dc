import { isMarketBuy } from '../../vm/native/dex/order-amounts.js';
import type { NetworkParameters } from '../config/network.js';
import type { StateReader } from '../state/state.js';
import { ORDERS } from '../state/tables/orders.js';
import type { DealItem } from '../tx/types/dex-settle.js';
import type { ChangedOrders } from './chain-changes.js';
import type { Commitments, Reservation } from './commitments.js';
import { OrderBooks } from './order-books.js';
import { type OrderView, viewOf } from './order-view.js';
import { isConfirmed, isServed, type MatcherSettings, matchRules } from './settings.js';

/** The input of the matcher for one round. */
export interface Round {
  /** The state at the tip. */
  readonly state: StateReader;
  readonly tipHeight: number;
  readonly changes: ChangedOrders | 'everything';
  /** Orders that must not be matched now: a cancellation is pending, or their last deal was rejected. */
  readonly withheld: ReadonlySet<string>;
}

/**
 * Keeps books in step with the state (spec 06 §16.6, §16.7). In a book there remains of an order what
 * the state says, less what it has promised to deals that are not in a block yet.
 */
export class Matching {
  readonly #network: NetworkParameters;
  readonly #commitments: Commitments;
  readonly #settings: MatcherSettings;
  #books: OrderBooks | undefined;
  /** What was subtracted when the books were brought up to date. */
  #reserved = new Map<string, Reservation>();
  #withheld: ReadonlySet<string> = new Set();
  /** Orders whose blocks are not deep enough yet. */
  #immature = new Set<string>();
  /** Blocks up to this height were deep enough in the last round. */
  #confirmedHeight = 0;

  constructor(network: NetworkParameters, commitments: Commitments, settings: MatcherSettings) {
    this.#network = network;
    this.#commitments = commitments;
    this.#settings = settings;
  }

  /** Number of orders in the books. */
  get openOrders(): number {
    return this.#books?.size ?? 0;
  }

  /**
   * Brings the books up to date and matches what is new.
   * @returns the new deals, which are added to the commitments too
   */
  next(round: Round): readonly DealItem[] {
    this.#dropBrokenDeals(round);
    const reserved = this.#commitments.reservations();
    const deals =
      round.changes === 'everything' ? this.#rebuild(round, reserved) : this.#follow(round, reserved);
    this.#withheld = round.withheld;
    this.#confirmedHeight = round.tipHeight - this.#settings.confirmations + 1;
    this.#commitments.add(deals);
    this.#reserved = this.#commitments.reservations();
    return deals;
  }

  /** A waiting deal of an order that has ended, or is about to, would only be refused. */
  #dropBrokenDeals({ state, changes, withheld }: Round): void {
    if (changes === 'everything') {
      this.#commitments.clearWaiting();
      return;
    }
    const ended = new Set(withheld);
    for (const id of changes.ids) if (state.get(ORDERS, id) === undefined) ended.add(id);
    if (ended.size > 0 && this.#commitments.waiting > 0) this.#commitments.dropWaiting(ended);
  }

  #rebuild(round: Round, reserved: ReadonlyMap<string, Reservation>): DealItem[] {
    this.#books = new OrderBooks(matchRules(this.#settings, round.state));
    this.#immature.clear();
    const views: OrderView[] = [];
    for (const [id] of round.state.iterate(ORDERS)) {
      const view = this.#viewOf(id, round, reserved);
      if (view !== undefined) views.push(view);
    }
    return this.#books.take(views);
  }

  #follow(round: Round, reserved: ReadonlyMap<string, Reservation>): DealItem[] {
    const { changes, withheld } = round;
    if (changes === 'everything' || this.#books === undefined) return this.#rebuild(round, reserved);
    const books = this.#books;
    const fresh: OrderView[] = [];
    const again: OrderView[] = [];
    const ids = new Set([...changes.ids, ...withheld, ...this.#withheld, ...this.#immature]);
    this.#immature.clear();
    addDifferences(ids, this.#reserved, reserved);
    for (const id of ids) {
      const view = this.#viewOf(id, round, reserved);
      const before = books.remainingOf(id) ?? 0n;
      const now = view?.remaining ?? 0n;
      if (now < before) books.reduce(id, now);
      else if (view !== undefined && now > before) (this.#isNew(view) ? fresh : again).push(view);
    }
    return [...books.retake(again, changes.pairs), ...books.take(fresh)];
  }

  #isNew({ position }: OrderView): boolean {
    return position.height > this.#confirmedHeight;
  }

  /** What can be dealt of an order; undefined where that is nothing. */
  #viewOf(id: string, round: Round, reserved: ReadonlyMap<string, Reservation>): OrderView | undefined {
    const { state, withheld, tipHeight } = round;
    const order = withheld.has(id) ? undefined : state.get(ORDERS, id);
    const view = order && viewOf(state, this.#network, id, order);
    if (order === undefined || view === undefined || !isServed(this.#settings, view)) return undefined;
    if (!isConfirmed(this.#settings, view, tipHeight)) {
      this.#immature.add(id);
      return undefined;
    }
    const promise = reserved.get(id);
    if (promise === undefined) return view;
    const remaining = view.remaining - (isMarketBuy(order) ? promise.coinAmount : promise.assetAmount);
    return remaining > 0n ? { ...view, remaining } : undefined;
  }
}

/** Adds the orders that have promised more or less than before. */
function addDifferences(
  ids: Set<string>,
  before: ReadonlyMap<string, Reservation>,
  now: ReadonlyMap<string, Reservation>,
): void {
  for (const id of [...before.keys(), ...now.keys()]) {
    const [a, b] = [before.get(id), now.get(id)];
    if (a?.assetAmount !== b?.assetAmount || a?.coinAmount !== b?.coinAmount) ids.add(id);
  }
}
