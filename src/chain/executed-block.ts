import type { BlockOutcome } from '../ledger/types.js';
import type { Overlay } from '../state/state.js';
import type { Block } from '../tx/block.js';
import type { StateEdit } from './state-edits.js';

/** A transaction that was tried for a block and left out. */
export interface BlockFailure {
  readonly txid: string;
  /** One of `REJECT`. */
  readonly code: number;
  readonly reason: string;
}

/**
 * A block together with everything that executing it gave. Whoever makes or checks a block has
 * executed it once; this is what makes a second execution unnecessary.
 */
export interface ExecutedBlock {
  readonly block: Block;
  /** In display order. */
  readonly hash: string;
  /** The encoded block. */
  readonly raw: Buffer;
  readonly outcome: BlockOutcome;
  /** The changes, on an overlay that lies directly on the committed state. */
  readonly state: Overlay;
  /** What was left out of the block (getblockfailures); empty for a block from elsewhere. */
  readonly failures: readonly BlockFailure[];
  /** What was set in the state without a transaction; left out where nothing was. */
  readonly edits?: readonly StateEdit[];
}
