import { type FSWatcher, watch } from 'node:fs';
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
  const watcher = watchedNames(directory, name => {
    if (!name.startsWith('MANIFEST') || timer !== undefined) return;
    timer = setTimeout(note, REST_MILLISECONDS);
    timer.unref();
  });
  return async () => {
    ended = true;
    clearTimeout(timer);
    watcher?.close();
    await working;
  };
}

/** Calls back with the names of files that change; undefined where files cannot be watched, as beyond a limit of the system. */
function watchedNames(directory: string, onChange: (name: string) => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, (_event, name) => onChange(name ?? ''));
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}
