import { type Dirent, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Sources whose change is a reason to run tests again. */
const SOURCE = /\.(lua|ts|mts|js|mjs|wasm|json)$/;
/** Names of folders that contain no sources. */
const IGNORED = /^(?:node_modules|coverage|dist|\..+)$/;
/** Editors write a file in several steps; this much later all of them are done. */
const SETTLE_MS = 100;

interface FollowedFolder {
  readonly watcher: FSWatcher;
  /** Distinguishes a folder from another one that was given its name. */
  readonly inode: number;
}

/** Notices changes of sources below a folder, also those that happen while no caller is waiting. */
export class SourceWatch {
  readonly #followed = new Map<string, FollowedFolder>();
  #isChanged: boolean;
  #wake: () => void = () => {};

  constructor(directory: string) {
    this.#follow(directory);
    this.#isChanged = false;
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

  /**
   * Watches a folder and those in it, each by itself: the recursive watch of Node.js watches single
   * files on Linux, and loses one that an editor replaces by another of the same name. Watching a
   * folder reports every name that changes.
   */
  #follow(folder: string): void {
    const inode = statSync(folder, { throwIfNoEntry: false })?.ino;
    const known = this.#followed.get(folder);
    if (known?.inode === inode) return;
    known?.watcher.close();
    this.#followed.delete(folder);
    if (inode === undefined) return;
    const watcher = watch(folder, (_, name) => {
      if (name !== null && SOURCE.test(name)) this.#change();
      this.#followFoldersOf(folder);
    });
    watcher.on('error', () => watcher.close());
    this.#followed.set(folder, { watcher, inode });
    if (entriesOf(folder).some(({ name }) => SOURCE.test(name))) this.#change();
    this.#followFoldersOf(folder);
  }

  #followFoldersOf(folder: string): void {
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory() && !IGNORED.test(entry.name)) this.#follow(join(folder, entry.name));
    }
  }

  #change(): void {
    this.#isChanged = true;
    this.#wake();
  }
}

/** None for a folder that has been removed in the meantime. */
function entriesOf(folder: string): Dirent[] {
  return statSync(folder, { throwIfNoEntry: false }) === undefined
    ? []
    : readdirSync(folder, { withFileTypes: true });
}
