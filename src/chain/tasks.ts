import { requireWriting } from '../storage/read-only.js';
import { Turns } from './turns.js';

/** A task was told to end before it was done. */
export class TaskCancelled extends Error {
  override readonly name = 'TaskCancelled';

  constructor(name: string) {
    super(`${name} was cancelled`);
  }
}

/** What a long piece of work says while it runs, and what it has to do for others. */
export interface TaskControl {
  /** Says how far it is, in units of its own, of how many. */
  report(done: number, total: number): void;
  /**
   * Lets others have their turn if this one has lasted long enough. To be awaited in every loop.
   * @throws TaskCancelled
   */
  turn(): Promise<void>;
  /** Throws where the task was told to end. @throws TaskCancelled */
  check(): void;
}

/** A task as others see it. */
export interface TaskProgress {
  /** Numbers the tasks of a process, from 1. */
  readonly id: number;
  /** What runs, such as `backupchain`. */
  readonly name: string;
  /** What is counted, such as `blocks`. */
  readonly unit: string;
  readonly done: number;
  /** 0 while it is not known. */
  readonly total: number;
  /** Seconds since it began. */
  readonly seconds: number;
}

/** For work that nobody watches. */
export const UNWATCHED: TaskControl = {
  report: () => undefined,
  turn: () => new Promise(resolve => setImmediate(resolve)),
  check: () => undefined,
};

/** The long pieces of work that are running: they run beside everything else, can be watched, and ended. */
export class Tasks {
  readonly #running = new Map<number, Task>();
  #lastId = 0;
  #closed = false;

  /**
   * Runs work as a task.
   * @param unit - what it counts
   * @throws TaskCancelled; what the work throws
   */
  async run<T>(name: string, unit: string, work: (task: TaskControl) => Promise<T>): Promise<T> {
    if (this.#closed) throw new TaskCancelled(name);
    const task = new Task(++this.#lastId, name, unit);
    this.#running.set(task.id, task);
    try {
      const running = work(task);
      task.ended = running.then(
        () => undefined,
        () => undefined,
      );
      return await running;
    } finally {
      this.#running.delete(task.id);
    }
  }

  /** Those that are running, the oldest first. */
  get progress(): TaskProgress[] {
    return [...this.#running.values()].map(task => task.progress);
  }

  /** Tells a task to end. @returns whether it was running */
  cancel(id: number): boolean {
    requireWriting('a task');
    const task = this.#running.get(id);
    task?.cancel();
    return task !== undefined;
  }

  /** Ends all tasks, and lets none begin any more; resolves when the last one has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const task of running) task.cancel();
    await Promise.all(running.map(({ ended }) => ended));
  }
}

class Task implements TaskControl {
  ended: Promise<void> = Promise.resolve();
  readonly #began = performance.now();
  readonly #turns = new Turns();
  #isCancelled = false;
  #done = 0;
  #total = 0;

  constructor(
    readonly id: number,
    readonly name: string,
    readonly unit: string,
  ) {}

  get progress(): TaskProgress {
    const { id, name, unit } = this;
    const seconds = Math.floor((performance.now() - this.#began) / 1000);
    return { id, name, unit, done: this.#done, total: this.#total, seconds };
  }

  report(done: number, total: number): void {
    this.#done = done;
    this.#total = total;
  }

  async turn(): Promise<void> {
    this.check();
    if (!this.#turns.areDue) return;
    await this.#turns.give();
    this.check();
  }

  check(): void {
    if (this.#isCancelled) throw new TaskCancelled(this.name);
  }

  cancel(): void {
    this.#isCancelled = true;
  }
}
