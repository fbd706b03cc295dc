import type { Caller } from '../declaration/caller.js';
import type { Position } from './cursor.js';
import type { FilterKeys } from './event-keys.js';

/** An event as it is sent to subscribers, and what routes it. */
export interface SentEvent {
  readonly text: string;
  readonly keys: readonly string[];
}

/** A block with all of its events, in their order. */
export interface EventBlock {
  readonly height: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly events: readonly SentEvent[];
}

/** Why a subscription is refused or ended. */
export interface Refusal {
  readonly code: 'bad-subscription' | 'forbidden' | 'not-kept' | 'unknown-cursor';
  readonly message: string;
  /** The lowest height from which on events can be had, where the refusal is about that. */
  readonly lowest?: number;
}

/** A subscription that was understood. */
export interface Subscription {
  readonly filters: readonly FilterKeys[];
  readonly from: Position;
  /** Whether it has kinds that are recorded, not read out of blocks: they may begin later than the blocks. */
  readonly needsMarket: boolean;
}

/** What follows a position. */
export type Following =
  /** The block of the position, where not all of it was seen, or the next one, with others behind it; none at the newest. */
  | { readonly blocks: readonly EventBlock[] }
  /** The block of the position is not in the chain any more. */
  | { readonly left: Omit<EventBlock, 'events'> }
  | { readonly refusal: Refusal };

/** What the serving side asks. */
export type EventRequest =
  | { readonly type: 'allowed'; readonly caller: Caller }
  | { readonly type: 'subscribe'; readonly text: string }
  | { readonly type: 'after'; readonly position: Position; readonly needsMarket: boolean };

export interface EventAnswers {
  readonly allowed: Refusal | undefined;
  readonly subscribe:
    | { readonly subscription: Subscription; readonly head: Position }
    | { readonly refusal: Refusal };
  readonly after: Following;
}

/** To the side that has the chain. */
export type ToEventSource =
  | { readonly type: 'request'; readonly id: number; readonly request: EventRequest }
  /** Nobody subscribes any more: what happens need not be sent. */
  | { readonly type: 'idle' };

/** To the side that serves. What happens comes in its order, and answers are of the moment at which they come. */
export type FromEventSource =
  | { readonly type: 'answer'; readonly id: number; readonly answer: EventAnswers[EventRequest['type']] }
  | { readonly type: 'failure'; readonly id: number; readonly reason: string }
  | { readonly type: 'block'; readonly block: EventBlock }
  | { readonly type: 'left'; readonly left: Omit<EventBlock, 'events'> }
  | { readonly type: 'pool'; readonly event: SentEvent };
