import type { MessagePort } from 'node:worker_threads';
import type { Position } from './cursor.js';
import type {
  EventAnswers,
  EventBlock,
  EventRequest,
  Following,
  FromEventSource,
  Refusal,
  SentEvent,
  ToEventSource,
} from './event-messages.js';

/** Characters of the events of blocks that are remembered. */
const MOST_REMEMBERED = 8 * 1024 * 1024;

/** What comes next after a position. */
export type Step =
  /** Nothing: it is at the newest block. */
  | { readonly type: 'head' }
  | { readonly type: 'block'; readonly block: EventBlock }
  | { readonly type: 'left'; readonly left: Omit<EventBlock, 'events'> }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface FeedListener {
  /** A block follows the one that was the newest. */
  block(block: EventBlock): void;
  /** The newest block was taken back. */
  left(left: Omit<EventBlock, 'events'>): void;
  pool(event: SentEvent): void;
}

interface Waiting {
  readonly resolve: (answer: EventAnswers[EventRequest['type']]) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * The events of the chain where they are served: what comes next after any position, from memory where it was needed
 * lately, otherwise from the thread that has the chain.
 */
export class EventFeed {
  readonly #port: MessagePort;
  readonly #listener: FeedListener;
  readonly #waiting = new Map<number, Waiting>();
  /** Blocks of the chain by height. */
  readonly #blocks = new Map<number, EventBlock>();
  /** What is being asked, so that many who are at one place ask once. */
  readonly #asked = new Map<string, Promise<Following>>();
  #remembered = 0;
  #lastId = 0;
  #head: Position | undefined;

  constructor(port: MessagePort, listener: FeedListener) {
    this.#port = port;
    this.#listener = listener;
    port.on('message', (message: FromEventSource) => this.#take(message));
    port.on('close', () => this.#giveUp('the node is stopping'));
    port.unref();
  }

  /** The newest block, while anybody subscribes. */
  get head(): Position | undefined {
    return this.#head;
  }

  /** Asks the thread that has the chain. */
  ask<T extends EventRequest>(request: T): Promise<EventAnswers[T['type']]> {
    const id = ++this.#lastId;
    return new Promise<EventAnswers[EventRequest['type']]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#port.postMessage({ type: 'request', id, request } satisfies ToEventSource);
    }) as Promise<EventAnswers[T['type']]>;
  }

  /** Follows the chain from what was the newest block when a subscription was answered. */
  #follow(head: Position): void {
    if (this.#head?.hash !== head.hash) this.#forgetAll();
    this.#head = head;
  }

  /** Nobody subscribes any more. */
  idle(): void {
    this.#head = undefined;
    this.#forgetAll();
    this.#port.postMessage({ type: 'idle' } satisfies ToEventSource);
  }

  /** What comes next after a position. */
  async next(position: Position, needsMarket: boolean): Promise<Step> {
    const known = this.#known(position);
    if (known !== undefined) return known;
    const following = await this.#after(position, needsMarket);
    if ('refusal' in following) return { type: 'refused', refusal: following.refusal };
    if ('left' in following) return { type: 'left', left: following.left };
    const [block] = following.blocks;
    return block === undefined ? { type: 'head' } : { type: 'block', block };
  }

  /** From memory. */
  #known({ height, hash, seen }: Position): Step | undefined {
    if (seen !== undefined) {
      const block = this.#blocks.get(height);
      return block?.hash === hash ? { type: 'block', block } : undefined;
    }
    if (this.#head?.height === height && this.#head.hash === hash) return { type: 'head' };
    const block = this.#blocks.get(height + 1);
    return block?.previousHash === hash || (block !== undefined && height < 0)
      ? { type: 'block', block }
      : undefined;
  }

  #after(position: Position, needsMarket: boolean): Promise<Following> {
    const key = `${position.height}:${position.hash}:${position.seen !== undefined}:${needsMarket}`;
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const answer = this.ask({ type: 'after', position, needsMarket });
    this.#asked.set(key, answer);
    const forget = (): void => {
      this.#asked.delete(key);
    };
    answer.then(forget, forget);
    return answer;
  }

  #take(message: FromEventSource): void {
    switch (message.type) {
      case 'answer': {
        const { id, answer } = message;
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        // What it says is true now: what comes behind it changes it. So it is remembered before that is read.
        if (answer !== undefined && 'blocks' in answer)
          for (const block of answer.blocks) this.#remember(block);
        if (answer !== undefined && 'head' in answer) this.#follow(answer.head);
        waiting?.resolve(answer);
        break;
      }
      case 'failure':
        this.#waiting.get(message.id)?.reject(new Error(message.reason));
        this.#waiting.delete(message.id);
        break;
      case 'block':
        if (this.#head === undefined) break;
        this.#remember(message.block);
        this.#head = { height: message.block.height, hash: message.block.hash };
        this.#listener.block(message.block);
        break;
      case 'left': {
        if (this.#head === undefined) break;
        const { height, previousHash } = message.left;
        this.#forget(height);
        this.#head = { height: height - 1, hash: previousHash };
        this.#listener.left(message.left);
        break;
      }
      case 'pool':
        if (this.#head !== undefined) this.#listener.pool(message.event);
        break;
    }
  }

  #remember(block: EventBlock): void {
    if (this.#head === undefined) return;
    this.#forget(block.height);
    this.#blocks.set(block.height, block);
    this.#remembered += sizeOf(block);
    for (const [height] of this.#blocks) {
      if (this.#remembered <= MOST_REMEMBERED || this.#blocks.size === 1) break;
      this.#forget(height);
    }
  }

  #forgetAll(): void {
    this.#blocks.clear();
    this.#remembered = 0;
  }

  #forget(height: number): void {
    const block = this.#blocks.get(height);
    if (block === undefined) return;
    this.#blocks.delete(height);
    this.#remembered -= sizeOf(block);
  }

  #giveUp(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}

function sizeOf({ events }: EventBlock): number {
  let characters = 0;
  for (const { text } of events) characters += text.length;
  return characters;
}
