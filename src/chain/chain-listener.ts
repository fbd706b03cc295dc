import type { Block } from '../tx/block.js';
import type { ExecutedBlock } from './executed-block.js';

/** What happens to the chain, as others follow it. */
export interface ChainListener {
  /** The tip has changed; the block is being written. */
  blockExecuted(executed: ExecutedBlock): void;
  /** A block is on the disk, and the tip. */
  blockConnected(executed: ExecutedBlock): void;
  /** A block could not be written, and no further one can be. The newest block is reported first. */
  blockAbandoned(executed: ExecutedBlock, error: Error): void;
  /** A write has failed, and nothing can be written any more. */
  failed(error: Error): void;
  /** The tip was taken back; the block before it is the tip. */
  blockDisconnected(block: Block, hash: string): void;
}
