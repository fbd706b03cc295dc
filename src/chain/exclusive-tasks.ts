/** Runs tasks one after the other, in the order in which they were given. */
export class ExclusiveTasks {
  #last: Promise<unknown> = Promise.resolve();
  #unfinished = 0;

  /** Whether a task is running or waiting. */
  get busy(): boolean {
    return this.#unfinished > 0;
  }

  /** Runs a task after those before it, whether they succeed or not. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    this.#unfinished++;
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#unfinished--;
    }
  }

  /** Resolves when no task is running or waiting; until the caller next waits, that stays so. */
  async idle(): Promise<void> {
    while (this.busy) await this.#last;
  }
}
