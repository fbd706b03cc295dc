import { MAX_TIMER_DELAY } from '../config/long-timer.js';

/** Calls back once at a point of time, however far away, and does not keep the process alive. */
export class LockTimer {
  #timer: NodeJS.Timeout | undefined;

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number) {}

  /** Replaces what was set before. @param at milliseconds since 1970 */
  set(at: number, callback: () => void): void {
    this.clear();
    // A clock that is set back meanwhile keeps nothing unlocked for longer.
    const end = performance.now() + at - this.now();
    const arm = (): void => {
      const delay = Math.min(at - this.now(), end - performance.now());
      if (delay <= 0) {
        callback();
        return;
      }
      this.#timer = setTimeout(arm, Math.min(delay, MAX_TIMER_DELAY)).unref();
    };
    arm();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
