import type { IndexName } from '../../config/index-names.js';
import type { BatchOperation } from '../../storage/key-value-store.js';
import type { BlockContents } from '../block-contents.js';
import type { ExecutedBlock } from '../executed-block.js';

/** A block as far as an index has to know where it is. */
export interface IndexTip {
  readonly height: number;
  readonly hash: string;
}

/** What a step along the chain changes: what is written with it, and what is remembered when that is done. */
export interface IndexStep {
  readonly operations: BatchOperation[];
  /** How far the index is then, as it is stored. */
  readonly record: Buffer;
  readonly done: () => void;
}

/** An index that follows the chain, as those see it that keep all of them. */
export interface KeptIndex {
  readonly name: IndexName;
  readonly isComplete: boolean;
  /** How far it is, as it is stored. */
  readonly record: Buffer;
  /**
   * Takes up what is stored of it when the node starts.
   * @param tip - the newest block
   * @returns false where it has to be made anew, from nothing
   */
  resume(record: Buffer, tip: IndexTip): boolean;
  /** Begins it anew, with no entry. @param head - the newest block, which may not be on the disk yet */
  begin(head: IndexTip): void;
  /** What a block changes that is going to be the newest one. It is remembered at once. */
  connecting(executed: ExecutedBlock, contents: () => BlockContents): BatchOperation[];
  /** What taking back the newest block changes. */
  disconnecting(contents: () => BlockContents): IndexStep;
  /** A small part of what is missing. It is remembered at once, so it has to be written before what is asked for later. */
  build(): BatchOperation[];
}
