/** The figures, each a cell of 32 bits. */
const NAMES = [
  'waiting',
  'tipHeight',
  'wrongPasswords',
  'connections',
  'closedConnections',
  'busyAnswers',
  'closedUnread',
  'delayedRequests',
  'goneClients',
  'subscribers',
  'slowSubscribers',
  'heartbeat',
  'readHeight',
  'disconnects',
] as const;

export type FigureName = (typeof NAMES)[number];

/**
 * What the thread of the node and the one that serves tell each other, in memory that both see: a figure is there at
 * once, also while the other thread is busy for long.
 */
export class SharedFigures {
  readonly #cells: Int32Array;

  /** @param memory - that of the figures of the other thread */
  constructor(
    readonly memory: SharedArrayBuffer = new SharedArrayBuffer(NAMES.length * Int32Array.BYTES_PER_ELEMENT),
  ) {
    this.#cells = new Int32Array(memory);
  }

  get(name: FigureName): number {
    return Atomics.load(this.#cells, NAMES.indexOf(name));
  }

  set(name: FigureName, value: number): void {
    Atomics.store(this.#cells, NAMES.indexOf(name), value);
  }

  /** Counts one more. */
  count(name: FigureName): void {
    Atomics.add(this.#cells, NAMES.indexOf(name), 1);
  }

  /** Calls that are waiting for their turn. */
  get waiting(): number {
    return this.get('waiting');
  }

  set waiting(count: number) {
    this.set('waiting', count);
  }

  /** Height of the newest block, also of one that another thread has read of before the node knows that it is stored. */
  get tipHeight(): number {
    return Math.max(this.get('tipHeight'), this.get('readHeight'));
  }

  set tipHeight(height: number) {
    this.set('tipHeight', height);
  }
}
