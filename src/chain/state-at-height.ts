import type { Overlay, StateReader } from '../state/state.js';
import type { UndoEntry } from '../state/undo.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';

/**
 * The state after an earlier block, by undoing the blocks after it in memory: the further down, the
 * longer it takes. It must be read before another block is connected, without waiting in between.
 *
 * @throws ChainError `not-found` above the tip, and where undo records are not kept any more
 */
export async function stateAtHeight(chain: Chain, height: number): Promise<StateReader> {
  // Undo records of blocks that are not on the disk yet cannot be read.
  do await chain.settled();
  while (chain.head.hash !== chain.tip.hash);
  const tipHeight = chain.tip.header.height;
  if (height > tipHeight) {
    throw new ChainError('not-found', `there is no block ${height}; the newest is ${tipHeight}`);
  }
  const state = chain.overlay();
  for (let undone = tipHeight; undone > height; undone--) {
    const entries = chain.undoOf(undone);
    const lowest = chain.blocks.lowestKept;
    if (entries === undefined) {
      throw new ChainError(
        'not-found',
        `the state after block ${height} is not kept any more, the oldest is that after ${undone}; ${lowest > 1 ? 'option prune' : 'option undoblocks'} says how many are`,
      );
    }
    for (const entry of entries) restore(state, entry);
  }
  return state;
}

/** Restores the value that an entry had before a block. */
export function restore(state: Overlay, { table, key, before }: UndoEntry): void {
  const decodedKey = table.key.decode(key);
  if (before === undefined) state.delete(table, decodedKey);
  else state.put(table, decodedKey, table.value.decode(Buffer.from(before, 'latin1')));
}
