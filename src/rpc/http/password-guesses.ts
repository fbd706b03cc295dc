import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { addressGroup } from './address-group.js';
import type { User } from './users.js';

/** Wrong passwords in a row that only cost their delay; from then on an address tries one after the other. */
const TRIES_AT_ONCE = 5;
/** What the first wrong password costs, in milliseconds; each further one in a row costs twice as much. */
export const FIRST_DELAY_MS = 250;
export const LONGEST_DELAY_MS = 30_000;
/** Tries of an address that wait for their turn; others are sent away. */
const MOST_WAITING = 4;
/** How long an address is remembered after its last wrong password. */
const MEMORY_MS = 15 * 60_000;
const MOST_ADDRESSES = 10_000;

/** What is known of an address. */
interface Guesses {
  /** Wrong passwords in a row. */
  wrong: number;
  waiting: number;
  line: Promise<unknown>;
}

/** What became of a try; `later` is the seconds after which another makes sense. */
export type Attempt = User | undefined | { readonly later: number };

export interface GuessOptions {
  /** Finds the user of an Authorization header. */
  readonly find: (header: string) => User | undefined;
  /** Is called with each wrong password. */
  readonly onWrong: (address: string, inARow: number) => void;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Makes guessing of passwords slow: the delay grows with each wrong one of an address, however many connections it
 * has. From the sixth on, right ones and wrong ones wait alike, one after the other, so that waiting tells nothing.
 * Credentials that were right at this address before, or that nobody can guess, never wait.
 */
export class PasswordGuesses {
  readonly #options: GuessOptions;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  readonly #guesses = new LRUCache<string, Guesses>({ max: MOST_ADDRESSES, ttl: MEMORY_MS });
  /** Who came from an address with credentials that were right, by both; so they are checked once. */
  readonly #proven = new LRUCache<string, User>({ max: MOST_ADDRESSES });

  constructor(options: GuessOptions) {
    this.#options = options;
    // A delay keeps no process alive that has ended otherwise.
    this.#wait = options.wait ?? (milliseconds => delay(milliseconds, undefined, { ref: false }));
  }

  /** @returns the user; undefined for a wrong password, after its delay */
  async attempt(address: string, header: string): Promise<Attempt> {
    const group = addressGroup(address);
    const proof = `${group} ${createHash('sha256').update(header).digest('base64')}`;
    const proven = this.#proven.get(proof);
    if (proven !== undefined) return proven;
    const known = this.#guesses.get(group);
    if (known === undefined || known.wrong < TRIES_AT_ONCE) {
      return this.#check(group, address, header, proof);
    }
    const user = this.#options.find(header);
    if (user?.unguessable === true) return this.#accept(proof, user);
    if (known.waiting >= MOST_WAITING) {
      return { later: Math.ceil((delayAfter(known.wrong) * (known.waiting + 1)) / 1000) };
    }
    known.waiting++;
    const turn = known.line.then(() => this.#wait(delayAfter(known.wrong)));
    known.line = turn;
    await turn;
    known.waiting--;
    return user === undefined ? this.#refuse(group, address) : this.#accept(proof, user);
  }

  async #check(group: string, address: string, header: string, proof: string): Promise<User | undefined> {
    const user = this.#options.find(header);
    if (user !== undefined) return this.#accept(proof, user);
    this.#refuse(group, address);
    await this.#wait(delayAfter(this.#guesses.get(group)?.wrong ?? 1));
    return undefined;
  }

  /** A right password does not end the count: who knows one can guess another. */
  #accept(proof: string, user: User): User {
    this.#proven.set(proof, user);
    return user;
  }

  #refuse(group: string, address: string): undefined {
    const guesses = this.#guesses.get(group) ?? { wrong: 0, waiting: 0, line: Promise.resolve() };
    guesses.wrong++;
    this.#guesses.set(group, guesses);
    this.#options.onWrong(address, guesses.wrong);
    return undefined;
  }
}

/** Milliseconds that the newest of so many wrong passwords costs. */
export function delayAfter(wrong: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(wrong - 1, 16));
}
