import { FairQueue } from '../dispatch/fair-queue.js';
import type { Presence } from '../dispatch/presence.js';

export interface RequestQueueBounds {
  /** Requests of a client that are being answered at a time. */
  readonly ofClient: number;
  /** Of those, the ones that are batches or have long bodies. */
  readonly largeOfClient: number;
  /** Requests that are being answered at a time, of all clients. */
  readonly inAll: number;
  /** Requests that wait, of all clients; a client has at most half of them. */
  readonly waiting: number;
}

export interface RequestQueueOptions {
  /** Whether a client may have more answers; `admit` is to be called when that has changed. Default: it may. */
  readonly mayBegin?: (client: string) => boolean;
  /** Is called with each request that has to wait. */
  readonly onDelayed?: () => void;
  /** Is called with each request whose client goes while it waits. */
  readonly onGone?: () => void;
}

/** A request as far as the queue has to know it. */
export interface QueuedRequest {
  readonly client: string;
  /** Whether it is a batch or has a long body. */
  readonly isLarge: boolean;
  readonly presence: Presence;
}

interface Waiting extends QueuedRequest {
  readonly begin: () => void;
}

/** Counts what a client has under way. */
interface UnderWay {
  requests: number;
  large: number;
}

/** A request that is not answered, since it is one too many or nobody waits for it any more. */
export class NotAnswered extends Error {}

/**
 * Keeps requests back, so that no client has more than its share under way: clients take turns, and who has gone is not
 * answered.
 */
export class RequestQueue {
  readonly #bounds: RequestQueueBounds;
  readonly #options: RequestQueueOptions;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #underWay = new Map<string, UnderWay>();
  #count = 0;

  constructor(bounds: RequestQueueBounds, options: RequestQueueOptions = {}) {
    this.#bounds = bounds;
    this.#options = options;
  }

  /** Requests that wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Does the work of a request when it is its turn.
   * @throws NotAnswered when too many wait, or the client has gone before the work has begun
   */
  async run<T>(request: QueuedRequest, work: () => Promise<T>): Promise<T> {
    await this.#turn(request);
    try {
      return await work();
    } finally {
      this.#end(request);
    }
  }

  /** Begins all that may begin now. */
  admit(): void {
    while (this.#count < this.#bounds.inAll) {
      const next = this.#waiting.next(request => this.#fits(request));
      if (next === undefined) return;
      this.#begin(next);
      next.presence.onLeave(undefined);
      next.begin();
    }
  }

  #turn(request: QueuedRequest): Promise<void> | undefined {
    const { client, presence } = request;
    if (this.#count < this.#bounds.inAll && this.#fits(request)) {
      this.#begin(request);
      return undefined;
    }
    this.#requireRoom(client);
    this.#options.onDelayed?.();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...request, begin: resolve };
      this.#waiting.add(client, waiting);
      presence.onLeave(() => {
        this.#waiting.remove(client, waiting);
        this.#options.onGone?.();
        reject(new NotAnswered('the client has gone'));
      });
    });
  }

  #fits({ client, isLarge }: QueuedRequest): boolean {
    const { requests = 0, large = 0 } = this.#underWay.get(client) ?? {};
    const { ofClient, largeOfClient } = this.#bounds;
    return (
      requests < ofClient && (!isLarge || large < largeOfClient) && this.#options.mayBegin?.(client) !== false
    );
  }

  #begin({ client, isLarge }: QueuedRequest): void {
    const own = this.#underWay.get(client) ?? { requests: 0, large: 0 };
    this.#underWay.set(client, own);
    own.requests++;
    if (isLarge) own.large++;
    this.#count++;
  }

  #end({ client, isLarge }: QueuedRequest): void {
    const own = this.#underWay.get(client);
    if (own === undefined) return;
    own.requests--;
    if (isLarge) own.large--;
    if (own.requests === 0) this.#underWay.delete(client);
    this.#count--;
    this.admit();
  }

  #requireRoom(client: string): void {
    const { waiting } = this.#bounds;
    const own = this.#waiting.sizeOf(client);
    if (this.#waiting.size < waiting && own < Math.max(1, waiting / 2)) return;
    throw new NotAnswered(
      `${own} requests of ${client} and ${this.#waiting.size} in all wait already, of at most ${waiting} ` +
        '(option rpcworkqueue): try again later',
    );
  }
}
