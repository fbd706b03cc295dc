import { readVectors } from '../support/vectors/vectors.js';

/** A block of the recorded chain. */
export interface RecordedBlock {
  /** Seconds since 1970. */
  readonly time: number;
  readonly hash: string;
}

/** The blocks of the recorded chain by height, the last one being 744. */
export const RECORDED_BLOCKS: readonly RecordedBlock[] = readVectors<(readonly [number, string])[]>(
  'oracle/recorded-blocks',
).map(([time, hash]) => ({ time, hash }));
