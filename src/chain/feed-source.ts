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
  /** Called after each `feedsFor` with the feeds that were skipped because the rules reject them. */
  settled(refused: readonly BlockFailure[]): void;
}
