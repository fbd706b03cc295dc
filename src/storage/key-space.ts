import type { BatchOperation, BatchOptions, EngineName, KeyValueStore, Range } from './key-value-store.js';

/**
 * The part of a store whose keys all begin with the same bytes, as a store of its own. Several of
 * them share one database; none can see or change the others' entries.
 */
export class KeySpace implements KeyValueStore {
  readonly #store: KeyValueStore;
  readonly #prefix: Buffer;
  /** The first key after this part. */
  readonly #end: Buffer;

  /** @param prefix - at least one byte, the last of them below 255 */
  constructor(store: KeyValueStore, prefix: Buffer) {
    const last = prefix.at(-1);
    if (last === undefined || last === 0xff) {
      throw new RangeError('the prefix of a key space is not empty and does not end with the byte 255');
    }
    this.#store = store;
    this.#prefix = Buffer.from(prefix);
    this.#end = Buffer.concat([prefix.subarray(0, -1), Buffer.of(last + 1)]);
  }

  /** @param prefix - as in the layout of the database: latin1, one character a byte */
  static of(store: KeyValueStore, prefix: string): KeySpace {
    return new KeySpace(store, Buffer.from(prefix, 'latin1'));
  }

  get engine(): EngineName {
    return this.#store.engine;
  }

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    return this.#store.getMany(keys.map(key => this.#outer(key)));
  }

  batch(operations: readonly BatchOperation[], options?: BatchOptions): Promise<void> {
    return this.#store.batch(this.outerOperations(operations), options);
  }

  /** Operations on this part as operations on the whole store, for a batch that has others too. */
  outerOperations(operations: readonly BatchOperation[]): BatchOperation[] {
    return operations.map(operation => ({ ...operation, key: this.#outer(operation.key) }));
  }

  *iterate(range: Range): Iterable<[Buffer, Buffer]> {
    for (const [key, value] of this.#store.iterate(this.#outerRange(range))) {
      yield [key.subarray(this.#prefix.length), value];
    }
  }

  /** Does nothing: the store belongs to the code that opened it. */
  async close(): Promise<void> {}

  #outer(key: Buffer): Buffer {
    return Buffer.concat([this.#prefix, key]);
  }

  #outerRange({ gte, gt, lt, lte, reverse, limit }: Range): Range {
    return {
      gte: gte ? this.#outer(gte) : this.#prefix,
      lt: lt ? this.#outer(lt) : this.#end,
      ...(gt && { gt: this.#outer(gt) }),
      ...(lte && { lte: this.#outer(lte) }),
      ...(reverse !== undefined && { reverse }),
      ...(limit !== undefined && { limit }),
    };
  }
}
