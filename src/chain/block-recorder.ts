import type { BatchOperation } from '../storage/key-value-store.js';
import type { Block } from '../tx/block.js';
import type { ExecutedBlock } from './executed-block.js';

/**
 * Writes records of its own with each block. They are in the same batch as the block, so that after
 * a crash they are as complete as the chain. Whether a block is in the chain, or has left it, is
 * certain only when the chain's listeners are notified, which happens before the next call.
 */
export interface BlockRecorder {
  /** What to write together with a block that is going to be the newest one; its state can still be read. */
  connecting(executed: ExecutedBlock): readonly BatchOperation[];
  /** What to write when the tip is taken back. */
  disconnecting(block: Block, hash: string): readonly BatchOperation[];
}
