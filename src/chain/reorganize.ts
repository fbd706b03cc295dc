import { required } from '../codec/required.js';
import type { AcceptOptions } from './accept-block.js';
import { ancestors, descendants, longestBranch } from './branches.js';
import type { Chain } from './chain.js';
import { ChainError, notKept } from './errors.js';
import { disconnectTo, reconnect, resumeSwitch, underIntent } from './switch-branch.js';

/**
 * Disconnects the newest `count` blocks (disconnectblock).
 *
 * @returns the tip then
 * @throws ChainError `cannot-disconnect` when fewer could be disconnected
 */
export function disconnectBlocks(chain: Chain, count: number): Promise<Chain['tip']> {
  return chain.exclusive.run(async () => {
    await chain.settled();
    if (count === 0) return chain.tip;
    const { hash, header } = chain.tip;
    const forkHeight = Math.max(header.height - count, 0);
    const to = required(chain.blocks.header(forkHeight), 'a block of the chain').hash;
    const intent = { forkHeight, from: hash, to, goesOn: false, editsOfFrom: undefined };
    // What could be disconnected stays so.
    const problem = await underIntent(chain, intent, () => whyNotDisconnected(chain, header.height - count));
    if (problem !== undefined) throw problem;
    return chain.tip;
  });
}

/** Disconnects everything above a height, as far as that is possible. @returns what prevents the rest */
async function whyNotDisconnected(chain: Chain, height: number): Promise<ChainError | undefined> {
  try {
    await disconnectTo(chain, height);
    return undefined;
  } catch (error) {
    if (error instanceof ChainError && error.code === 'cannot-disconnect') return error;
    throw error;
  }
}

/**
 * Marks a block as invalid and takes back the chain to below it (invalidateblock).
 * @throws ChainError `not-found`, `cannot-disconnect`
 */
export function invalidateBlock(chain: Chain, hash: string): Promise<void> {
  return chain.exclusive.run(async () => {
    await chain.settled();
    const height = chain.blocks.heightOf(hash);
    if (height === 0) throw new ChainError('cannot-disconnect', 'block 0 cannot be invalid');
    if (height === undefined && chain.stale.header(hash) === undefined) throw notFound(hash);
    if (height !== undefined) requireDisconnectable(chain, height);
    await chain.mark(hash);
    if (height !== undefined) await disconnectTo(chain, height - 1);
  });
}

/**
 * Completes what the end of the process may have interrupted: no switch of branches stays half done, and no
 * invalidated block in the chain.
 */
export async function resumeReorganization(chain: Chain): Promise<void> {
  await resumeSwitch(chain);
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
  return chain.exclusive.run(async () => {
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
  const to = required(branch.at(-1), 'the newest block of a branch');
  const intent = { forkHeight, from: chain.tip.hash, to, goesOn: true, editsOfFrom: undefined };
  await underIntent(chain, intent, async () => {
    await disconnectTo(chain, forkHeight);
    await reconnect(chain, branch, options);
  });
}

/** @throws ChainError `cannot-disconnect` before anything is changed */
function requireDisconnectable({ blocks }: Chain, height: number): void {
  if (blocks.isPruned(height)) {
    throw new ChainError('cannot-disconnect', notKept(`block ${height}`, blocks.lowestKept).message);
  }
}

function notFound(hash: string): ChainError {
  return new ChainError('not-found', `no block ${hash} is known here`);
}
