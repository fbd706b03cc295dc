/** Lets one piece of work run at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  readonly #changed: () => void;
  #holders = 0;

  /** @param changed - is called when the number of waiting tasks changes */
  constructor(changed: () => void = () => {}) {
    this.#changed = changed;
  }

  /** Number of tasks that are waiting for their turn. */
  get waiting(): number {
    return Math.max(0, this.#holders - 1);
  }

  /** Whether any task has its turn or is waiting for it. */
  get busy(): boolean {
    return this.#holders > 0;
  }

  /** Runs `work` when everything that came before has ended, whether well or not. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    this.#holders++;
    this.#changed();
    const turn = this.#last.then(work).finally(() => {
      this.#holders--;
      this.#changed();
    });
    this.#last = turn.catch(() => undefined); // the caller sees the error, the next in line does not
    return turn;
  }
}
