import { watch } from 'node:fs';
import { noteTables } from './file-sums.js';

/** What is written to a database comes in rows of changes of its files. */
const REST_MILLISECONDS = 300;

/**
 * Notes the sums of the tables of a database that is open, now and whenever there are new ones.
 * @returns ends that
 */
export function followTables(directory: string): () => Promise<void> {
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const note = (): void => {
    timer = undefined;
    // What cannot be noted, as on a full disk or while a table goes, is compared less after a kill.
    working = working.then(() => (ended ? undefined : noteTables(directory).catch(() => undefined)));
  };
  note();
  // The engine changes its manifest when tables come and go.
  const watcher = watch(directory, { persistent: false }, (_event, name) => {
    if (name?.startsWith('MANIFEST') !== true || timer !== undefined) return;
    timer = setTimeout(note, REST_MILLISECONDS);
    timer.unref();
  });
  // Where files cannot be watched, those of the start are noted.
  watcher.on('error', () => watcher.close());
  return async () => {
    ended = true;
    clearTimeout(timer);
    watcher.close();
    await working;
  };
}
