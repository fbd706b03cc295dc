import type { Overlay } from '../state/state.js';
import type { UndoEntry } from '../state/undo.js';
import type { BlockSummary } from './block-records.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import { Turns } from './turns.js';

/**
 * The state after an earlier block, by undoing the blocks after it in memory: the further down, the
 * longer it takes; others get their turns meanwhile. It must be read before another block is connected, without
 * waiting in between.
 *
 * @returns an overlay of its own, which whoever has it may change
 * @param turns - how often others get their turns
 * @throws ChainError `not-found` above the tip, and where undo records are not kept any more
 */
export async function stateAtHeight(
  chain: Chain,
  height: number,
  turns: Pick<Turns, 'areDue' | 'give'> = new Turns(),
): Promise<Overlay> {
  for (;;) {
    await allOnDisk(chain);
    const undoing = new Undoing(chain);
    if (undoing.height < height) {
      throw new ChainError('not-found', `there is no block ${height}; the newest is ${undoing.height}`);
    }
    let follows = true;
    while (follows && undoing.height > height) {
      undoing.stepDown(height);
      if (!turns.areDue) continue;
      await turns.give();
      await allOnDisk(chain);
      follows = undoing.follows();
    }
    if (follows) return undoing.state;
  }
}

/** Undo records of blocks that are not on the disk yet cannot be read. */
async function allOnDisk(chain: Chain): Promise<void> {
  do await chain.settled();
  while (chain.head.hash !== chain.tip.hash);
}

/** An earlier state that is being made. */
class Undoing {
  readonly state: Overlay;
  readonly #chain: Chain;
  /** Entries that have their value of then, or that of the tip at which this began. */
  readonly #restored = new Set<string>();
  #tip: BlockSummary;
  /** The height after whose block `state` is. */
  height: number;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.state = chain.overlay();
    this.#tip = chain.tip;
    this.height = this.#tip.header.height;
  }

  /** Undoes one more block. @param wanted - for the error */
  stepDown(wanted: number): void {
    for (const entry of this.#undoOf(this.height, wanted)) this.#restore(entry);
    this.height--;
  }

  /**
   * Undoes what blocks have changed that were connected meanwhile.
   * @returns false where blocks were disconnected, so that this has to begin anew
   */
  follows(): boolean {
    const { blocks, tip } = this.#chain;
    const known = this.#tip.header.height;
    if (blocks.header(known)?.hash !== this.#tip.hash) return false;
    // The lowest block that has changed an entry knows its value before all of them.
    for (let height = known + 1; height <= tip.header.height; height++) {
      for (const entry of this.#undoOf(height, this.height)) {
        if (!this.#restored.has(nameOf(entry))) this.#restore(entry);
      }
    }
    this.#tip = tip;
    return true;
  }

  #restore(entry: UndoEntry): void {
    restore(this.state, entry);
    this.#restored.add(nameOf(entry));
  }

  #undoOf(height: number, wanted: number): readonly UndoEntry[] {
    const entries = this.#chain.undoOf(height);
    if (entries !== undefined) return entries;
    const option = this.#chain.blocks.lowestKept > 1 ? 'option prune' : 'option undoblocks';
    throw new ChainError(
      'not-found',
      `the state after block ${wanted} is not kept any more, the oldest is that after ${height}; ${option} says how many are`,
    );
  }
}

function nameOf({ table, key }: UndoEntry): string {
  return `${table.name} ${key}`;
}

/** Restores the value that an entry had before a block. */
export function restore(state: Overlay, { table, key, before }: UndoEntry): void {
  const decodedKey = table.key.decode(key);
  if (before === undefined) state.delete(table, decodedKey);
  else state.put(table, decodedKey, table.value.decode(Buffer.from(before, 'latin1')));
}
