import { STATE_SCHEMA } from '../../../src/state/schema.js';
import { StateStore } from '../../../src/state/state-store.js';
import { openMemory } from '../../../src/storage/memory.js';

/** An empty state in memory. */
export function memoryState(): StateStore {
  return new StateStore(openMemory(), STATE_SCHEMA);
}
