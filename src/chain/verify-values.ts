import type { AnyTable, Schema } from '../state/table.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import type { TaskControl } from './tasks.js';

/**
 * Reads every value of the state in the database, as it is at one moment: each has to decode, and to be the one
 * encoding of what it says. The engine compares the checksums of its blocks on the way.
 *
 * @param onEntry - is called with each entry
 * @returns what is wrong with the first bad one, undefined where all are sound
 * @throws StorageError where the engine cannot read
 */
export async function verifyValues(
  store: KeyValueStore,
  schema: Schema,
  task: TaskControl,
  onEntry: () => void = () => undefined,
): Promise<string | undefined> {
  for (const table of schema.tables) {
    const range = { gte: Buffer.of(table.prefix), lt: Buffer.of(table.prefix + 1) };
    for (const [key, value] of store.iterate(range)) {
      const problem = problemOf(table, key.subarray(1), value);
      if (problem !== undefined) return `the entry ${key.toString('hex')} of table ${table.name} ${problem}`;
      onEntry();
      await task.turn();
    }
  }
  return undefined;
}

function problemOf(table: AnyTable, key: Buffer, value: Buffer): string | undefined {
  try {
    const text = key.toString('latin1');
    if (table.key.encode(table.key.decode(text)) !== text) return 'has a key that is not encoded as keys are';
    if (!table.value.encode(table.value.decode(value)).equals(value)) {
      return 'has a value that is not encoded as values are';
    }
    return undefined;
  } catch (error) {
    return `does not decode: ${error instanceof Error ? error.message : String(error)}`;
  }
}
