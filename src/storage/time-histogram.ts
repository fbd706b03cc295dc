/** How long something took, counted by length, from the beginning of the process on. */
export class TimeHistogram {
  /** Of each bucket, in the order of its bounds, and of what is longer than the last one. */
  readonly counts: number[];
  /** Of all, in seconds. */
  sum = 0;
  count = 0;

  /** @param bounds - upper bounds of the buckets in seconds, ascending */
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    const bucket = this.bounds.findIndex(bound => seconds <= bound);
    this.counts[bucket === -1 ? this.bounds.length : bucket]!++;
    this.sum += seconds;
    this.count++;
  }
}
