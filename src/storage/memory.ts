import { boundsOf, checkKeys, checkOperations } from './bounds.js';
import { closedError } from './errors.js';
import type { BatchOperation, KeyValueStore, Range } from './key-value-store.js';
import { SortedMap } from './sorted-map.js';

/** An empty store in memory, for tests and chains that need not outlive their process. */
export function openMemory(): KeyValueStore {
  return new MemoryStore();
}

class MemoryStore implements KeyValueStore {
  readonly engine = 'memory';
  readonly #entries = new SortedMap<Buffer>();
  #closed = false;

  getMany(keys: readonly Buffer[]): (Buffer | undefined)[] {
    this.#requireOpen();
    checkKeys(keys);
    return keys.map(key => this.#entries.get(key.toString('latin1')));
  }

  async batch(operations: readonly BatchOperation[]): Promise<void> {
    this.#requireOpen();
    checkOperations(operations);
    for (const operation of operations) {
      const key = operation.key.toString('latin1');
      if (operation.type === 'put') this.#entries.set(key, Buffer.from(operation.value));
      else this.#entries.delete(key);
    }
  }

  iterate(range: Range): Iterable<[Buffer, Buffer]> {
    this.#requireOpen();
    const bounds = boundsOf(range);
    if (bounds === undefined) return [];
    const entries = this.#entries.iterate(
      bounds.lower?.toString('latin1') ?? '',
      bounds.upper?.toString('latin1'),
      range.reverse ?? false,
    );
    return withKeysAsBytes(entries, range.limit ?? Number.POSITIVE_INFINITY);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #requireOpen(): void {
    if (this.#closed) throw closedError();
  }
}

function* withKeysAsBytes(entries: Iterable<[string, Buffer]>, limit: number): Generator<[Buffer, Buffer]> {
  let count = 0;
  for (const [key, value] of entries) {
    if (count++ === limit) return;
    yield [Buffer.from(key, 'latin1'), value];
  }
}
