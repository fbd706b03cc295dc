import type { BatchOperation, KeyValueStore } from '../../../src/storage/key-value-store.js';
import { openMemory } from '../../../src/storage/memory.js';
import { lasting } from './surviving-store.js';

/** A store, and what of it is on the disk. */
export interface LosingStore {
  readonly store: KeyValueStore;
  /** What a loss of power now would leave: everything up to the newest batch that was synced. */
  left(): Promise<KeyValueStore>;
}

/** A store in memory that knows what a database would have lost with the power. */
export function losing(): LosingStore {
  const inner = lasting(openMemory());
  const durable: BatchOperation[] = [];
  let unsynced: BatchOperation[] = [];
  const store: KeyValueStore = {
    ...inner,
    async batch(operations, options) {
      await inner.batch(operations, options);
      unsynced.push(...operations);
      if (options?.sync === false) return;
      durable.push(...unsynced);
      unsynced = [];
    },
  };
  return {
    store,
    async left() {
      const left = openMemory();
      await left.batch(durable);
      return lasting(left);
    },
  };
}
