/** Milliseconds. A disk that is quicker is waited for: asking another thread to wait takes about as long. */
const QUICK_MS = 1;
/** How many times a disk that was slow is not waited for. */
const SLOW_SYNCS = 100;
/** More than this takes its time on any disk. */
const SMALL_BYTES = 65_536;

/** Decides whether a write is synced here or by another thread, from how long this took before. */
export class SyncPace {
  /** Syncs for which the disk is not tried again. */
  #slowFor = 0;

  /** Whether to wait for the disk in this thread. The time has to be told when it is known. */
  isQuick(bytes: number): boolean {
    if (bytes > SMALL_BYTES) return false;
    if (this.#slowFor === 0) return true;
    this.#slowFor--;
    return false;
  }

  /** A sync in this thread took so many milliseconds. */
  took(milliseconds: number): void {
    if (milliseconds > QUICK_MS) this.#slowFor = SLOW_SYNCS;
  }
}
