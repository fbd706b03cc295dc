import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockPath } from '../storage/path-lock.js';
import type { Cleanup } from './cleanup.js';

/**
 * What this node alone may use while it runs. Everything that is read once and written as a whole is among it:
 * two nodes on one wallet would each write a file without the other's keys.
 */
export class Locks {
  readonly #cleanup: Cleanup;
  readonly #onNote: (note: string) => void;

  /** @param cleanup - releases the locks, after everything that was built on what they protect */
  constructor(cleanup: Cleanup, onNote: (note: string) => void) {
    this.#cleanup = cleanup;
    this.#onNote = onNote;
  }

  /**
   * Locks a file. One whose directory does not exist is left alone: it cannot be opened either.
   * @param what - names it in errors, such as `the wallet`
   * @throws StorageError `locked`
   */
  async take(path: string, what: string): Promise<void> {
    if (!existsSync(dirname(path))) return;
    const lock = await lockPath(path, what);
    this.#cleanup.add(() => lock.release());
    if (!lock.isExclusive) {
      this.#onNote(`${path} cannot be locked on this file system: make sure that only one node uses it`);
    }
  }
}
