import { messageOf } from '../storage/errors.js';
import type { BatchOperation, KeyValueStore } from '../storage/key-value-store.js';
import { StateError } from './errors.js';

/** What must be on the disk elsewhere before a batch is written. */
export interface WrittenBefore {
  /** What the batch says of it. */
  readonly operations: readonly BatchOperation[];
  /** Nothing is written if it rejects. */
  readonly done: Promise<void> | undefined;
}

export interface WriteOptions {
  /** Called when nothing but the disk can keep the batch from being written any more. */
  readonly before?: (() => WrittenBefore) | undefined;
  /** Whether the batch must be on the disk before the promise resolves; default true. */
  readonly sync?: boolean | undefined;
}

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

  /**
   * Resolves when the batch is written, and on the disk unless that is not asked for; `done` is called
   * then too, before the next one is written.
   */
  write(
    operations: readonly BatchOperation[],
    { before, sync = true }: WriteOptions,
    done: () => void,
  ): Promise<void> {
    const earlier = before?.();
    // It may fail before its turn comes.
    earlier?.done?.catch(() => undefined);
    const all = earlier === undefined ? operations : [...operations, ...earlier.operations];
    const written = this.#last.then(() => this.#write(all, earlier?.done, sync)).then(done);
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Resolves when everything that was asked for is written or has failed. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #write(
    operations: readonly BatchOperation[],
    after: Promise<void> | undefined,
    sync: boolean,
  ): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await after;
      await this.#store.batch(operations, { sync });
    } catch (error) {
      this.#failure = new StateError(
        `a block could not be written (${messageOf(error)}); nothing more is written, restart the node`,
        { cause: error },
      );
      throw this.#failure;
    }
  }
}
