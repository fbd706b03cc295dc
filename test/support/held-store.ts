import type { BatchOperation, EngineName, KeyValueStore, Range } from '../../src/storage/key-value-store.js';

/** A store whose writes wait while it is held, as on a slow disk. */
export class HeldStore implements KeyValueStore {
  readonly #inner: KeyValueStore;
  #held: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(inner: KeyValueStore) {
    this.#inner = inner;
  }

  get engine(): EngineName {
    return this.#inner.engine;
  }

  hold(): void {
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
    await this.#held;
    await this.#inner.batch(operations);
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    return this.#inner.iterate(range);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
