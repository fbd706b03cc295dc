/**
 * The only clock in the rooms that execute: it measures `elapsed` of traces, which each node shows for
 * itself. Nothing is decided by it (decision D20).
 */
export class Stopwatch {
  readonly #start = performance.now();

  /** Whole microseconds since it was made. */
  get microseconds(): number {
    return Math.round((performance.now() - this.#start) * 1000);
  }
}
