/** Who wants to know of events. A listener has any of the methods of `L`; all are called in the order of their subscription. */
export class Listeners<L extends object> {
  readonly #listeners = new Set<Partial<L>>();

  /** @returns ends the subscription */
  subscribe(listener: Partial<L>): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Calls the method of everyone who has it. What a listener throws is the caller's to handle. */
  notify(call: (listener: Partial<L>) => void): void {
    for (const listener of [...this.#listeners]) call(listener);
  }
}
