import { watch } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Sources whose change is a reason to run tests again. */
const SOURCE = /\.(lua|ts|mts|js|mjs|wasm|json)$/;
const IGNORED = /(^|\/)(node_modules|coverage|dist|\.[^/]+)(\/|$)/;
/** Editors write a file in several steps; this much later all of them are done. */
const SETTLE_MS = 100;

/** Notices changes of sources below a folder, also those that happen while nobody waits. */
export class SourceWatch {
  #isChanged = false;
  #wake: () => void = () => {};

  constructor(directory: string) {
    watch(directory, { recursive: true }, (_, name) => {
      if (name === null || !SOURCE.test(name) || IGNORED.test(name)) return;
      this.#isChanged = true;
      this.#wake();
    });
  }

  /** Waits for a change since the last one that it has answered. */
  async next(): Promise<void> {
    if (!this.#isChanged) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    await setTimeout(SETTLE_MS);
    this.#isChanged = false;
  }
}
