import type { ContractCode } from '../contract-code.js';

/** A line of a source. */
export interface SourcePlace {
  /** Path as the compiler was given it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A build of a contract that counts its lines in its memory (`countPlaces`). */
export interface CountingModule {
  readonly code: ContractCode;
  /** The line that each counter counts. */
  readonly places: readonly SourcePlace[];
  /**
   * Receives what a run has counted, one number for each counter.
   * @param failedAt - the line that was reached last, where the run has failed
   */
  ended(counts: Uint32Array, failedAt: SourcePlace | undefined): void;
}
