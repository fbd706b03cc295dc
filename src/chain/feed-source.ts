import type { BlockExecution } from '../ledger/types.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { BlockFailure } from './executed-block.js';

/** Who adds price feeds of its own to the blocks that are made here. */
export interface FeedSource {
  /**
   * What to add to a block.
   * @param execution - the block with the feeds that waited for it executed, and nothing else
   */
  feedsFor(execution: BlockExecution): readonly PreparedTransaction[];
  /** Told after each `feedsFor` which of the feeds were left out, because the rules refused them. */
  settled(refused: readonly BlockFailure[]): void;
}
