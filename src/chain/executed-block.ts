import type { BlockOutcome } from '../ledger/types.js';
import type { Overlay } from '../state/state.js';
import type { Block } from '../tx/block.js';
import type { StateEdit } from './state-edits.js';

/** A transaction that was tried for a block and skipped. */
export interface BlockFailure {
  readonly txid: string;
  /** One of `REJECT`. */
  readonly code: number;
  readonly reason: string;
}

/**
 * A block together with everything that executing it produced. Making or validating a block
 * executes it once; this makes a second execution unnecessary.
 */
export interface ExecutedBlock {
  readonly block: Block;
  /** In display order. */
  readonly hash: string;
  /** The encoded block. */
  readonly raw: Buffer;
  readonly outcome: BlockOutcome;
  /** The changes, on an overlay directly on top of the committed state. */
  readonly state: Overlay;
  /** What was skipped when the block was made (getblockfailures); empty for a block from another node. */
  readonly failures: readonly BlockFailure[];
  /** What was set in the state without a transaction; omitted where nothing was. */
  readonly edits?: readonly StateEdit[];
}
