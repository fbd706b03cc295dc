import type { Clock } from '../../../src/consensus/solo/clock.js';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param seconds - since 1970 */
  constructor(seconds: number) {
    this.#now = seconds * 1000;
  }

  now(): number {
    return this.#now;
  }

  schedule(delay: number, callback: () => void): () => void {
    const timer = { due: this.#now + delay, callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Number of calls that are due some time. */
  get scheduled(): number {
    return this.#timers.size;
  }

  /** Moves the clock, calling back what becomes due on the way, and lets what that starts run. */
  async advance(seconds: number): Promise<void> {
    const end = this.#now + seconds * 1000;
    for (;;) {
      const next = [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Several turns of the event loop, which writing to a store in memory is done within. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve));
}
