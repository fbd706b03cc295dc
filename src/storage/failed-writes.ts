import { StorageError } from './errors.js';
import type { KeyValueStore } from './key-value-store.js';

/** Calls back with the first write of a store that fails, whoever has asked for it. */
export function onFailedWrite(store: KeyValueStore, callback: (error: Error) => void): void {
  const batch = store.batch.bind(store);
  let reported = false;
  store.batch = async (...parameters) => {
    try {
      await batch(...parameters);
    } catch (error) {
      // Whoever writes after the end, or what cannot be written anywhere, has made a mistake; the disk has not.
      const isMistake =
        error instanceof StorageError && (error.code === 'closed' || error.code === 'bad-input');
      if (!isMistake && !reported) {
        reported = true;
        callback(error instanceof Error ? error : new Error(String(error)));
      }
      throw error;
    }
  };
}
