import type { Logger } from 'pino';

/** What the log is about, each with a level of its own. */
export const LOG_CATEGORIES = {
  node: 'start, stop, and what is wrong with the node',
  chain: 'blocks that come and go (debug)',
  consensus: 'the consensus engine of a network of validators: its lines (debug), starts and ends (warn)',
  rpc: 'calls of methods, with who called, how long they took and what became of them (debug)',
  auth: 'wrong passwords (warn)',
} as const;

export type LogCategory = keyof typeof LOG_CATEGORIES;

/** Levels, from the one with the fewest lines on. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** All categories. */
export const CATEGORY_NAMES = Object.keys(LOG_CATEGORIES) as readonly LogCategory[];

/** The parts of a log, whose levels can be changed while it is written. */
export class LogCategories {
  readonly #loggers: ReadonlyMap<LogCategory, Logger>;
  readonly #reopen: () => void;
  readonly #listeners = new Set<() => void>();

  /**
   * @param main - what is written without a category, which is that of the node
   * @param reopen - goes on in a new file of the same name, where the log is a file
   */
  constructor(main: Logger, reopen: () => void) {
    this.#loggers = new Map(
      CATEGORY_NAMES.map(category => [category, category === 'node' ? main : main.child({ category })]),
    );
    this.#reopen = reopen;
  }

  /** The log of a category. */
  get(category: LogCategory): Logger {
    return this.#loggers.get(category) as Logger;
  }

  /** The level of each category. */
  levels(): Readonly<Record<LogCategory, LogLevel>> {
    return Object.fromEntries(CATEGORY_NAMES.map(category => [category, this.get(category).level])) as Record<
      LogCategory,
      LogLevel
    >;
  }

  setLevel(category: LogCategory, level: LogLevel): void {
    this.get(category).level = level;
    for (const listener of this.#listeners) listener();
  }

  /** Calls back when a level has changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Goes on in a new file after somebody has renamed the present one. */
  reopen(): void {
    this.#reopen();
  }
}
