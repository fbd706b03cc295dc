import type { BatchOperation } from '../storage/key-value-store.js';
import type { Block } from '../tx/block.js';
import type { ExecutedBlock } from './executed-block.js';

/**
 * Keeps records of its own beside the blocks. They are in the same batch as the block, so that after
 * a crash they are as complete as the chain is. That a block is in the chain, or has left it, is
 * certain only when the listeners of the chain are told, which happens before anything else is asked.
 */
export interface BlockRecorder {
  /** What to write together with a block that is going to be the newest one; its state can still be read. */
  connecting(executed: ExecutedBlock): readonly BatchOperation[];
  /** What to write when the tip is taken back. */
  disconnecting(block: Block, hash: string): readonly BatchOperation[];
}
