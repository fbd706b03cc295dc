import type {
  BatchOperation,
  EngineName,
  KeyValueStore,
  Range,
} from '../../../src/storage/key-value-store.js';

/**
 * A store whose writes wait while it is held, as on a slow disk: each before it is done, or only
 * its answer.
 */
export class HeldStore implements KeyValueStore {
  readonly #inner: KeyValueStore;
  #held: Promise<void> = Promise.resolve();
  #release: () => void = () => {};
  #holds: 'write' | 'answer' = 'write';

  constructor(inner: KeyValueStore) {
    this.#inner = inner;
  }

  get engine(): EngineName {
    return this.#inner.engine;
  }

  hold(what: 'write' | 'answer' = 'write'): void {
    this.#holds = what;
    this.#held = new Promise(resolve => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#release();
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    return this.#inner.getMany(keys);
  }

  async batch(operations: readonly BatchOperation[]): Promise<void> {
    if (this.#holds === 'write') await this.#held;
    await this.#inner.batch(operations);
    if (this.#holds === 'answer') await this.#held;
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    return this.#inner.iterate(range);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
