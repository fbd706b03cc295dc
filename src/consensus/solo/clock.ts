import { callAfter } from '../../config/long-timer.js';

/** The source of time; tests provide their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after a delay in milliseconds, however long. @returns cancels the call */
  schedule(delay: number, callback: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  schedule: (delay, callback) => callAfter(delay, callback),
};

/** The clock of a chain: that of the machine, until it is set to something else. */
export class ChainClock {
  readonly #clock: Clock;
  #offset = 0;
  #follow: (offset: number) => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds by which it is ahead of the machine's clock. */
  get offset(): number {
    return this.#offset;
  }

  set offset(milliseconds: number) {
    this.#offset = milliseconds;
    this.#follow(milliseconds);
  }

  /** Calls back with each offset that is set from now on, before the setting returns. */
  follow(listener: (offset: number) => void): void {
    this.#follow = listener;
  }

  /** Milliseconds since 1970. */
  get milliseconds(): number {
    return this.#clock.now() + this.offset;
  }

  /** Seconds since 1970, as blocks have them. */
  get seconds(): number {
    return Math.floor(this.milliseconds / 1000);
  }

  /** Sets the clock, from where it runs on; undefined sets it to the machine's time. */
  set(seconds: number | undefined): void {
    this.offset = seconds === undefined ? 0 : seconds * 1000 - this.#clock.now();
  }
}
