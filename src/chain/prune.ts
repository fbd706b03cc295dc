import { setImmediate } from 'node:timers/promises';
import type { BatchOperation } from '../storage/key-value-store.js';
import { decodeBlock } from '../tx/block.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { heightKey, type Pruned, recordKey } from './block-records.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import { pastOperations } from './past-operations.js';

/** A stale block goes when its height is so far below the tip, unless fewer blocks are kept at all. */
const STALE_BLOCKS = 10_000;
/** Blocks whose records are removed in one batch. */
const BATCH = 100;

export interface PruneOptions {
  /** How many of the newest blocks are kept at least; undefined: all of them. */
  readonly keep: number | undefined;
  /** Gets the reason when it could not be done. */
  readonly onProblem: (error: Error) => void;
}

/** How many blocks a file of the log has at most on a node that keeps so many: only whole files can go. */
export function blocksOfFile(keep: number): number {
  return Math.ceil(keep / 10);
}

/**
 * Prunes a chain now, and while it grows: old blocks where not all of them are kept, and stale ones.
 * @returns ends that; what is being removed is completed first
 */
export async function keepPruned(
  chain: Chain,
  { keep, onProblem }: PruneOptions,
): Promise<() => Promise<void>> {
  const step = keep === undefined ? STALE_BLOCKS / 10 : blocksOfFile(keep);
  await finishPruning(chain);
  let running: Promise<void> | undefined;
  let next = 0;
  const run = async (): Promise<void> => {
    try {
      await forgetStale(chain, keep ?? STALE_BLOCKS);
      if (keep !== undefined) await prune(chain, keep);
    } catch (error) {
      if (chain.failure === undefined) onProblem(new Error('old blocks cannot be removed', { cause: error }));
    } finally {
      running = undefined;
    }
  };
  const check = (): void => {
    const { height } = chain.tip.header;
    if (running !== undefined || height < next) return;
    next = height + step;
    running = run();
  };
  check();
  const unsubscribe = chain.subscribe({ blockConnected: check });
  return async () => {
    unsubscribe();
    await running;
  };
}

/** Removes all but so many of the newest blocks, with their undo records and traces, in whole files of the log. */
export async function prune(chain: Chain, keep: number): Promise<void> {
  const planned = await chain.exclusive.run(async () => {
    const pruned = planOf(chain, keep);
    // From here on the node does not answer for them; what is left of them goes at the next start at the latest.
    // The write is synced: then the database does not need the files any more after a crash either.
    if (pruned !== undefined) await chain.writePruned(pruned);
    return pruned;
  });
  if (planned !== undefined) await finishPruning(chain);
}

/** Up to where the blocks can go, if any can. */
function planOf({ blocks, stale, tip, log }: Chain, keep: number): Pruned | undefined {
  const lowestNeeded = tip.header.height - keep + 1;
  if (lowestNeeded <= blocks.lowestKept) return undefined;
  const { segment: before = 0, lost = 0 } = blocks.pruned ?? {};
  if (log === undefined) return { height: lowestNeeded - 1, segment: 0, lost };
  const needed = blocks.placeOf(lowestNeeded);
  if (needed === undefined) return undefined;
  const segment = Math.min(needed.segment, stale.firstSegment ?? needed.segment);
  if (segment <= before) return undefined;
  // Blocks of the chain stand in the log in the order of their heights.
  let [low, high] = [blocks.lowestKept, lowestNeeded];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks.placeOf(middle)?.segment ?? 0) < segment) low = middle + 1;
    else high = middle;
  }
  return { height: low - 1, segment, lost };
}

/** Removes what is left of pruned blocks: their records, then the files of the log that nothing needs. */
export async function finishPruning(chain: Chain): Promise<void> {
  const { pruned } = chain.blocks;
  if (pruned === undefined) return;
  for (;;) {
    const heights = chain.blocks.keptHeights(pruned.height, BATCH);
    if (heights.length === 0) break;
    await chain.writeOperations(heights.flatMap(height => removalOf(chain, height)));
    await setImmediate();
  }
  await chain.dropUndo(pruned.height);
  // Synced again: after a loss of power nothing may be left to be read from files that are gone.
  await chain.writePruned(pruned);
  await chain.log?.removeBefore(pruned.segment);
}

/** What goes with a pruned block, and what stays for contracts. */
function removalOf(chain: Chain, height: number): BatchOperation[] {
  const raw = chain.blocks.storedBytes(height);
  const { hash } = chain.blocks.header(height) ?? {};
  if (raw === undefined || hash === undefined) {
    throw new ChainError('corrupt', `block ${height} belongs to the chain, but is not stored completely`);
  }
  const block = decodeBlock(raw, wireRulesOf(chain.ledger.network));
  const keys = [
    heightKey('block', height),
    heightKey('place', height),
    heightKey('failures', height),
    heightKey('market', height),
    recordKey('edits', hash),
    ...block.transactions.map(({ txid }) => recordKey('trace', txid)),
  ];
  return [...pastOperations(block), ...keys.map(key => ({ type: 'del', key }) as const)];
}

/** Forgets the disconnected blocks that are so far below the tip, and the marks on them. */
async function forgetStale(chain: Chain, depth: number): Promise<void> {
  await chain.exclusive.run(async () => {
    const old = chain.stale.below(chain.tip.header.height - depth + 1);
    for (let from = 0; from < old.length; from += BATCH) {
      await chain.forgetStale(old.slice(from, from + BATCH));
      await setImmediate();
    }
  });
}
