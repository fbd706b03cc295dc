import { setImmediate } from 'node:timers/promises';
import { required } from '../codec/required.js';
import { BlockRejected } from '../ledger/block-rejected.js';
import { type AcceptOptions, executeBlock } from './accept-block.js';
import { ancestors, descendants, longestBranch } from './branches.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';

/**
 * Disconnects the newest `count` blocks (disconnectblock).
 *
 * @returns the tip then
 * @throws ChainError `cannot-disconnect` when fewer could be disconnected
 */
export function disconnectBlocks(chain: Chain, count: number): Promise<Chain['tip']> {
  return chain.reorganizations.run(async () => {
    for (let i = 0; i < count; i++) {
      await chain.disconnectTip();
      await setImmediate();
    }
    return chain.tip;
  });
}

/**
 * Marks a block as invalid and takes back the chain to below it (invalidateblock).
 * @throws ChainError `not-found`, `cannot-disconnect`
 */
export function invalidateBlock(chain: Chain, hash: string): Promise<void> {
  return chain.reorganizations.run(async () => {
    await chain.settled();
    const height = chain.blocks.heightOf(hash);
    if (height === 0) throw new ChainError('cannot-disconnect', 'block 0 cannot be invalid');
    if (height === undefined && chain.stale.header(hash) === undefined) throw notFound(hash);
    await chain.mark(hash);
    if (height !== undefined) await disconnectTo(chain, height - 1);
  });
}

/** Completes what the end of the process may have interrupted: no invalidated block stays in the chain. */
export async function resumeInvalidation(chain: Chain): Promise<void> {
  const heights = [...chain.stale.invalid].flatMap(hash => chain.blocks.heightOf(hash) ?? []);
  if (heights.length > 0) await disconnectTo(chain, Math.min(...heights) - 1);
}

export interface ReconsiderOptions extends AcceptOptions {
  /** Whether the blocks after it are reconsidered too; default: true. */
  readonly children?: boolean;
}

/**
 * Takes the marks off a block and those before it, and of those after it unless that is not wanted
 * (reconsiderblock). If that leads to a longer chain, the chain is reorganised to that; of equally
 * long ones the present one stays (spec 08 §12).
 * @throws ChainError `not-found`
 * @throws BlockRejected when a block on the way proves to be invalid; the chain is then as before
 */
export function reconsiderBlock(
  chain: Chain,
  hash: string,
  { children = true, ...options }: ReconsiderOptions,
): Promise<void> {
  return chain.reorganizations.run(async () => {
    await chain.settled();
    const isStale = chain.stale.header(hash) !== undefined;
    if (!isStale && chain.blocks.heightOf(hash) === undefined) throw notFound(hash);
    const row = isStale ? [...ancestors(chain.stale, hash), hash] : [];
    const after = children ? descendants(chain.stale, hash) : [];
    await chain.unmark([...row, ...after].filter(h => chain.stale.isInvalid(h)));
    const branch = children ? [...row, ...longestBranch(chain.stale, hash)] : row;
    if (branch.length === 0) return;
    const forkHeight = required(chain.stale.header(branch[0]!), 'the header of a stale block').height - 1;
    if (forkHeight + branch.length <= chain.tip.header.height) return;
    await switchTo(chain, forkHeight, branch, options);
  });
}

/** Goes over to another branch; if it proves to be invalid, back to the present one. */
async function switchTo(
  chain: Chain,
  forkHeight: number,
  branch: readonly string[],
  options: AcceptOptions,
): Promise<void> {
  const present = await disconnectTo(chain, forkHeight);
  try {
    await reconnect(chain, branch, options);
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error;
    await disconnectTo(chain, forkHeight);
    await reconnect(chain, present, options);
    throw error;
  }
}

/**
 * Connects stale blocks, the oldest first; others have their turn between two blocks.
 * @throws BlockRejected when a block proves to be invalid: it is marked, those before it stay connected
 */
async function reconnect(chain: Chain, hashes: readonly string[], options: AcceptOptions): Promise<void> {
  for (const hash of hashes) {
    const block = chain.stale.block(hash);
    if (block === undefined) throw new ChainError('corrupt', `stale block ${hash} is not stored any more`);
    try {
      await chain.connect(executeBlock(chain, block, options));
    } catch (error) {
      if (error instanceof BlockRejected) await chain.mark(hash);
      throw error;
    }
    await setImmediate();
  }
}

/**
 * Disconnects everything above a height; others have their turn between two blocks.
 * @returns the hashes of what was taken back, the oldest first
 */
async function disconnectTo(chain: Chain, height: number): Promise<string[]> {
  const taken: string[] = [];
  while (chain.tip.header.height > height) {
    taken.push(chain.tip.hash);
    await chain.disconnectTip();
    await setImmediate();
  }
  return taken.reverse();
}

function notFound(hash: string): ChainError {
  return new ChainError('not-found', `no block ${hash} is known here`);
}
