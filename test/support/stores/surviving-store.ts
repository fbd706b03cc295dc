import type { KeyValueStore } from '../../../src/storage/key-value-store.js';

/** A store that outlives the chain on top of it, as a directory does. */
export function lasting(inner: KeyValueStore): KeyValueStore {
  return {
    engine: inner.engine,
    getMany: keys => inner.getMany(keys),
    batch: (operations, options) => inner.batch(operations, options),
    iterate: range => inner.iterate(range),
    close: async () => {},
  };
}
