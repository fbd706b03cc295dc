export interface BlockTimeRule {
  /** Seconds that a block must at least have after the one before; 0 allows equal times. */
  readonly spacing: number;
}

/** The time of the next block in seconds: now, unless that is too close to the block before (spec 08 §17). */
export function nextBlockTime(now: number, previous: number, { spacing }: BlockTimeRule): number {
  return Math.max(now, previous + spacing);
}
