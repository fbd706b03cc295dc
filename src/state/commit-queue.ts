import { messageOf } from '../storage/errors.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { StateError } from './errors.js';

/**
 * Writes batches one after the other, each only when the one before is on the disk. After a write
 * has failed nothing is written any more: a later block must not land without an earlier one.
 */
export class CommitQueue {
  readonly #store: KeyValueStore;
  #last: Promise<void> = Promise.resolve();
  #failure: StateError | undefined;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Why nothing can be written any more. */
  get failure(): StateError | undefined {
    return this.#failure;
  }

  /** Resolves when the batch is on the disk; `done` is called then too, before the next one is written. */
  write(operations: readonly BatchOperation[], done: () => void): Promise<void> {
    const written = this.#last.then(() => this.#write(operations)).then(done);
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Resolves when everything that was asked for is written or has failed. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #write(operations: readonly BatchOperation[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await this.#store.batch(operations, { sync: true });
    } catch (error) {
      this.#failure = new StateError(
        `a block could not be written (${messageOf(error)}); nothing more is written, restart the node`,
        { cause: error },
      );
      throw this.#failure;
    }
  }
}
