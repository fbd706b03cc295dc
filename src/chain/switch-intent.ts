import { bool, type Codec, hash256, optional, record, u32, vector } from '../codec/codec.js';
import { editsCodec, type StateEdit } from './state-edits.js';

/**
 * What a sequence of steps is going to do with the chain. It is on the disk before the first step and until
 * after the last one, so that a start after a crash in between can complete it or take it back.
 */
export interface SwitchIntent {
  /** Height of the newest block that stays. */
  readonly forkHeight: number;
  /** The newest block of before. */
  readonly from: string;
  /** The newest block when it is done. */
  readonly to: string;
  /** Whether a start goes on to `to`, if it knows all blocks up to there; otherwise it goes back to `from`. */
  readonly goesOn: boolean;
  /**
   * What was set without a transaction in the blocks up to `from`, by their hashes, where blocks of the
   * other branch may replace that; undefined: what is stored of those blocks stays.
   */
  readonly editsOfFrom: readonly BlockEdits[] | undefined;
}

export interface BlockEdits {
  readonly hash: string;
  readonly edits: readonly StateEdit[];
}

export const switchIntentCodec: Codec<SwitchIntent> = record({
  forkHeight: u32,
  from: hash256,
  to: hash256,
  goesOn: bool,
  editsOfFrom: optional(vector(record({ hash: hash256, edits: editsCodec }))),
});
