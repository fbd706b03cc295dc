import { readdir, readFile } from 'node:fs/promises';
import { callAfter } from '../config/long-timer.js';
import { freeBytes } from '../storage/durable-copy.js';

/** What is looked at from time to time: none of it keeps the node from working yet. */
export interface Readings {
  /** Bytes that are free where the node writes; undefined where it writes nothing. */
  readonly free: number | undefined;
  /** Milliseconds that the slowest sync of the log of blocks took since the last reading. */
  readonly slowestSync: number;
  /** Seconds since the newest block, where blocks are made at intervals. */
  readonly sinceBlock: number | undefined;
  /** Files and connections of this process, and how many it may have; undefined where the system does not say. */
  readonly openFiles: { readonly count: number; readonly limit: number } | undefined;
}

/** From where on a reading is warned about. */
export interface WatchLimits {
  /** Bytes that are to be free (option minfreespace). */
  readonly free: number;
  /** Seconds between blocks. */
  readonly blockInterval: number;
}

const MEBIBYTE = 1 << 20;
/** Milliseconds: a disk that takes longer holds up whoever waits for a block. */
const SLOW_SYNC = 1000;
/** So many intervals without a block, and at least so many seconds. */
const LATE_INTERVALS = 10;
const LATE_SECONDS = 60;
/** Part of the files that may be open. */
const MANY_FILES = 0.8;
/** Milliseconds between readings. */
const PERIOD = 5_000;
/** A sync that was slow is told for so many readings. */
const REMEMBERED = 12;

/** What an operator has to know of some readings. */
export function warningsOf(
  { free, slowestSync, sinceBlock, openFiles }: Readings,
  limits: WatchLimits,
): string[] {
  const warnings: string[] = [];
  if (free !== undefined && free < limits.free) {
    warnings.push(
      `disk space is low: ${Math.floor(free / MEBIBYTE)} MiB are free, ${Math.ceil(limits.free / MEBIBYTE)} are to be ` +
        '(option minfreespace); the node ends when it cannot write',
    );
  }
  if (slowestSync > SLOW_SYNC) {
    warnings.push(`the disk is slow: a write of the last minute took ${Math.round(slowestSync)} ms`);
  }
  if (
    sinceBlock !== undefined &&
    sinceBlock > Math.max(LATE_SECONDS, LATE_INTERVALS * limits.blockInterval)
  ) {
    warnings.push(`no block for ${sinceBlock} s, one is due every ${limits.blockInterval} s`);
  }
  if (openFiles !== undefined && openFiles.count > MANY_FILES * openFiles.limit) {
    warnings.push(
      `${openFiles.count} files and connections are open, ${openFiles.limit} may be; raise the limit (ulimit -n)`,
    );
  }
  return warnings;
}

export interface WatchParts {
  readonly read: () => Promise<Readings>;
  readonly limits: WatchLimits;
  /** Is called with what is new, once. */
  readonly onWarning: (warning: string) => void;
}

/** Looks at the surroundings of the node every few seconds, and says what is wrong. */
export class Watch {
  readonly #parts: WatchParts;
  readonly #syncs: number[] = [];
  readonly #damage = new Set<string>();
  #warnings: readonly string[] = [];
  #cancel: (() => void) | undefined;
  #stopped = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** What is wrong at present. */
  get warnings(): readonly string[] {
    return [...this.#damage, ...this.#warnings];
  }

  /** Records damage that was found in what is stored; it stays an error until the node is started anew. */
  damaged(problem: string): void {
    const warning = `what is stored is damaged: ${problem}`;
    if (this.#damage.has(warning)) return;
    this.#damage.add(warning);
    this.#parts.onWarning(warning);
  }

  /** Looks for the first time, and goes on with that. */
  async start(): Promise<void> {
    await this.look();
    this.#lookLater();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #lookLater(): void {
    if (this.#stopped) return;
    this.#cancel = callAfter(PERIOD, () => void this.look().then(() => this.#lookLater()));
  }

  async look(): Promise<void> {
    const { read, limits, onWarning } = this.#parts;
    const readings = await read();
    this.#syncs.push(readings.slowestSync);
    if (this.#syncs.length > REMEMBERED) this.#syncs.shift();
    const warnings = warningsOf({ ...readings, slowestSync: Math.max(...this.#syncs) }, limits);
    const subject = (warning: string): string => warning.replace(/\d+/g, '');
    const known = new Set(this.#warnings.map(subject));
    for (const warning of warnings) if (!known.has(subject(warning))) onWarning(warning);
    this.#warnings = warnings;
  }
}

/** Bytes that are free for a directory; undefined where the system does not say. */
export async function freeIn(directory: string): Promise<number | undefined> {
  return await freeBytes(directory).catch(() => undefined);
}

/** Counts the open files of this process, on Linux. */
export async function openFilesOfProcess(): Promise<Readings['openFiles']> {
  try {
    const [names, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'utf8'),
    ]);
    const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return limit === undefined ? undefined : { count: names.length, limit: Number(limit) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined; // There is no such directory elsewhere.
  }
}
