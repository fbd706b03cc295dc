import type { Waiter } from '../declaration/method.js';

/** Whether a client still waits for the answer to its request. */
export class Presence implements Waiter {
  #isGone = false;
  #listener: (() => void) | undefined;

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The client has gone. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#listener?.();
  }

  onLeave(listener: (() => void) | undefined): void {
    this.#listener = listener;
    if (this.#isGone) listener?.();
  }
}
