import { REJECT, reject } from '../tx/reject.js';

/** Seconds after which the whole of a limit is available again. */
export const SECONDS = 60;
/** Parts are kept as they were at some time, until what was outstanding then has become less than so much of it. */
const RENEWED_BELOW = 0.5;
/** A client whose part is less than this of the limit is not known any more. */
const LEAST_PART = 1e-4;
/** Parts of a second by which computing with fractions may be wrong. */
const ROUNDING = 1e-6;
/** All clients together, those that go on by their share included, may have so many times the limit. */
const MOST_BY_SHARES = 2;

/**
 * Work of one kind that clients ask for and nobody pays for, such as queries of contracts (spec 07 §16): only so
 * much of all clients together may be outstanding. One client alone may have all of it. When it is used up, those
 * clients go on that have had less than an even share of it, so that one who asks for much keeps no other from the
 * node.
 *
 * What is outstanding falls with time, and what each client has of it in the same proportion, so that the parts are
 * never more than the whole.
 */
export class ClientWork {
  #level = 0;
  #time = 0;
  /** What is outstanding of each client, as it was when {@link #scale} was 1. */
  readonly #parts = new Map<string, number>();
  /** By how much what was outstanding at that time has become less. */
  #scale = 1;

  /**
   * @param what - names the kind in refusals
   * @param limit - units of work that may be outstanding of all clients
   */
  constructor(
    readonly what: string,
    readonly limit: number,
  ) {}

  /**
   * Requires that a client may ask for more.
   * @param now - seconds since 1970
   * @throws TransactionRejected which names the limit and says when there is room again
   */
  require(client: string, now: number): void {
    this.#fall(now);
    if (this.#level < this.limit) return;
    const own = this.#own(client);
    const clients = this.#parts.size + (this.#parts.has(client) ? 0 : 1);
    const share = this.limit / clients;
    const most = MOST_BY_SHARES * this.limit;
    if (own < share && this.#level < most) return;
    const perSecond = this.limit / SECONDS;
    // Whichever comes first: there is room for everybody, or this client has less than its share.
    const untilRoom = this.#level - this.limit;
    const untilShare = Math.max(own < share ? 0 : this.#level * (1 - share / own), this.#level - most);
    const seconds = Math.floor(Math.min(untilRoom, untilShare) / perSecond + ROUNDING) + 1;
    reject(
      REJECT.REJECT_NONSTANDARD,
      `unpaid-work-limit: ${this.what} have taken ${Math.round(this.#level)} units of work that nobody paid for, ` +
        `${Math.round(own)} of them for this client; at most ${this.limit} may be outstanding for ${clients} clients, and it ` +
        `becomes ${Math.floor(perSecond)} less every second: try again in ${seconds} s`,
    );
  }

  /** Counts work that a client has had. */
  add(client: string, work: number, now: number): void {
    if (work === 0) return;
    this.#fall(now);
    this.#level += work;
    this.#parts.set(client, (this.#parts.get(client) ?? 0) + work / this.#scale);
  }

  /** Makes room, for work that something else has paid for. */
  makeRoom(work: number, now: number): void {
    this.#fall(now);
    this.#lower(work);
  }

  #own(client: string): number {
    return (this.#parts.get(client) ?? 0) * this.#scale;
  }

  #fall(now: number): void {
    // A clock that was set back makes nothing more, and nothing less, outstanding.
    const seconds = Math.max(now - this.#time, 0);
    this.#time = now;
    this.#lower((seconds * this.limit) / SECONDS);
  }

  #lower(work: number): void {
    if (work >= this.#level) {
      this.#level = 0;
      this.#scale = 1;
      this.#parts.clear();
      return;
    }
    this.#scale *= (this.#level - work) / this.#level;
    this.#level -= work;
    if (this.#scale < RENEWED_BELOW) this.#renew();
  }

  /** Notes the parts as they are now, and forgets clients of whom hardly anything is outstanding. */
  #renew(): void {
    const least = LEAST_PART * this.limit;
    for (const client of [...this.#parts.keys()]) {
      const own = this.#own(client);
      if (own < least) this.#parts.delete(client);
      else this.#parts.set(client, own);
    }
    this.#scale = 1;
  }
}
