import type {
  BatchOperation,
  BatchOptions,
  EngineName,
  KeyValueStore,
  Range,
} from '../../../src/storage/key-value-store.js';

/**
 * What happens to the chosen write, and to later ones:
 * - `refuse`: nothing is written and the writes reject, as with a full disk
 * - `refuse once`: the chosen write rejects, later ones are done as if nothing had happened
 * - `lose answer`: the chosen write is done but rejects, later ones are refused
 * - `stop`: nothing is written and no answer comes, as if the process had ended there
 */
export type Fault = 'refuse' | 'refuse once' | 'lose answer' | 'stop';

/** A store whose writes from the `failAt`-th on (the first is 1) go wrong. Reads are not affected. */
export class FaultyStore implements KeyValueStore {
  #writes = 0;
  #reach: () => void = () => {};
  /** Resolves when the chosen write has been asked for. */
  readonly reached = new Promise<void>(resolve => {
    this.#reach = resolve;
  });

  constructor(
    readonly inner: KeyValueStore,
    readonly failAt: number,
    readonly fault: Fault,
  ) {}

  get engine(): EngineName {
    return this.inner.engine;
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    return this.inner.getMany(keys);
  }

  async batch(operations: readonly BatchOperation[], options?: BatchOptions): Promise<void> {
    this.#writes++;
    const isOver = this.fault === 'refuse once' && this.#writes > this.failAt;
    if (this.#writes < this.failAt || isOver) return this.inner.batch(operations, options);
    this.#reach();
    if (this.fault === 'stop') return new Promise(() => undefined);
    if (this.fault === 'lose answer' && this.#writes === this.failAt) {
      await this.inner.batch(operations, options);
    }
    throw new Error('injected fault: no space left on device');
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    return this.inner.iterate(range);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
