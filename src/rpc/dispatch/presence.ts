/** Whether a client still waits for the answer to its request. */
export class Presence {
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

  /** Calls the listener when the client goes, at once where it has gone; there is one listener at a time. */
  onLeave(listener: (() => void) | undefined): void {
    this.#listener = listener;
    if (this.#isGone) listener?.();
  }
}

/** Of who waits for every answer. */
export const STAYS: Pick<Presence, 'isGone'> = { isGone: false };
