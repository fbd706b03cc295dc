const WAITING = 0;
const TIP_HEIGHT = 1;
const COUNT = 2;

/**
 * What the thread of the node tells the one that serves, in memory that both see: a figure is there at once, also
 * while the thread of the node is busy for long.
 */
export class SharedFigures {
  readonly #cells: Int32Array;

  /** @param memory - that of the figures of the other thread */
  constructor(
    readonly memory: SharedArrayBuffer = new SharedArrayBuffer(COUNT * Int32Array.BYTES_PER_ELEMENT),
  ) {
    this.#cells = new Int32Array(memory);
  }

  /** Calls that are waiting for their turn. */
  get waiting(): number {
    return Atomics.load(this.#cells, WAITING);
  }

  set waiting(count: number) {
    Atomics.store(this.#cells, WAITING, count);
  }

  /** Height of the newest block. */
  get tipHeight(): number {
    return Atomics.load(this.#cells, TIP_HEIGHT);
  }

  set tipHeight(height: number) {
    Atomics.store(this.#cells, TIP_HEIGHT, height);
  }
}
