import { callAfter } from '../../config/long-timer.js';

/** Bodies of at most this many bytes are read at once: what a call usually has. */
export const SMALL_BODY = 16 * 1024;
/** Bodies that may wait for room. */
const MOST_WAITING = 256;

interface Waiting {
  readonly client: string;
  readonly bytes: number;
  /** Takes the room, or gives up. */
  readonly settle: (release: (() => void) | undefined) => void;
}

/**
 * Room for the bodies of requests: those that arrive, are parsed or wait for their answer. A client has at most half
 * of it, so that others find room, and clients that wait take turns.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #taken = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  /**
   * @param most - bytes in all
   * @param patienceMs - how long a body may wait for room
   */
  constructor(most: number, patienceMs: number) {
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  /**
   * Waits until there is room for a body.
   * @param bytes - as many as it can have
   * @returns gives the room back; undefined where there is none in time
   */
  take(client: string, bytes: number): Promise<(() => void) | undefined> | (() => void) {
    if (bytes <= SMALL_BODY) return () => undefined;
    if (this.#waiting.length === 0 && this.#fits(client, bytes)) return this.#occupy(client, bytes);
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve(undefined);
    return new Promise(resolve => {
      const giveUp = callAfter(this.#patienceMs, () => {
        this.#waiting = this.#waiting.filter(other => other !== waiting);
        resolve(undefined);
      });
      const settle = (release: (() => void) | undefined): void => {
        giveUp();
        resolve(release);
      };
      const waiting: Waiting = { client, bytes, settle };
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #fits(client: string, bytes: number): boolean {
    const own = this.#taken.get(client) ?? 0;
    return this.#total + bytes <= this.#most && (own === 0 || own + bytes <= this.#most / 2);
  }

  #occupy(client: string, bytes: number): () => void {
    this.#total += bytes;
    this.#taken.set(client, (this.#taken.get(client) ?? 0) + bytes);
    return () => {
      this.#total -= bytes;
      const left = (this.#taken.get(client) ?? 0) - bytes;
      if (left > 0) this.#taken.set(client, left);
      else this.#taken.delete(client);
      this.#admit();
    };
  }

  /** Of those for whom there is room, the client comes first that has the least. */
  #admit(): void {
    for (;;) {
      let next: Waiting | undefined;
      for (const waiting of this.#waiting) {
        if (!this.#fits(waiting.client, waiting.bytes)) continue;
        if (next === undefined || this.#has(waiting) < this.#has(next)) next = waiting;
      }
      if (next === undefined) return;
      const chosen = next;
      this.#waiting = this.#waiting.filter(other => other !== chosen);
      chosen.settle(this.#occupy(chosen.client, chosen.bytes));
    }
  }

  #has({ client }: Waiting): number {
    return this.#taken.get(client) ?? 0;
  }
}
