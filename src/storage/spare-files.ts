import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeyValueStore } from './key-value-store.js';

/** Files that are kept open for nothing, so that there are some to open when all others are used up. */
const SPARE = 16;
/** What the database may have to open for one write: its next log, a table, and the list of tables. */
const NEEDED = 4;
/** For so long a look at how many files can be opened counts, in milliseconds. */
const LOOK_LASTS = 20;
/** How often it is looked again when there is no room, and whether spare files that were given up can be had back. */
const RETRY = 50;
const REFILL = 1000;

/** Whether a failure says that this process, or the machine, has no file left to open. */
export function isOutOfFiles(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Opens files, or none where there are not so many left. */
function openMany(count: number): number[] {
  const files: number[] = [];
  try {
    for (let i = 0; i < count; i++) files.push(openSync(devNull, 'r'));
    return files;
  } catch (error) {
    closeAll(files);
    if (isOutOfFiles(error)) return [];
    throw error;
  }
}

function closeAll(files: readonly number[]): void {
  for (const file of files) closeSync(file);
}

/**
 * Room for the files that the database has to open while it writes: what it cannot open then makes it useless until it
 * is opened again. Whoever is about to write looks first, and waits where there is no room, until there is.
 */
export class SpareFiles {
  #spare: readonly number[] = openMany(SPARE);
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #onShortage: () => void;

  /** @param onShortage - is called when the spare files are given up, and when a write begins to wait */
  constructor(onShortage: () => void) {
    this.#onShortage = onShortage;
  }

  /** Whether files can be opened; where they are short, spare ones are given up for that. */
  get haveRoom(): boolean {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_LASTS) return true;
    if (!canOpen(NEEDED)) {
      if (this.#spare.length === 0) return false;
      this.release();
      this.#onShortage();
      if (!canOpen(NEEDED)) return false;
    }
    this.#lookedAt = now;
    return true;
  }

  /** Gives the spare files up for a while. */
  release(): void {
    closeAll(this.#spare);
    this.#spare = [];
    this.#timer ??= setInterval(() => this.#refill(), REFILL);
    this.#timer.unref();
  }

  /** Resolves when there is room. */
  async room(): Promise<void> {
    if (this.haveRoom) return;
    this.#onShortage();
    do await delay(RETRY);
    while (!this.haveRoom);
  }

  /** Ends all of it. */
  end(): void {
    closeAll(this.#spare);
    this.#spare = [];
    clearInterval(this.#timer);
  }

  /** Not to the last file: those that were given up may be in use. */
  #refill(): void {
    const files = openMany(SPARE + NEEDED);
    if (files.length === 0) return;
    closeAll(files.slice(SPARE));
    this.#spare = files.slice(0, SPARE);
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function canOpen(count: number): boolean {
  const files = openMany(count);
  closeAll(files);
  return files.length > 0;
}

/** Lets a store write only while files can be opened; its writes stay in order. */
export function writeWithRoom(store: KeyValueStore, files: SpareFiles): void {
  const batch = store.batch.bind(store);
  let waiting: Promise<void> | undefined;
  store.batch = (...parameters) => {
    if (waiting === undefined) {
      if (files.haveRoom) return batch(...parameters);
      waiting = files.room().then(() => {
        waiting = undefined;
      });
    }
    return waiting.then(() => batch(...parameters));
  };
}

/** Does work that opens files, again and again while there are none left. @param work - can be done again where it failed */
export async function whenFilesAreFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfFiles(error)) throw error;
      await delay(RETRY);
    }
  }
}
