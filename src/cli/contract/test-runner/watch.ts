import { watch } from 'node:fs';

/** Sources whose change is a reason to run tests again. */
const SOURCE = /\.(lua|ts|mts|js|mjs|wasm|json)$/;
const IGNORED = /(^|\/)(node_modules|coverage|dist|\.[^/]+)(\/|$)/;
/** Editors write a file in several steps; this much later all of them are done. */
const SETTLE_MS = 100;

/** Waits until a source below a folder changes. */
export function whenChanged(directory: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(directory, { recursive: true }, (_, name) => {
      if (name === null || !SOURCE.test(name) || IGNORED.test(name) || timer !== undefined) return;
      timer = setTimeout(() => {
        watcher.close();
        resolve();
      }, SETTLE_MS);
    });
    watcher.once('error', reject);
  });
}
