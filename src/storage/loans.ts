import type { Loan, SharedDatabase } from './key-value-store.js';

/** The threads that may read a database besides the one that has opened it. */
export class Loans {
  readonly #open = new Set<Promise<void>>();

  /** Lets another thread read a database. */
  lend(database: SharedDatabase): Loan {
    let giveBack = (): void => undefined;
    const returned = new Promise<void>(resolve => {
      giveBack = resolve;
    });
    this.#open.add(returned);
    void returned.then(() => this.#open.delete(returned));
    return { database, giveBack };
  }

  /** Resolves when nobody reads any more. */
  async returned(): Promise<void> {
    await Promise.all(this.#open);
  }
}
