import { setImmediate as turn } from 'node:timers/promises';
import { callAfter } from '../../config/long-timer.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import { cursorText, type Position } from './cursor.js';
import type { EventFeed } from './event-feed.js';
import type { EventBlock, Refusal, SentEvent, Subscription } from './event-messages.js';
import { FilterIndex } from './filter-index.js';

/** Blocks without an event for a subscriber after which it is told its cursor, so that it need not go back so far. */
const QUIET_BLOCKS = 100;
/** Events that a subscriber is sent in one turn: with more of them, others have theirs in between. */
const EVENTS_OF_A_TURN = 200;

/** What a subscriber is sent through. */
export interface EventConnection {
  send(text: string): void;
  /** Passes on together what is sent meanwhile. */
  together(send: () => void): void;
  /** Bytes that were given to it and that the other side has not taken yet. */
  readonly unread: number;
  /** Ends the connection, after a message that says why. */
  refuse(refusal: Refusal): void;
  /** Ends the connection of a subscriber that does not read; it can go on from a cursor. */
  tooSlow(cursor: string): void;
}

export interface SubscriberParts {
  readonly feed: EventFeed;
  readonly connection: EventConnection;
  readonly subscription: Subscription;
  /** How long events may wait to be read. */
  readonly timeoutMs: number;
  /** Is called when it is at the newest block: from then on it is told of what happens. */
  readonly joins: (subscriber: Subscriber) => void;
  /** Is called when it is not any more. */
  readonly leaves: (subscriber: Subscriber) => void;
  readonly reportFailure: (error: unknown) => void;
}

/**
 * Sends a subscriber its events. All that is known of it is its position: what it has missed is looked up when it can be
 * sent, so nothing waits here for one that does not read, beyond what its connection has taken.
 */
export class Subscriber {
  readonly #parts: SubscriberParts;
  readonly #wishes = new FilterIndex<true>();
  #position: Position;
  /** Whether it is at the newest block, and is told of each new one. */
  #isLive = false;
  #wasLive = false;
  #isPumping = false;
  /** Whether it wants events of the moment, which it would miss while it catches up. */
  readonly #wantsMoments: boolean;
  #isClosed = false;
  #quiet = 0;
  /** Cancels what ends the connection when it is not read in time. */
  #deadline: (() => void) | undefined;

  constructor(parts: SubscriberParts) {
    this.#parts = parts;
    this.#wishes.add(true, parts.subscription.filters);
    this.#position = parts.subscription.from;
    this.#wantsMoments = parts.subscription.filters.some(([kind]) => kind === 'pool');
  }

  /** Sends what it has missed, then what happens. */
  start(): void {
    void this.#pump();
  }

  /** The connection has passed on what it had. */
  drained(): void {
    this.#deadline?.();
    this.#deadline = undefined;
    void this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    this.#deadline?.();
    this.#leave();
  }

  /** Where it is. */
  get cursor(): string {
    return cursorText(this.#position);
  }

  /** Sends events of a new block, by their places in it; only while it is live. */
  takeBlock(block: EventBlock, events: readonly number[]): void {
    if (events.length > EVENTS_OF_A_TURN && !this.#wantsMoments) {
      this.#leave();
      void this.#pump();
      return;
    }
    let isWhole = true;
    this.#parts.connection.together(() => {
      for (const place of events) {
        this.#sendEvent(block, place);
        isWhole = !this.#isBlocked;
        if (!isWhole) return;
      }
    });
    if (isWhole) this.#passed(block, events.length > 0);
    else this.#wait();
  }

  /** A new block has nothing for it; only while it is live. */
  passBlock(block: EventBlock): void {
    this.#passed(block, false);
    if (this.#isBlocked) this.#wait();
  }

  /** The newest block was taken back; only while it is live. */
  takeLeft(left: Omit<EventBlock, 'events'>, text: string): void {
    this.#sendLeft(left, text);
    if (this.#isBlocked) this.#wait();
  }

  /** Sends an event of the moment; only while it is live. */
  takePool(text: string): void {
    this.#parts.connection.send(text);
    if (this.#isBlocked) this.#wait();
  }

  get #isBlocked(): boolean {
    return this.#parts.connection.unread > RPC_LIMITS.unreadEvents.most;
  }

  /** Sends no more until what was sent is read; the time for that is limited. */
  #wait(): void {
    this.#leave();
    if (this.#deadline !== undefined || this.#isClosed) return;
    this.#deadline = callAfter(this.#parts.timeoutMs, () => this.cutOff());
  }

  /** Ends the connection, because the other side does not read. */
  cutOff(): void {
    if (this.#isClosed) return;
    this.close();
    this.#parts.connection.tooSlow(this.cursor);
  }

  #leave(): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#parts.leaves(this);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping || this.#isLive) return;
    this.#isPumping = true;
    try {
      while (!this.#isClosed && !this.#isBlocked) {
        if (!(await this.#step())) break;
      }
      if (this.#isBlocked && !this.#isClosed) this.#wait();
    } catch (error) {
      if (!this.#isClosed) this.#parts.reportFailure(error);
    } finally {
      this.#isPumping = false;
    }
  }

  /** @returns whether there can be more */
  async #step(): Promise<boolean> {
    const { feed, connection, subscription } = this.#parts;
    const step = await feed.next(this.#position, subscription.needsMarket);
    if (this.#isClosed) return false;
    switch (step.type) {
      case 'refused':
        this.close();
        connection.refuse(step.refusal);
        return false;
      case 'left':
        this.#sendLeft(step.left, leftText(step.left));
        return true;
      case 'block':
        this.#sendBlock(step.block);
        await turn();
        return true;
      case 'head':
        // Another block can have come while this was on its way here.
        if (feed.head?.hash !== this.#position.hash || this.#position.seen !== undefined) {
          await turn();
          return true;
        }
        this.#join();
        return false;
    }
  }

  #join(): void {
    this.#isLive = true;
    if (!this.#wasLive) {
      this.#wasLive = true;
      this.#parts.connection.send(`{"live":true,"cursor":"${this.cursor}"}`);
    }
    this.#parts.joins(this);
  }

  /** Sends what it wants of a block: all, or as much as one turn and its connection take. */
  #sendBlock(block: EventBlock): void {
    const { events } = block;
    const begin = this.#position.hash === block.hash ? (this.#position.seen ?? 0) : 0;
    let place = begin;
    let sent = 0;
    this.#parts.connection.together(() => {
      for (; place < events.length && sent < EVENTS_OF_A_TURN && !this.#isBlocked; place++) {
        if (this.#wishes.ownersOf(events[place]!.keys).size === 0) continue;
        this.#sendEvent(block, place);
        sent++;
      }
    });
    if (place === events.length && !this.#isBlocked) this.#passed(block, begin > 0 || sent > 0);
  }

  #sendEvent({ height, hash, events }: EventBlock, place: number): void {
    this.#parts.connection.send(events[place]!.text);
    this.#position = { height, hash, seen: place + 1 };
  }

  #sendLeft({ height, previousHash }: Omit<EventBlock, 'events'>, text: string): void {
    this.#parts.connection.send(text);
    this.#position = { height: height - 1, hash: previousHash };
    this.#quiet = 0;
  }

  /** All that it wants of a block was sent. */
  #passed({ height, hash }: EventBlock, any: boolean): void {
    this.#position = { height, hash };
    this.#quiet = any ? 0 : this.#quiet + 1;
    if (this.#quiet < QUIET_BLOCKS) return;
    this.#quiet = 0;
    this.#parts.connection.send(`{"cursor":"${this.cursor}"}`);
  }
}

/** The event of a block that was taken back, for every subscriber. */
export function leftText({ height, hash, previousHash }: Omit<EventBlock, 'events'>): string {
  const cursor = cursorText({ height: height - 1, hash: previousHash });
  return JSON.stringify({ event: 'reorganization', cursor, height, hash });
}

/** Subscribers at the newest block, and who of them wants which event. */
export class LiveSubscribers {
  readonly #wishes = new FilterIndex<Subscriber>();
  readonly #filters = new Map<Subscriber, Subscription['filters']>();

  join(subscriber: Subscriber, filters: Subscription['filters']): void {
    this.#filters.set(subscriber, filters);
    this.#wishes.add(subscriber, filters);
  }

  leave(subscriber: Subscriber): void {
    const filters = this.#filters.get(subscriber);
    if (filters === undefined) return;
    this.#filters.delete(subscriber);
    this.#wishes.remove(subscriber, filters);
  }

  block(block: EventBlock): void {
    const wanted = new Map<Subscriber, number[]>();
    block.events.forEach(({ keys }, place) => {
      for (const subscriber of this.#wishes.ownersOf(keys)) {
        const places = wanted.get(subscriber);
        if (places === undefined) wanted.set(subscriber, [place]);
        else places.push(place);
      }
    });
    for (const subscriber of [...this.#filters.keys()]) {
      const places = wanted.get(subscriber);
      if (places === undefined) subscriber.passBlock(block);
      else subscriber.takeBlock(block, places);
    }
  }

  left(left: Omit<EventBlock, 'events'>): void {
    const text = leftText(left);
    for (const subscriber of [...this.#filters.keys()]) subscriber.takeLeft(left, text);
  }

  pool({ text, keys }: SentEvent): void {
    for (const subscriber of this.#wishes.ownersOf(keys)) subscriber.takePool(text);
  }
}
