/**
 * The subscribers of events. A listener has any of the methods of `L`; all are called in the order
 * of their subscription. One that throws affects neither the others nor the sender of the event: it
 * is a bug and surfaces as an uncaught exception.
 */
export class Listeners<L extends object> {
  readonly #listeners = new Set<Partial<L>>();

  /** @returns ends the subscription */
  subscribe(listener: Partial<L>): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** @param call - calls the method of a listener, if it has it */
  notify(call: (listener: Partial<L>) => void): void {
    for (const listener of [...this.#listeners]) {
      try {
        call(listener);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
